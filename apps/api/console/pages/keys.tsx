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
import { Card, Confirm, Day, Empty, Head, Moment } from './components';
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
        <NewKey plan={plan} preset={preset} forms={forms} />
        {usable.length === 0 ? (
          <Empty title="No key yet">
            <p>Give your first key a name above. Its text is shown once; your application sends it with every call.</p>
          </Empty>
        ) : (
          <Card title="Your keys">
            <KeyList keys={usable} now={now} />
          </Card>
        )}
        {revoked.map((key) => (
          <SelfRevoked key={key.id} one={key} />
        ))}
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

/** The form that makes a key. A key is made with all rights unless a preset or its fields restrict it. */
const NewKey: FC<Pick<KeysView, 'plan' | 'preset' | 'forms'>> = ({ plan, preset, forms }) => (
  <Card title="Make a key">
    <Presets page="/console/keys" chosen={preset ?? (wasSent(NEW_KEY, forms) ? null : 'full')} />
    <FormOf form={NEW_KEY} forms={forms}>
      {(shown) => (
        <>
          <Input of={shown} name="name" />
          <Confirm summary="What it may do" isOpen={preset !== undefined || wasSent(NEW_KEY, forms)}>
            <RightsInputs of={shown} values={PRESETS[preset ?? 'full']?.values ?? {}} plan={plan} />
          </Confirm>
          <button type="submit">Make key</button>
        </>
      )}
    </FormOf>
  </Card>
);

/** Tells that a call with the key itself has revoked it, because somebody has found the key (specification 12.11). */
export const SelfRevoked: FC<{ one: UsedKey }> = ({ one: { name, selfRevokedAt } }) =>
  selfRevokedAt === null ? null : (
    <Card title="A key was revoked with the key itself">
      <p>
        A call with the key “{name}” has revoked it on <Moment at={selfRevokedAt} />. If you did not send that call,
        somebody has found the key. Make another key, and look where this one was stored.
      </p>
    </Card>
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
      {use !== null && ', not used yet'}
    </>
  );
