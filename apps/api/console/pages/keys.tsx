/** The page that lists the keys of the account, and makes new ones. */
import type { FC } from 'hono/jsx';
import type { UsedKey } from '#api/accounts/key-use';
import type { Plan } from '#domain/plans';
import { NEW_KEY } from '../forms/declared/keys';
import type { Forms } from '../forms/form';
import { FormOf, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import { PRESETS } from '../key-rights';
import type { ConsolePage } from '../page';
import { Alert, Card, Confirm, formatCount, Head, Moment } from './components';
import { Corner } from './corner';
import { KeyMask } from './key-mask';
import { AccessLines, Badges } from './key-rights';
import { Age } from './link-row';
import { Presets, RightsInputs } from './rights-fields';

type KeysView = {
  readonly keys: readonly UsedKey[];
  readonly cap: number;
  /** The plan of the account, and so that of a new key. */
  readonly plan: Plan;
  /** The preset that fills in the form. */
  readonly preset: string | undefined;
  readonly forms: Forms;
  readonly now: number;
};

export const keysPage = ({ keys, cap, plan, preset, forms, now }: KeysView): ConsolePage => {
  const usable = keys.filter(({ status }) => status !== 'revoked');
  const revoked = keys.filter(({ status }) => status === 'revoked');
  const active = usable.filter(({ status }) => status === 'active').length;
  return {
    title: 'Keys',
    section: 'keys',
    own: 'keys',
    main: (
      <>
        <div class="corner">
          <Head
            title="Keys"
            lead={
              <>
                {`${active} of ${cap} active keys. `}
                <a href="/docs/guide">Guide to the API</a>
              </>
            }
          />
          {revoked.map((key) => (
            <SelfRevoked key={key.id} one={key} />
          ))}
          {usable.length > 0 && (
            <Corner summary="Create key" kind="button" isOpen={preset !== undefined || wasSent(NEW_KEY, forms)}>
              <NewKey plan={plan} preset={preset} forms={forms} title="New key" />
            </Corner>
          )}
        </div>
        {usable.length === 0 ? (
          <NewKey plan={plan} preset={preset} forms={forms} title="Create your first key" />
        ) : (
          <section class="card">
            <KeyTable keys={usable} now={now} name="Keys that can be used" />
          </section>
        )}
        {revoked.length > 0 && (
          <Confirm summary={`Revoked keys (${revoked.length})`}>
            <section class="card">
              <KeyTable keys={revoked} now={now} name="Revoked keys" />
            </section>
          </Confirm>
        )}
      </>
    ),
  };
};

type NewKeyProps = Pick<KeysView, 'plan' | 'preset' | 'forms'> & { title: string };

/** The form of a new key. The key has all rights unless a preset or fields restrict it. */
const NewKey: FC<NewKeyProps> = ({ plan, preset, forms, title }) => (
  <Card title={title}>
    <p class="soft">Your application sends the key with every call. It is shown once.</p>
    <FormOf form={NEW_KEY} forms={forms}>
      {(shown) => (
        <>
          <Presets page="/console/keys" chosen={preset ?? (wasSent(NEW_KEY, forms) ? null : 'full')} />
          <Input of={shown} name="name" />
          <RightsInputs of={shown} values={PRESETS[preset ?? 'full']?.values ?? {}} plan={plan} />
          <button type="submit">Create key</button>
        </>
      )}
    </FormOf>
  </Card>
);

/** Tells that a call with the key itself has revoked it, because somebody has found the key (specification 12.11). */
export const SelfRevoked: FC<{ one: UsedKey }> = ({ one: { id, name, selfRevokedAt } }) =>
  selfRevokedAt === null ? null : (
    <Alert kind="wait">
      <b>
        “<a href={`/console/keys/${id}`}>{name}</a>” was revoked by a call using that key
      </b>{' '}
      on <Moment at={selfRevokedAt} />. If you did not send that call, somebody has found the key. Create a new one, and
      check where this one was stored.
    </Alert>
  );

/** The calls of the month come from the objects that also know the last use. */
const KeyTable: FC<{ keys: readonly UsedKey[]; now: number; name: string }> = ({ keys, now, name }) => (
  <table class="of-keys">
    <caption class="unseen">{name}</caption>
    <thead>
      <tr>
        <th scope="col">Name</th>
        <th scope="col">Secret</th>
        <th scope="col">Access</th>
        <th scope="col" class="end">
          Calls this month
        </th>
        <th scope="col">Last used</th>
      </tr>
    </thead>
    <tbody>
      {keys.map((key) => (
        <KeyRow one={key} now={now} />
      ))}
    </tbody>
  </table>
);

const KeyRow: FC<{ one: UsedKey; now: number }> = ({ one, now }) => (
  <tr>
    <th scope="row">
      <div class="line">
        <a class="name clip" href={`/console/keys/${one.id}`} title={one.name}>
          {one.name}
        </a>
        <Badges one={one} now={now} />
      </div>
    </th>
    <td>
      <KeyMask id={one.id} />
    </td>
    <td>
      <AccessLines one={one} now={now} />
    </td>
    <td class="end">
      {one.use === null ? '–' : formatCount(one.use.reading.quota - one.use.reading.quotaRemaining)}
      <span class="told"> calls this month</span>
    </td>
    <td>
      <LastUsed one={one} now={now} />
    </td>
  </tr>
);

/** The last use. The object of the key knows it exactly, and D1 to the hour. */
const LastUsed: FC<{ one: UsedKey; now: number }> = ({ one: { use, lastUsedAt }, now }) =>
  use?.lastUsedAt ? (
    <>
      <span class="told">Used </span>
      <Age at={use.lastUsedAt} now={now} />
    </>
  ) : lastUsedAt !== null ? (
    <>
      In the hour from <Moment at={lastUsedAt} />
    </>
  ) : (
    <span class="soft">{use === null ? 'Unknown' : 'Never used'}</span>
  );
