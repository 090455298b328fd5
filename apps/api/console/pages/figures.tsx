/** The figures of a range of days, and the totals of all time beneath them. */
import type { FC } from 'hono/jsx';
import type { AccountStatistics } from '#api/statistics/statistics-record';
import { ageOf } from '../age';
import { type Average, firstClickOf } from '../average';
import { dateText, dayText } from '../bars';
import { type Period, totalOf } from '../period';
import type { StatisticsView } from '../statistics-view';
import { Change } from './change';
import { formatCount, momentText } from './components';
import { shareText } from './ranking-table';

export type Totals = Pick<AccountStatistics, 'clickCount' | 'uniqueVisitors' | 'botHits' | 'qrScans' | 'lastAccessed'>;

type FiguresProps = {
  readonly view: StatisticsView;
  readonly period: Period;
  readonly totals: Totals;
  readonly average: Average;
  /** The first day of the chart. The caption says the first day of the average where it is a later one. */
  readonly start: number;
};

/** The figures of a range. Each has a caption of one line, so that all are equally high. */
export const Figures: FC<FiguresProps> = ({ view, period, totals, average, start }) => {
  const { clicks, before, scans, robots, visitors, days } = period;
  const averageCaption =
    average.since !== null && average.since > start
      ? `Since ${dayText(average.since)}`
      : `Best day: ${formatCount(Math.max(...days.map((day) => day.clicks)))}`;
  return (
    <dl class="figures">
      <div>
        <dt>Clicks</dt>
        <dd class="number">
          {formatCount(clicks)} {before && <Change now={clicks} then={totalOf(before)} />}
        </dd>
        <dd class="soft small">{clicksCaption(view, period, totals)}</dd>
      </div>
      <Figure name="Visitors" value={formatCount(visitors)} caption="Counted once a day" />
      <Figure name="Daily average" value={averageText(average.clicks)} caption={averageCaption} />
      <Figure
        name="QR scans"
        value={formatCount(scans)}
        caption={scans > 0 && clicks > 0 ? `${shareText(Math.min(scans, clicks), clicks)} of clicks` : ''}
      />
      <Figure name="Robots" value={formatCount(robots)} caption={robots > 0 ? 'Left out' : ''} />
    </dl>
  );
};

const Figure: FC<{ name: string; value: string; caption: string }> = ({ name, value, caption }) => (
  <div>
    <dt>{name}</dt>
    <dd class="number">{value}</dd>
    <dd class="soft small">{caption}</dd>
  </div>
);

/** What the clicks are compared with: the period before or, where it had none, the first click. */
function clicksCaption(view: StatisticsView, period: Period, { clickCount }: Totals): string {
  const before = period.before === null ? null : totalOf(period.before);
  if (before !== null && before > 0) return `${formatCount(before)} ${beforeText(view)}`;
  const first = firstClickOf(period, clickCount);
  if (first !== null) return `${clickCount === 1 ? 'Clicked' : 'First click'} on ${dateText(first)}`;
  return before === null ? `Of ${formatCount(clickCount)} in all` : `None ${beforeText(view)}`;
}

function averageText(average: number): string {
  if (average > 0 && average < 0.1) return '<0.1';
  return formatCount(average < 10 ? Math.round(average * 10) / 10 : Math.round(average));
}

const beforeText = ({ start, end }: StatisticsView): string =>
  end === start ? 'on the previous day' : `in the previous ${end - start + 1} days`;

const countOf = (count: number, noun: string): string => `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`;

/** The totals of all time; nothing where the range has all of them. */
export const AllTime: FC<{ totals: Totals; period: Period }> = ({ totals, period }) => {
  const { clickCount, uniqueVisitors, qrScans, botHits } = totals;
  if (clickCount === period.clicks && qrScans === period.scans && botHits === period.robots) return null;
  return (
    <p class="all-time soft small">
      All time: {countOf(clickCount, 'click')}, {countOf(uniqueVisitors, 'daily visitor')},{' '}
      {countOf(qrScans, 'QR scan')}, {countOf(botHits, 'robot')}
    </p>
  );
};

/** How long ago the last click was. The moment is the tooltip. */
export const LastClick: FC<{ totals: Totals; now: number }> = ({ totals: { lastAccessed }, now }) => {
  if (lastAccessed === null) return null;
  return (
    <span class="soft small">
      Last click{' '}
      <time datetime={lastAccessed} title={momentText(Date.parse(lastAccessed))}>
        {ageOf(Date.parse(lastAccessed), now)}
      </time>
    </span>
  );
};
