/** The picture of a key's calls in thirty days: let in, and refused by its window or its month. */
import type { FC } from 'hono/jsx';
import { nameOfDay } from '#domain/breakdown';
import { dayOf } from '#domain/daily-counts';
import { CALL_DAYS, type DayOfCalls } from '#domain/key-calls';
import { formatCount } from './components';

const HEIGHT = 40;
/** The width of a day; its bar leaves a gap. */
const [STEP, BAR] = [10, 8];

/** The parts of a bar from below, with their names. */
const PARTS = [
  ['admitted', 'accepted'],
  ['window', 'over the per-minute limit'],
  ['month', 'over the monthly limit'],
] as const;

const totalOf = (days: readonly DayOfCalls[], part: (typeof PARTS)[number][0]): number =>
  days.reduce((sum, one) => sum + one[part], 0);

/** The calls of the busiest day. */
const mostIn = (days: readonly DayOfCalls[]): number =>
  Math.max(0, ...days.map(({ admitted, window, month }) => admitted + window + month));

export const KeyCalls: FC<{ days: readonly DayOfCalls[]; now: number }> = ({ days, now }) => {
  const first = dayOf(now) - CALL_DAYS + 1;
  return (
    <figure class="calls">
      <figcaption class="edges">
        <span class="label">Calls in the last 30 days</span>
        {days.length > 0 && <span class="soft small">Busiest day: {formatCount(mostIn(days))}</span>}
      </figcaption>
      <svg
        viewBox={`0 0 ${CALL_DAYS * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Calls a day from ${nameOfDay(first)} to ${nameOfDay(dayOf(now))}; the table below has the numbers.`}
      >
        <path class="base" d={`M0 ${HEIGHT}H${CALL_DAYS * STEP}`} />
        {PARTS.map(([part]) => (
          <path class={part} d={barsOf(days, part, first)} />
        ))}
      </svg>
      <p class="edges soft small">
        <span>{nameOfDay(first)}</span>
        <span>Today so far</span>
      </p>
      <ul class="key line small">
        {PARTS.map(([part, words]) => (
          <li class={part}>
            <b>{formatCount(totalOf(days, part))}</b> {words}
          </li>
        ))}
      </ul>
      {days.length > 0 && <CallsTable days={days} />}
    </figure>
  );
};

/** The path of one part of all bars. The highest bar fills the picture. */
function barsOf(days: readonly DayOfCalls[], part: (typeof PARTS)[number][0], first: number): string {
  const most = Math.max(1, mostIn(days));
  const heightOf = (count: number) => (count / most) * HEIGHT;
  return days
    .filter((one) => one[part] > 0)
    .map((one) => {
      const below = PARTS.slice(
        0,
        PARTS.findIndex(([name]) => name === part),
      ).reduce((sum, [name]) => sum + one[name], 0);
      const x = (one.day - first) * STEP + (STEP - BAR) / 2;
      return `M${x} ${rounded(HEIGHT - heightOf(below))}v-${rounded(heightOf(one[part]))}h${BAR}v${rounded(heightOf(one[part]))}z`;
    })
    .join('');
}

const rounded = (length: number): string => String(Math.round(length * 100) / 100);

const CallsTable: FC<{ days: readonly DayOfCalls[] }> = ({ days }) => (
  <details>
    <summary>As a table</summary>
    <table>
      <caption class="unseen">Calls by UTC day</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          {PARTS.map(([, words]) => (
            <th scope="col" class="end">
              {words.charAt(0).toUpperCase() + words.slice(1)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {days.toReversed().map((one) => (
          <tr>
            <th scope="row">{nameOfDay(one.day)}</th>
            {PARTS.map(([part]) => (
              <td class="end">{formatCount(one[part])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </details>
);
