/** The figures of a range of days, the totals of all time beneath them, and the choice of the range. */
import type { FC } from 'hono/jsx';
import type { AccountStatistics } from '#api/statistics/statistics-record';
import { formatDay, type Group } from '#domain/breakdown';
import { Field, formatCount, formatCounted, formatMoment } from '../components';
import { Popover } from '../popover';
import { formatAge } from '../words';
import {
  type Average,
  findFirstClick,
  formatDayRange,
  formatLongDay,
  formatShortDay,
  type Period,
  sumClicks,
} from './period';
import { formatShare } from './ranking';
import { FIGURES, RANGES, type Range, rangeParameters, type StatisticsView, viewAddress } from './statistics-view';

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
  const { clicks, before, scans, robots, visitors, days, hours } = period;
  const averageCaption =
    average.since !== null && average.since > start
      ? `Since ${formatShortDay(average.since)}`
      : `Best day: ${formatCount(Math.max(...days.map((day) => day.clicks)))}`;
  const isFiltered = view.filters !== null;
  const isToday = view.start === view.today;
  return (
    <dl class="figures">
      <div>
        <dt>Clicks</dt>
        <dd class="number">
          {/* A day of which hours are still to come is not compared. */}
          {formatCount(clicks)} {before && !isToday && <Change now={clicks} then={sumClicks(before)} />}
        </dd>
        <dd class="soft small">{clicksCaption(view, period, totals)}</dd>
      </div>
      <Figure
        name="Unique visitors"
        value={formatCount(visitors)}
        caption={isFiltered ? 'By their first click' : 'Once a day each'}
      />
      {hours === null ? (
        <Figure name="Daily average" value={averageText(average.clicks)} caption={averageCaption} />
      ) : (
        <BusiestHour hours={hours} />
      )}
      <Figure
        name="QR scans"
        value={formatCount(scans)}
        caption={scans > 0 && clicks > 0 ? `${formatShare(Math.min(scans, clicks), clicks)} of clicks` : ''}
      />
      {isFiltered ? (
        <Figure name="Bots" value="–" caption="Not known under a filter" />
      ) : (
        <Figure name="Bots" value={formatCount(robots)} caption={robots > 0 ? 'Not in clicks' : ''} />
      )}
    </dl>
  );
};

const BusiestHour: FC<{ hours: readonly Group[] }> = ({ hours }) => {
  const most = Math.max(...hours.map(({ clicks }) => clicks));
  const value = hours.find(({ clicks }) => clicks === most && clicks > 0)?.value.slice(-5) ?? '–';
  return <Figure name="Busiest hour" value={value} caption={most > 0 ? formatCounted(most, 'click') : ''} />;
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
  const before = period.before === null ? null : sumClicks(period.before);
  if (before !== null && before > 0) return `${formatCount(before)} ${beforeText(view)}`;
  if (view.filters !== null) return before === null ? '' : `None ${beforeText(view)}`;
  const first = findFirstClick(period, clickCount);
  if (first !== null) return `${clickCount === 1 ? 'Clicked' : 'First click'} on ${formatLongDay(first)}`;
  return before === null ? `Of ${formatCount(clickCount)} in all` : `None ${beforeText(view)}`;
}

function averageText(average: number): string {
  if (average > 0 && average < 0.1) return '<0.1';
  return formatCount(average < 10 ? Math.round(average * 10) / 10 : Math.round(average));
}

const beforeText = ({ start, end }: StatisticsView): string =>
  end === start ? 'on the previous day' : `in the previous ${end - start + 1} days`;

/** The totals of all time; nothing where the range has all of them. */
export const AllTime: FC<{ totals: Totals; period: Period }> = ({ totals, period }) => {
  const { clickCount, uniqueVisitors, qrScans, botHits } = totals;
  if (clickCount === period.clicks && qrScans === period.scans && botHits === period.robots) return null;
  return (
    <p class="all-time soft small">
      All time: {formatCounted(clickCount, 'click')}, {formatCounted(uniqueVisitors, 'unique visitor')},{' '}
      {formatCounted(qrScans, 'QR scan')}, {formatCounted(botHits, 'bot visit')}
    </p>
  );
};

