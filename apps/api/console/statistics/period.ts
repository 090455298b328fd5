/** The figures of a range of days, those of the same number of days before it, and the bars of both. */
import type { Counted } from '#api/statistics/statistics';
import type { AccountStatistics, LinkStatistics } from '#api/statistics/statistics-record';
import { findLocalHour, formatDay, type Group, groupByHour, groupClicks, parseDay } from '#domain/breakdown';
import { dayStartsAt } from '#domain/daily-counts';
import { formatCount, formatCounted } from '../components';
import { makeStatisticsQuery, type StatisticsView, startBefore } from './statistics-view';

type Breakdown = NonNullable<LinkStatistics['breakdown']>;

export type Period = {
  readonly clicks: number;
  /** The clicks of the UTC days of the range, of which the most clicked links have shares. */
  readonly utcClicks: number;
  readonly scans: number;
  readonly robots: number;
  /** The sum of the visitors of each UTC day. */
  readonly visitors: number;
  /** Every day of the range. */
  readonly days: readonly Group[];
  /** Every hour of a range of one day, as `2026-11-20 13:00`; null for more days. */
  readonly hours: readonly Group[] | null;
  /** Every day of the period before; null where its days are no longer stored. */
  readonly before: readonly Group[] | null;
  /** The clicks by each other grouping, with all values. */
  readonly breakdown: Breakdown;
  /** Clicks of which nobody knows whether they match the filters; 0 without a filter. */
  readonly missed: number;
  /** The first day that filters reach back to, in days since 1970, if the range begins earlier; otherwise null. */
  readonly filteredSince: number | null;
};

/** Makes the figures of a view from what the statistics have counted. */
export function makePeriod(
  { statistics: { breakdown = {} }, counted }: Counted<LinkStatistics | AccountStatistics>,
  view: StatisticsView,
): Period {
  const reach = view.filters !== null && counted !== null && counted.from > view.start ? counted.from : null;
  const filteredSince = reach && Math.min(reach, view.end);
  const days = everyDay(breakdown.day ?? [], filteredSince ?? view.start, view.end);
  const [first, last] = [startBefore(view), view.start - 1];
  const isStored = counted !== null && counted.from <= first;
  const earlier = isStored ? groupClicks(counted, { ...makeStatisticsQuery(view), start: first, end: last }).day : null;
  return {
    clicks: sumClicks(days),
    utcClicks: counted?.sum.clicks ?? 0,
    scans: counted?.sum.scans ?? 0,
    robots: counted?.sum.robots ?? 0,
    visitors: counted?.sum.visitors ?? 0,
    days,
    hours: view.start === view.end ? everyHour(counted, view) : null,
    before: earlier ? everyDay(earlier, first, last) : null,
    breakdown,
    missed: counted?.sum.missed ?? 0,
    filteredSince,
  };
}

function everyHour(counted: Counted<unknown>['counted'], view: StatisticsView): Group[] {
  const clicks = new Map(groupByHour(counted ?? { quarters: [] }, view).map((one) => [one.value, one.clicks]));
  return Array.from({ length: 24 }, (_, hour) => {
    const value = `${formatDay(view.start)} ${formatHour(hour)}`;
    return { value, clicks: clicks.get(value) ?? 0 };
  });
}

const formatHour = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

export const sumClicks = (groups: readonly Group[]): number => groups.reduce((sum, { clicks }) => sum + clicks, 0);

/** The clicks of every day from `start` to `end`, days since the epoch; 0 for a day without clicks. */
export function everyDay(days: readonly Group[], start: number, end: number): Group[] {
  const clicks = new Map(days.map((one) => [parseDay(one.value), one.clicks]));
  return Array.from({ length: end - start + 1 }, (_, index) => {
    const day = start + index;
    return { value: formatDay(day), clicks: clicks.get(day) ?? 0 };
  });
}

/** The average clicks a day. It leaves out the days on which there was nothing to click yet. */
export type Average = {
  readonly clicks: number;
  /** The first day that counts, in days since 1970; null where it is that of the range. */
  readonly since: number | null;
};

const firstClicked = (days: readonly Group[]): number => days.findIndex(({ clicks }) => clicks > 0);

/**
 * The day of the first click, if all clicks ever are in the range; otherwise null. @param total the clicks of all time
 */
export function findFirstClick({ clicks, days }: Pick<Period, 'clicks' | 'days'>, total: number): number | null {
  return clicks === total ? parseDay(days[firstClicked(days)]?.value ?? '') : null;
}

/** @param begin the day on which counting began; null if it is unknown */
export function computeAverage({ clicks, days }: Pick<Period, 'clicks' | 'days'>, begin: number | null): Average {
  const begun = begin === null ? 0 : days.findIndex(({ value }) => (parseDay(value) ?? 0) >= begin);
  const clicked = firstClicked(days);
  // Clicks can be older than a link, if another link had its alias before.
  const first = Math.max(0, clicked === -1 ? begun : Math.min(begun, clicked));
  const since = first === 0 ? null : parseDay(days[first]?.value ?? '');
  return { clicks: clicks / (days.length - first), since };
}

/** The fewest days of a chart. */
const FEWEST_DAYS = 7;

/**
 * Leaves out the days on which there was nothing to click yet, so that the chart of a young link is not blank.
 * @param since the first day that counts, in days since 1970; null where it is that of the range
 */
export function daysSince({ days, before }: Pick<Period, 'days' | 'before'>, since: number | null) {
  const first = since === null ? 0 : days.findIndex(({ value }) => (parseDay(value) ?? 0) >= since);
  const left = Math.max(0, Math.min(first, days.length - FEWEST_DAYS));
  return { days: days.slice(left), before: before?.slice(left) ?? null };
}

