/** The card with the use of a key: the calls of its month, what its limits refused, and its last call. */
import type { FC } from 'hono/jsx';
import type { UsedKey } from '#api/accounts/key-use';
import { Card, Day, formatCount } from './components';
import { KeyCalls, refusedIn } from './key-calls';
import { shareText } from './ranking-table';
import { When } from './when';

type Props = { one: UsedKey; now: number };

export const KeyUseCard: FC<Props> = ({ one: { use, lastUsedAt, status }, now }) => (
  <Card title="Usage">
    {use === null ? (
      <p class="soft">
        The usage cannot be read at the moment.
        {lastUsedAt !== null && (
          <>
            {' '}
            Last used <When at={lastUsedAt} now={now} />.
          </>
        )}
      </p>
    ) : use.lastUsedAt === null && use.days.length === 0 ? (
      <p class="soft">
        No calls yet.{' '}
        {status !== 'revoked' && (
          <>
            <a href="/docs/guide#first-link">The guide</a> shows how to make the first one.
          </>
        )}
      </p>
    ) : (
      <>
        <Figures use={use} now={now} />
        <KeyCalls days={use.days} now={now} />
      </>
    )}
  </Card>
);

const Figures: FC<{ use: NonNullable<UsedKey['use']>; now: number }> = ({ use, now }) => {
  const { quota, quotaRemaining, monthEndsAt } = use.reading;
  const calls = quota - quotaRemaining;
  return (
    <dl class="figures of-key">
      <div>
        <dt>
          <label for="month">Calls this month</label>
        </dt>
        <dd class="number">{formatCount(calls)}</dd>
        <dd class="soft small">
          {shareText(calls, quota)} of {formatCount(quota)}, until <Day at={monthEndsAt} />
          <progress id="month" class={quotaRemaining <= 0 ? 'full' : undefined} value={calls} max={quota} />
        </dd>
      </div>
      <div>
        <dt>Rejected</dt>
        <dd class="number">{formatCount(refusedIn(use.days))}</dd>
        <dd class="soft small">Over a limit</dd>
      </div>
      {use.lastUsedAt !== null && (
        <div>
          <dt>Last used</dt>
          <dd class="number">
            <When at={use.lastUsedAt} now={now} />
          </dd>
        </div>
      )}
    </dl>
  );
};