/** How long ago the last click was. The moment is the tooltip. */
export const LastClick: FC<{ totals: Totals; now: number }> = ({ totals: { lastAccessed }, now }) => {
  if (lastAccessed === null) return null;
  return (
    <span class="soft small">
      Last click{' '}
      <time datetime={lastAccessed} title={formatMoment(Date.parse(lastAccessed))}>
        {formatAge(Date.parse(lastAccessed), now)}
      </time>
    </span>
  );
};

/** The change in whole percent, as `+50%`, `−33%` or `±0%`; below one with its tenths. Null where nothing was counted before. */
export function formatChange(now: number, then: number): string | null {
  if (then === 0) return null;
  const exact = (100 * (now - then)) / then;
  const percent = Math.abs(exact) < 0.95 ? Math.round(10 * exact) / 10 : Math.round(exact);
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${formatCount(Math.abs(percent))}%`;
}

export const Change: FC<{ now: number; then: number }> = ({ now, then }) => {
  const text = formatChange(now, then);
  return text === null ? null : <span class={text.startsWith('+') ? 'delta up' : 'delta'}>{text}</span>;
};

const RANGE_NAMES: Record<Range, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  7: '7 days',
  month: 'This month',
  30: '30 days',
  90: '90 days',
  365: 'A year',
};

/** The choice of the days and the time zone of statistics. It works by addresses, without script. */
export const RangeChoice: FC<{ view: StatisticsView }> = ({ view }) => (
  <div class="range" data-part="range">
    <nav class="ranges" aria-label="Range of days">
      {RANGES.map((one) => (
        <a
          href={`${viewAddress(view, { days: one })}#${FIGURES}`}
          aria-current={one === view.range ? 'true' : undefined}
        >
          {RANGE_NAMES[one]}
        </a>
      ))}
    </nav>
    <Popover
      id="own-range"
      title="Own range of days, time zone"
      class="own-forms"
      look="own"
      isChosen={view.range === null}
      label={
        <>
          {view.range === null ? formatDayRange(view.start, view.end) : 'Custom…'}
          <span class="unseen"> Own range of days, time zone</span>
        </>
      }
      isOpen={Object.keys(view.errors).length > 0}
    >
      <OwnDays view={view} />
      <Zone view={view} />
    </Popover>
  </div>
);

const OwnDays: FC<{ view: StatisticsView }> = ({ view: { path, tabs, filters, start, end, today, typed, errors } }) => {
  const limits = { max: formatDay(today), placeholder: 'YYYY-MM-DD' };
  return (
    <form action={`${path}#${FIGURES}`} class="own-days">
      <Kept parameters={{ ...tabs, ...filters }} />
      <Field
        label="From"
        name="start"
        type="date"
        value={typed.start ?? formatDay(start)}
        error={errors.start}
        input={limits}
      />
      <Field label="To" name="end" type="date" value={typed.end ?? formatDay(end)} error={errors.end} input={limits} />
      <button type="submit">Show</button>
    </form>
  );
};

/** The script adds the browser's zones to the list of the field. */
const Zone: FC<{ view: StatisticsView }> = ({ view }) => (
  <form action={`${view.path}#${FIGURES}`} class="own-zone">
    <Kept parameters={{ ...rangeParameters(view), ...view.tabs, ...view.filters }} />
    <Field
      label="Time zone of the days"
      name="tz"
      value={view.typed.tz ?? view.timeZone}
      error={view.errors.tz}
      input={{ list: 'zones', autocomplete: 'off', autocapitalize: 'off', spellcheck: 'false', required: true }}
    />
    <datalist id="zones" />
    <button class="quiet" type="submit">
      Save time zone
    </button>
  </form>
);

const Kept: FC<{ parameters: Readonly<Record<string, string | undefined>> }> = ({ parameters }) => (
  <>
    {Object.entries(parameters).map(
      ([name, value]) => value !== undefined && <input type="hidden" name={name} value={value} />,
    )}
  </>
);
