/** The page that lists the keys of the account, and makes new ones. */
import type { FC } from 'hono/jsx';
import type { UsedKey } from '#api/accounts/key-use';
import { NEW_KEY } from '../forms/declared/keys';
import { wasSent } from '../forms/form-of';
import type { ConsolePage } from '../page';
import { Confirm, Head, Moment } from './components';
import { Corner } from './corner';
import { KeyTable } from './key-table';
import { NewKey, type NewKeyView } from './new-key';

type KeysView = NewKeyView & {
  readonly keys: readonly UsedKey[];
  readonly cap: number;
  readonly now: number;
};

export const keysPage = ({ keys, cap, now, ...form }: KeysView): ConsolePage => {
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
            <SelfRevoked one={key} />
          ))}
          {usable.length > 0 && (
            <Corner
              summary="Create key"
              kind="button minor main"
              isOpen={form.preset !== undefined || wasSent(NEW_KEY, form.forms)}
            >
              <NewKey {...form} />
            </Corner>
          )}
        </div>
        {usable.length === 0 ? (
          <NewKey {...form} isFirst />
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

/**
 * Tells that a call with the key itself has revoked it, because somebody has found the key (specification 12.11). The
 * stylesheet hides it beside the open form of a new key.
 */
const SelfRevoked: FC<{ one: UsedKey }> = ({ one: { id, name, selfRevokedAt } }) =>
  selfRevokedAt === null ? null : (
    <div class="alert wrong leak" role="status">
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path d="M12 3.500 22 20.500H2zM12 10v5M12 17.250v.5" />
      </svg>
      <div>
        <p>
          <b>
            “<a href={`/console/keys/${id}`}>{name}</a>” was revoked by a call using that key
          </b>
        </p>
        <p>
          <Moment at={selfRevokedAt} />. If you did not send that call, somebody has found the key. Create a new one,
          and check where this one was stored.
        </p>
      </div>
      <a class="button danger minor" href="/console/keys?preset=full">
        Create a new key
      </a>
    </div>
  );
