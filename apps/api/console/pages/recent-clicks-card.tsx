/** The clicks of the last thirty days: their number, the change to the thirty days before, and a picture. */
import type { FC, PropsWithChildren } from 'hono/jsx';
import { type ClicksOverview, RECENT_DAYS } from '#api/statistics/recent-clicks';
import { nameOfDay } from '#domain/breakdown';
import { barsOf, rangeText } from '../bars';
import { Change } from './change';
import { Chart } from './chart';
import { formatCount } from './components';

export const RecentClicksCard: FC<{ clicks: ClicksOverview }> = ({ clicks: { clicks, before, days, start } }) => (
  <section class="card morning">
    <div class="part">
      <h2>{`Clicks, last ${RECENT_DAYS} days`}</h2>
      <a class="small" href="/console/statistics">
        All statistics
      </a>
    </div>
    <DaysChart days={days} start={start}>
      <span class="line">
        <span class="number">{formatCount(clicks)}</span>
        {before !== null && <Before clicks={clicks} before={before} />}
      </span>
    </DaysChart>
  </section>
);

type DaysProps = PropsWithChildren<Pick<ClicksOverview, 'days' | 'start'>>;

/** The chart of the statistics, with UTC days. @param start in days since 1970 */
const DaysChart: FC<DaysProps> = ({ days: counts, start, children }) => {
  const today = start + counts.length - 1;
  const days = counts.map((clicks, n) => ({ value: nameOfDay(start + n), clicks }));
  return (
    <Chart
      id="recent"
      {...barsOf({ days, before: null }, today)}
      days={days}
      range={`${rangeText(start, today)}, UTC`}
      head={children}
    />
  );
};

const Before: FC<{ clicks: number; before: number }> = ({ clicks, before }) => (
  <>
    <Change now={clicks} then={before} />
    <span class="small soft">
      {before === 0 ? `None in the previous ${RECENT_DAYS} days` : `from ${formatCount(before)}`}
    </span>
  </>
);
