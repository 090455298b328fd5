/** The figures of a range of days, and the totals of all time beneath them. */
import type { FC } from 'hono/jsx';
import type { AccountStatistics } from '#api/statistics/statistics-record';
import { averageOf } from '../average';
import { dayText } from '../bars';
import { type Period, totalOf } from '../period';
import type { StatisticsView } from '../statistics-view';
import { Change } from './change';
import { formatCount, Moment } from './components';
import { shareText } from './ranking';

export type Totals = Pick<AccountStatistics, 'clickCount' | 'uniqueVisitors' | 'botHits' | 'qrScans' | 'lastAccessed'>;

type FiguresProps = {
  readonly view: StatisticsView;
  readonly period: Period;
  /** The day on which the counting began; null where the page does not know it. */
  readonly begin: number | null;
};

export const Figures: FC<FiguresProps> = ({ view, period, begin }) => {
  const { clicks, before, scans, robots, visitors, days } = period;
  const average = averageOf(period, begin);
  const best = Math.max(...days.map((day) => day.clicks));
  return (
    <dl class="figures">
      <div>
        <dt>Clicks</dt>
        <dd class="number">
          {formatCount(clicks)} {before && <Change now={clicks} then={totalOf(before)} />}
        </dd>
        {before && (
          <dd class="soft small">
            {totalOf(before) === 0 ? 'None' : formatCount(totalOf(before))} {beforeText(view)}
          </dd>
        )}
      </div>
      {visitors !== null && (
        <div>
          <dt>Visitors</dt>
          <dd class="number">{formatCount(visitors.count)}</dd>
          <dd class="soft small">
            {visitors.since === null ? 'Counted once a day' : `Since ${dayText(visitors.since)}`}
          </dd>
        </div>
      )}
      <div>
        <dt>Daily average</dt>
        <dd class="number">{averageText(average.clicks)}</dd>
        <dd class="soft small">
          {average.since !== null && `Since ${dayText(average.since)} · `}Best day: {formatCount(best)}
        </dd>
      </div>
      <div>
        <dt>QR scans</dt>
        <dd class="number">{formatCount(scans)}</dd>
        {clicks > 0 && <dd class="soft small">{shareText(Math.min(scans, clicks), clicks)} of clicks</dd>}
      </div>
      <div>
        <dt>Robots</dt>
        <dd class="number">{formatCount(robots)}</dd>
        <dd class="soft small">Not counted as clicks</dd>
      </div>
    </dl>
  );
};

function averageText(average: number): string {
  if (average > 0 && average < 0.1) return '<0.1';
  return formatCount(average < 10 ? Math.round(average * 10) / 10 : Math.round(average));
}

const beforeText = ({ start, end }: StatisticsView): string =>
  end === start ? 'on the previous day' : `in the previous ${end - start + 1} days`;

const countOf = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

export const AllTime: FC<{ totals: Totals }> = ({
  totals: { clickCount, uniqueVisitors, qrScans, botHits, lastAccessed },
}) => (
  <p class="all-time soft small">
    <span>
      All time: {countOf(clickCount, 'click')}, {countOf(uniqueVisitors, 'daily visitor')},{' '}
      {countOf(qrScans, 'QR scan')}, {countOf(botHits, 'robot')}
    </span>
    {lastAccessed !== null && (
      <span>
        Last click: <Moment at={Date.parse(lastAccessed)} />
      </span>
    )}
  </p>
);
