/** The picture of a key's calls in thirty days: those let in as bars, and those that its limits refused in a strip under them. */
import type { FC } from 'hono/jsx';
import { nameOfDay } from '#domain/breakdown';
import { dayOf } from '#domain/daily-counts';
import { CALL_DAYS, type DayOfCalls } from '#domain/key-calls';
import { barsOf, dayText, rangeText } from '../bars';
import { Chart } from './chart';
import { formatCount } from './components';

/** Why calls were refused. */
const REFUSALS = [
  ['window', 'over the per-minute limit'],
  ['month', 'over the monthly limit'],
] as const;

const refusedOf = ({ window, month }: DayOfCalls): number => window + month;

const sumOf = (days: readonly DayOfCalls[], countOf: (day: DayOfCalls) => number): number =>
  days.reduce((sum, day) => sum + countOf(day), 0);

/** The calls that the limits of a key refused in thirty days. */
export const refusedIn = (days: readonly DayOfCalls[]): number => sumOf(days, refusedOf);

/** Returns thirty days, of which the object of a key names those with calls. */
function everyDay(days: readonly DayOfCalls[], today: number): DayOfCalls[] {
  const first = today - CALL_DAYS + 1;
  return Array.from(
    { length: CALL_DAYS },
    (_, n) => days.find(({ day }) => day === first + n) ?? { day: first + n, admitted: 0, window: 0, month: 0 },
  );
}

export const KeyCalls: FC<{ days: readonly DayOfCalls[]; now: number }> = ({ days, now }) => {
  const today = dayOf(now);
  const all = everyDay(days, today);
  const groups = all.map(({ day, admitted }) => ({ value: nameOfDay(day), clicks: admitted }));
  const { unit, bars } = barsOf({ days: groups, before: null }, today, 'call');
  const refused = (n: number) => (all[n] ? refusedOf(all[n]) : 0);
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
        range={rangeText(today - CALL_DAYS + 1, today)}
        head={<span class="label">30 days: {formatCount(sumOf(all, ({ admitted }) => admitted))} accepted</span>}
        strip={refusedIn(all) > 0 && <Strip days={all} />}
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

const percent = (share: number): string => `${Number((100 * share).toFixed(2))}%`;

/** The refused calls of each day, on a scale of their own, because they are few beside the others. */
const Strip: FC<{ days: readonly DayOfCalls[] }> = ({ days }) => {
  const most = Math.max(...days.map(refusedOf));
  return (
    <svg class="refused" aria-hidden="true">
      {days.map((day, n) => {
        const height = Math.max(LEAST, refusedOf(day) / most);
        return (
          refusedOf(day) > 0 && (
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
      const count = sumOf(days, (day) => day[part]);
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
          <th scope="row">{dayText(one.day)}</th>
          <td class="end">{formatCount(one.admitted)}</td>
          {REFUSALS.map(([part]) => (
            <td class="end">{formatCount(one[part])}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
);
