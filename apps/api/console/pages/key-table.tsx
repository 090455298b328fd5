/** The table of keys. A narrow window shows each key in two lines. */
import type { FC } from 'hono/jsx';
import { textsOf } from '#api/accounts/key-texts';
import type { UsedKey } from '#api/accounts/key-use';
import { hasExpired } from '#domain/link';
import { Day, formatCount } from './components';
import { Badges } from './key-badges';
import { KeyMask } from './key-mask';
import { AccessLines } from './key-rights';
import { When } from './when';

type RowProps = { one: UsedKey; now: number };

export const KeyTable: FC<{ keys: readonly UsedKey[]; now: number; name: string }> = ({ keys, now, name }) => (
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
        <th scope="col" class="end">
          Last used
        </th>
      </tr>
    </thead>
    <tbody>
      {keys.map((key) => (
        <KeyRow one={key} now={now} />
      ))}
    </tbody>
  </table>
);

const KeyRow: FC<RowProps> = ({ one, now }) => (
  <tr>
    <th scope="row">
      <div class="line">
        <a class="name clip" href={`/console/keys/${one.id}`} title={one.name}>
          {one.name}
        </a>
        <Badges one={one} now={now} />
      </div>
      <p class="soft clip roomy">
        Created <Day at={one.createdAt} />
        {one.expiresAt !== null && (
          <>
            , {hasExpired(one.expiresAt, now) ? 'expired' : 'expires'} <Day at={one.expiresAt} />
          </>
        )}
      </p>
    </th>
    <td>
      <KeyMask id={one.id} four={textsOf(one, now).current.lastFour} />
    </td>
    <td>
      <AccessLines one={one} />
    </td>
    <td class="end">
      <Calls one={one} />
    </td>
    <td class="end soft">
      <LastUsed one={one} now={now} />
    </td>
  </tr>
);

/** The calls of the month, and below them their share of the limit, once it is a tenth. */
const Calls: FC<{ one: UsedKey }> = ({ one: { use } }) => {
  if (use === null) return <>–</>;
  const { quota, quotaRemaining } = use.reading;
  const calls = quota - quotaRemaining;
  return (
    <>
      {formatCount(calls)}
      <span class="told">{calls === 1 ? ' call' : ' calls'}</span>
      {calls * 10 >= quota && (
        <progress class={quotaRemaining <= 0 ? 'full' : undefined} value={calls} max={quota} aria-hidden="true" />
      )}
    </>
  );
};

/** The last use. The object of the key knows it exactly, and D1 to the hour. */
const LastUsed: FC<RowProps> = ({ one: { use, lastUsedAt }, now }) => {
  const at = use?.lastUsedAt ?? lastUsedAt;
  if (at !== null) return <When at={at} now={now} />;
  return <>{use === null ? 'unknown' : 'never used'}</>;
};
