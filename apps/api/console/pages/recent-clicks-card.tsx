/** The clicks of the last thirty days: their number, the change to the thirty days before, and a picture. */
import type { FC } from 'hono/jsx';
import { type ClicksOverview, RECENT_DAYS } from '#api/statistics/recent-clicks';
import { dayText } from '../bars';
import { Change } from './change';
import { formatCount } from './components';
import { Sparkline } from './sparkline';

export const RecentClicksCard: FC<{ clicks: ClicksOverview }> = ({ clicks: { clicks, before, days, start } }) => (
  <section class="card morning">
    <div class="line">
      <h2>{`Clicks of ${RECENT_DAYS} days`}</h2>
      <a class="small" href="/console/statistics">
        All statistics
      </a>
    </div>
    <p class="line">
      <span class="number">{formatCount(clicks)}</span>
      {before !== null && <Before clicks={clicks} before={before} />}
      {clicks > 0 && <span class="small soft best">{bestDay(days, start)}</span>}
    </p>
    <div>
      <Sparkline counts={days} label={`Clicks of ${RECENT_DAYS} days`} />
      <p class="line small soft" aria-hidden="true">
        <span>{dayText(start)}</span>
        <span>Today</span>
      </p>
    </div>
  </section>
);

function bestDay(days: readonly number[], start: number): string {
  const most = Math.max(...days);
  return `Best day: ${formatCount(most)} on ${dayText(start + days.lastIndexOf(most))}`;
}

const Before: FC<{ clicks: number; before: number }> = ({ clicks, before }) => (
  <>
    <Change now={clicks} then={before} />
    <span class="small soft">
      {before === 0 ? 'None' : formatCount(before)} {`in the ${RECENT_DAYS} days before`}
    </span>
  </>
);
