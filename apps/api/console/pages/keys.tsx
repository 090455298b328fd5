/** The page that lists the keys of the account. */
import type { FC } from 'hono/jsx';
import type { UsedKey } from '#api/accounts/key-use';
import type { Plan } from '#domain/plans';
import { keyPrefix } from '#secrets/key-text';
import { NEW_KEY } from '../forms/declared/keys';
import type { Forms } from '../forms/form';
import { FormOf, wasSent } from '../forms/form-of';
import { Input } from '../forms/input';
import { PRESETS } from '../key-rights';
import type { ConsolePage } from '../page';
import { Alert, Card, Confirm, Day, Head, Moment } from './components';
import { Badges, Presets, RightsInputs, RightsLine } from './key-rights';

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
    main: (
      <>
        <Head
          title="Keys"
          lead={`${active} of ${cap} active keys. Each has its own limits by the minute and the month.`}
        >
          <a class="button quiet" href="/docs/guide">
            Guide to the API
          </a>
        </Head>
        {revoked.map((key) => (
          <SelfRevoked key={key.id} one={key} />
        ))}
        <NewKey plan={plan} preset={preset} forms={forms} isFirst={usable.length === 0} />
        {usable.length > 0 && (
          <Card title="Your keys">
            <KeyList keys={usable} now={now} />
          </Card>
        )}
        {revoked.length > 0 && (
          <Confirm summary={`Revoked keys (${revoked.length})`}>
            <section class="card">
              <KeyList keys={revoked} now={now} />
            </section>
          </Confirm>
        )}
      </>
    ),
  };
};

type NewKeyProps = Pick<KeysView, 'plan' | 'preset' | 'forms'> & { isFirst: boolean };

/** The form of a new key. It is open for the first key. The key has all rights unless a preset or fields restrict it. */
const NewKey: FC<NewKeyProps> = ({ plan, preset, forms, isFirst }) => {
  const isAsked = preset !== undefined || wasSent(NEW_KEY, forms);
  return (
    <details class="add" open={isFirst || isAsked}>
      <summary class="button">Create key</summary>
      <Card title={isFirst ? 'Create your first key' : 'New key'}>
        {isFirst && <p class="soft">Your application sends the key with every call. It is shown once.</p>}
        <FormOf form={NEW_KEY} forms={forms}>
          {(shown) => (
            <>
              <Input of={shown} name="name" />
              <Presets page="/console/keys" chosen={preset ?? (wasSent(NEW_KEY, forms) ? null : 'full')} />
              <Confirm summary="Permissions" isOpen={isAsked}>
                <RightsInputs of={shown} values={PRESETS[preset ?? 'full']?.values ?? {}} plan={plan} />
              </Confirm>
              <button type="submit">Create key</button>
            </>
          )}
        </FormOf>
      </Card>
    </details>
  );
};

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

const KeyList: FC<{ keys: readonly UsedKey[]; now: number }> = ({ keys, now }) => (
  <ul class="rows">
    {keys.map((key) => (
      <li class="row">
        <div>
          <p class="line">
            <a class="name" href={`/console/keys/${key.id}`}>
              {key.name}
            </a>
            <Badges one={key} now={now} />
          </p>
          <p class="soft small">
            <code>{keyPrefix(key.id)}…</code>
          </p>
          <RightsLine one={key} now={now} />
        </div>
        <p class="soft small">
          <LastUsed one={key} />
        </p>
      </li>
    ))}
  </ul>
);

/** The last use. The object of the key knows it exactly, and D1 to the hour. */
const LastUsed: FC<{ one: UsedKey }> = ({ one: { use, lastUsedAt, createdAt } }) =>
  use?.lastUsedAt ? (
    <>
      Last used <Moment at={use.lastUsedAt} />
    </>
  ) : lastUsedAt !== null ? (
    <>
      Last used in the hour from <Moment at={lastUsedAt} />
    </>
  ) : (
    <>
      Created <Day at={createdAt} />
      {use !== null && ', never used'}
    </>
  );
