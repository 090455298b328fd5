/** The clicks of the last thirty days: their number, the change to the thirty days before, and a picture. */
import type { FC } from 'hono/jsx';
import { type ClicksOverview, RECENT_DAYS } from '#api/statistics/recent-clicks';
import { nameOfDay } from '#domain/breakdown';
import { barsOf, dayText, rangeText } from '../bars';
import { Change } from './change';
import { Chart } from './chart';
import { formatCount } from './components';

export const RecentClicksCard: FC<{ clicks: ClicksOverview }> = ({ clicks: { clicks, before, days, start } }) => (
  <section class="card morning">
    <div class="line split">
      <h2>{`Clicks, last ${RECENT_DAYS} days`}</h2>
      <a class="small" href="/console/statistics">
        All statistics
      </a>
    </div>
    <p class="line">
      <span class="number">{formatCount(clicks)}</span>
      {before !== null && <Before clicks={clicks} before={before} />}
      {clicks > 0 && <span class="small soft best">{bestDay(days, start)}</span>}
    </p>
    <DaysChart days={days} start={start} />
  </section>
);

/** The chart of the statistics, with UTC days. @param start in days since 1970 */
const DaysChart: FC<Pick<ClicksOverview, 'days' | 'start'>> = ({ days: counts, start }) => {
  const today = start + counts.length - 1;
  const days = counts.map((clicks, n) => ({ value: nameOfDay(start + n), clicks }));
  return (
    <Chart
      id="recent"
      {...barsOf({ days, before: null }, today)}
      days={days}
      range={`${rangeText(start, today)}, UTC`}
    />
  );
};

function bestDay(days: readonly number[], start: number): string {
  const most = Math.max(...days);
  const place = days.lastIndexOf(most);
  return `Best day: ${formatCount(most)} ${place === days.length - 1 ? 'today' : `on ${dayText(start + place)}`}`;
}

const Before: FC<{ clicks: number; before: number }> = ({ clicks, before }) => (
  <>
    <Change now={clicks} then={before} />
    <span class="small soft">
      {before === 0 ? 'None' : formatCount(before)} {`in the previous ${RECENT_DAYS} days`}
    </span>
  </>
);
