/** The page that lists the keys of the account. */
import type { FC } from 'hono/jsx';
import type { UsedKey } from '#api/accounts/key-use';
import type { KeyStatus } from '#domain/key-status';
import { keyPrefix } from '#secrets/key-text';
import { NEW_KEY } from '../forms/declared/keys';
import type { Forms } from '../forms/form';
import { FormOf } from '../forms/form-of';
import { Input } from '../forms/input';
import type { ConsolePage } from '../page';
import { Card, Confirm, Day, Empty, Head, Moment } from './components';

const STATUS: Record<KeyStatus, readonly [kind: string, label: string]> = {
  active: ['good', 'Active'],
  inactive: ['wait', 'Switched off'],
  revoked: ['wrong', 'Revoked'],
};

export const StatusBadge: FC<{ status: KeyStatus }> = ({ status }) => (
  <span class={`badge ${STATUS[status][0]}`}>{STATUS[status][1]}</span>
);

type KeysView = { readonly keys: readonly UsedKey[]; readonly cap: number; readonly forms: Forms };

export const keysPage = ({ keys, cap, forms }: KeysView): ConsolePage => {
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
        />
        <Card title="Make a key">
          <FormOf form={NEW_KEY} forms={forms}>
            {(shown) => (
              <>
                <Input of={shown} name="name" />
                <button type="submit">Make key</button>
              </>
            )}
          </FormOf>
        </Card>
        {usable.length === 0 ? (
          <Empty title="No key yet">
            <p>Give your first key a name above. Its text is shown once; your application sends it with every call.</p>
          </Empty>
        ) : (
          <Card title="Your keys">
            <KeyList keys={usable} />
          </Card>
        )}
        {revoked.map((key) => (
          <SelfRevoked key={key.id} one={key} />
        ))}
        {revoked.length > 0 && (
          <Confirm summary={`Revoked keys (${revoked.length})`}>
            <section class="card">
              <KeyList keys={revoked} />
            </section>
          </Confirm>
        )}
      </>
    ),
  };
};

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

const KeyList: FC<{ keys: readonly UsedKey[] }> = ({ keys }) => (
  <ul class="rows">
    {keys.map((key) => (
      <li class="row">
        <div>
          <p class="line">
            <a class="name" href={`/console/keys/${key.id}`}>
              {key.name}
            </a>
            <StatusBadge status={key.status} />
          </p>
          <p class="soft small">
            <code>{keyPrefix(key.id)}…</code>
          </p>
        </div>
        <p class="soft small">
          <LastUsed one={key} />
        </p>
      </li>
    ))}
  </ul>
);

const LastUsed: FC<{ one: UsedKey }> = ({ one: { use, createdAt } }) =>
  use?.lastUsedAt ? (
    <>
      Last used <Moment at={use.lastUsedAt} />
    </>
  ) : (
    <>
      Made <Day at={createdAt} />
      {use !== null && ', not used yet'}
    </>
  );
