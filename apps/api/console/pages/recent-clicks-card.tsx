/** The clicks of the last thirty days: their number, the change to the thirty days before, and a picture. */
import type { FC, PropsWithChildren } from 'hono/jsx';
import { type ClicksOverview, RECENT_DAYS } from '#api/statistics/recent-clicks';
import { nameOfDay } from '#domain/breakdown';
import { averageOf, daysSince, firstClickOf } from '../average';
import { barsOf, rangeText } from '../bars';
import { Change } from './change';
import { Chart } from './chart';
import { formatCount } from './components';

export const RecentClicksCard: FC<{ clicks: ClicksOverview }> = ({
  clicks: { clicks, total, before, days, start },
}) => (
  <section class="card morning">
    <div class="part">
      <h2>{`Clicks, last ${RECENT_DAYS} days`}</h2>
      <a class="small" href="/console/statistics">
        All statistics
      </a>
    </div>
    <DaysChart clicks={clicks} total={total} days={days} start={start}>
      <span class="line">
        <span class="number">{formatCount(clicks)}</span>
        {before !== null && <Before clicks={clicks} before={before} />}
      </span>
    </DaysChart>
  </section>
);

type DaysProps = PropsWithChildren<Pick<ClicksOverview, 'clicks' | 'total' | 'days' | 'start'>>;

/** The chart of the statistics, with UTC days. A new account has those from its first click on. */
const DaysChart: FC<DaysProps> = ({ clicks, total, days: counts, start, children }) => {
  const today = start + counts.length - 1;
  const period = {
    clicks,
    before: null,
    days: counts.map((count, n) => ({ value: nameOfDay(start + n), clicks: count })),
  };
  const { days, before } = daysSince(period, averageOf(period, firstClickOf(period, total)).since);
  return (
    <Chart
      id="recent"
      {...barsOf({ days, before }, today)}
      days={days}
      range={`${rangeText(today - days.length + 1, today)}, UTC${days.length < counts.length ? ' · none before' : ''}`}
      head={children}
    />
  );
};

const Before: FC<{ clicks: number; before: number }> = ({ clicks, before }) => (
  <>
    <Change now={clicks} then={before} />
    <span class="small soft">
      {before === 0
        ? `None in the previous ${RECENT_DAYS} days`
        : `from ${formatCount(before)} in the ${RECENT_DAYS} days before`}
    </span>
  </>
);
