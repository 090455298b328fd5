/** The card with the use of a key: the calls of its month, what its limits refused, and its last call. */
import type { FC } from 'hono/jsx';
import type { UsedKey } from '#api/accounts/keys';
import { formatDay } from '#domain/breakdown';
import { utcDayAt } from '#domain/daily-counts';
import { CALL_DAYS, type DayOfCalls } from '#domain/meter';
import { Card, Day, formatCount } from '../components';
import { Chart, percent } from '../statistics/chart';
import { formatDayRange, formatShortDay, makeBars } from '../statistics/period';
import { formatShare } from '../statistics/ranking';
import { When } from './key-badges';

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
          {formatShare(calls, quota)} of {formatCount(quota)}, until <Day at={monthEndsAt} />
          <progress id="month" class={quotaRemaining <= 0 ? 'full' : undefined} value={calls} max={quota} />
        </dd>
      </div>
      <div>
        <dt>Rejected calls</dt>
        <dd class="number">{formatCount(sumRefused(use.days))}</dd>
        <dd class="soft small">By a limit, in {CALL_DAYS} days</dd>
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

/** Why calls were refused. */
const REFUSALS = [
  ['window', 'over the per-minute limit'],
  ['month', 'over the monthly limit'],
] as const;

const countRefused = ({ window, month }: DayOfCalls): number => window + month;

const sum = (days: readonly DayOfCalls[], countOf: (day: DayOfCalls) => number): number =>
  days.reduce((sum, day) => sum + countOf(day), 0);

/** The calls that the limits of a key refused in thirty days. */
const sumRefused = (days: readonly DayOfCalls[]): number => sum(days, countRefused);

/** Returns thirty days, of which the object of a key names those with calls. */
function everyDay(days: readonly DayOfCalls[], today: number): DayOfCalls[] {
  const first = today - CALL_DAYS + 1;
  return Array.from(
    { length: CALL_DAYS },
    (_, n) => days.find(({ day }) => day === first + n) ?? { day: first + n, admitted: 0, window: 0, month: 0 },
  );
}

/** The calls of a key in thirty days: those let in as bars, and those that its limits refused in a strip under them. */
const KeyCalls: FC<{ days: readonly DayOfCalls[]; now: number }> = ({ days, now }) => {
  const today = utcDayAt(now);
  const all = everyDay(days, today);
  const groups = all.map(({ day, admitted }) => ({ value: formatDay(day), clicks: admitted }));
  const { unit, bars } = makeBars({ days: groups, before: null }, today, 'call');
  const refused = (n: number) => (all[n] ? countRefused(all[n]) : 0);
  return (
    <div class="calls">
      <Chart
        id="calls"
        noun="call"
        unit={unit}
        bars={bars.map((bar, n) =>
          refused(n) === 0 ? bar : { ...bar, words: `${bar.words}, ${formatCount(refused(n))} rejected` },
        )}
        days={groups}
        range={formatDayRange(today - CALL_DAYS + 1, today)}
        head={<span class="label">30 days: {formatCount(sum(all, ({ admitted }) => admitted))} accepted</span>}
        strip={sumRefused(all) > 0 && <Strip days={all} />}
        stripLegend={<Reasons days={all} />}
        table={<CallsTable days={days} />}
      />
    </div>
  );
};

/** The share of its place that a bar fills, as in the chart above. */
const BAR = 0.74;
/** The least height of a bar in the strip: 4 of its 10 pixels. */
const LEAST = 0.4;

/** The refused calls of each day, on a scale of their own, because they are few beside the others. */
const Strip: FC<{ days: readonly DayOfCalls[] }> = ({ days }) => {
  const most = Math.max(...days.map(countRefused));
  return (
    <svg class="refused" aria-hidden="true">
      {days.map((day, n) => {
        const height = Math.max(LEAST, countRefused(day) / most);
        return (
          countRefused(day) > 0 && (
            <rect
              class={day.month > day.window ? 'month' : undefined}
              x={percent((n + (1 - BAR) / 2) / days.length)}
              y={percent(1 - height)}
              width={percent(BAR / days.length)}
              height={percent(height)}
              rx="2"
            />
          )
        );
      })}
    </svg>
  );
};

/** What the colours of the strip mean. */
const Reasons: FC<{ days: readonly DayOfCalls[] }> = ({ days }) => (
  <>
    {REFUSALS.map(([part, words]) => {
      const count = sum(days, (day) => day[part]);
      return (
        count > 0 && (
          <span class={`legend ${part}`}>
            {formatCount(count)} {words}
          </span>
        )
      );
    })}
  </>
);

const CallsTable: FC<{ days: readonly DayOfCalls[] }> = ({ days }) => (
  <table>
    <caption class="unseen">Calls by UTC day</caption>
    <thead>
      <tr>
        <th scope="col">Day</th>
        <th scope="col" class="end">
          Accepted
        </th>
        {REFUSALS.map(([, words]) => (
          <th scope="col" class="end">
            {words.charAt(0).toUpperCase() + words.slice(1)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {days.toReversed().map((one) => (
        <tr>
          <th scope="row">{formatShortDay(one.day)}</th>
          <td class="end">{formatCount(one.admitted)}</td>
          {REFUSALS.map(([part]) => (
            <td class="end">{formatCount(one[part])}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