/** A chart of more days has a bar for each week. */
const MOST_DAYS = 92;
/** The most labels of the axis, which fit below a chart on a phone. */
const MOST_LABELS = 6;
const WEEK = 7;

export type Bar = {
  /** The first day, as `2026-11-20`. */
  readonly value: string;
  readonly clicks: number;
  /** The clicks of the same day of the period before; null where they are not compared. */
  readonly before: number | null;
  /** The bar in words. */
  readonly words: string;
  /** The text below the bar; undefined below most bars. */
  readonly label: string | undefined;
  /** Whether a label may stand here: a Monday, or the first week of a month. */
  readonly isTick: boolean;
  /** Whether the day or the week is not over. */
  readonly isOpen: boolean;
};

export type Bars = { readonly unit: 'hour' | 'day' | 'week'; readonly bars: readonly Bar[] };

const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-GB', { ...options, timeZone: 'UTC' });
const FULL = format({ weekday: 'short', day: 'numeric', month: 'short' });
const SHORT = format({ day: 'numeric', month: 'short' });
const MONTH = format({ month: 'short' });
const RANGE = format({ day: 'numeric', month: 'short', year: 'numeric' });

const formatBarDay = (style: Intl.DateTimeFormat, day: number): string => style.format(dayStartsAt(day));

/** A day in words, as `22 Nov`. @param day in days since 1970 */
export const formatShortDay = (day: number): string => formatBarDay(SHORT, day);

/** A day in words with its year, as `22 Nov 2026`. @param day in days since 1970 */
export const formatLongDay = (day: number): string => formatBarDay(RANGE, day);

/** The range in words, as `24 Oct – 22 Nov 2026`. */
export const formatDayRange = (start: number, end: number): string =>
  RANGE.formatRange(dayStartsAt(start), dayStartsAt(end));

/** Makes the bars of a period. @param today the present day of the zone @param noun what the bars of days count */
export function makeBars({ days, before }: Pick<Period, 'days' | 'before'>, today: number, noun = 'click'): Bars {
  const unit = days.length > MOST_DAYS ? 'week' : 'day';
  const bars = unit === 'day' ? daily(days, before, today, noun) : weekly(days, today);
  return { unit, bars: labelled(bars) };
}

/** Makes the bars of the hours of one day. @param view whose day is the range */
export function makeHourBars(
  hours: readonly Group[],
  { start, today, now, timeZone }: Pick<StatisticsView, 'start' | 'today' | 'now' | 'timeZone'>,
): Bars {
  const present = start === today ? findLocalHour(now, timeZone) : null;
  const bars = hours.map(({ value, clicks }, hour) => ({
    value: value.slice(-5),
    clicks,
    before: null,
    words: `${formatHour(hour)} – ${formatHour(hour + 1)}: ${formatCounted(clicks, 'click')}${hour === present ? ' so far' : ''}`,
    text: formatHour(hour),
    isTick: hour % 4 === 0,
    isOpen: hour === present,
  }));
  return { unit: 'hour', bars: labelled(bars) };
}

type Unlabelled = Omit<Bar, 'label'> & { readonly text: string };

function daily(days: readonly Group[], earlierDays: Period['before'], today: number, noun: string): Unlabelled[] {
  // Nothing is compared with a period without clicks, such as the one before the first link.
  const before = earlierDays?.some(({ clicks }) => clicks > 0) ? earlierDays : null;
  return days.map(({ value, clicks }, n) => {
    const day = parseDay(value) ?? 0;
    const earlier = before?.[n];
    const then = earlier && ` (${formatCount(earlier.clicks)} on ${formatShortDay(parseDay(earlier.value) ?? 0)})`;
    return {
      value,
      clicks,
      before: earlier?.clicks ?? null,
      words: `${formatBarDay(FULL, day)}: ${formatCounted(clicks, noun)}${day === today ? ' so far' : ''}${then ?? ''}`,
      text: formatShortDay(day),
      isTick: days.length <= WEEK || findMonday(day) === day,
      isOpen: day === today,
    };
  });
}

/** The Monday of a day's week. Day 0 was a Thursday. */
const findMonday = (day: number): number => day - ((((day + 3) % WEEK) + WEEK) % WEEK);

function weekly(days: readonly Group[], today: number): Unlabelled[] {
  const weeks = new Map<number, Group[]>();
  for (const day of days) {
    const monday = findMonday(parseDay(day.value) ?? 0);
    weeks.set(monday, [...(weeks.get(monday) ?? []), day]);
  }
  return [...weeks].map(([monday, group]) => {
    const clicks = group.reduce((sum, one) => sum + one.clicks, 0);
    const isOpen = findMonday(today) === monday;
    const value = group[0]?.value ?? '';
    return {
      value,
      clicks,
      before: null,
      words: `Week of ${formatShortDay(monday)}: ${formatCounted(clicks, 'click')}${isOpen ? ' so far' : ''}`,
      text: formatBarDay(MONTH, monday + WEEK - 1),
      // The week in which a month begins.
      isTick: new Date(dayStartsAt(monday + WEEK - 1)).getUTCDate() <= WEEK,
      isOpen,
    };
  });
}

/** Gives a label to some of the ticks, at the same distance from each other. */
function labelled(bars: readonly Unlabelled[]): Bar[] {
  const ticks = bars.filter(({ isTick }) => isTick);
  const step = Math.ceil(ticks.length / MOST_LABELS);
  const shown = new Set(ticks.filter((_, n) => (ticks.length - 1 - n) % step === 0));
  return bars.map((bar) => {
    const { text, ...rest } = bar;
    return { ...rest, label: shown.has(bar) ? text : undefined };
  });
}
