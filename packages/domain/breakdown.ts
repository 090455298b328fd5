/** Breakdowns: the clicks of a range of days, grouped as `groupBy` says (specification 10.3). */
import {
  type ClicksByValue,
  type CountedDays,
  type DayRange,
  DIMENSIONS,
  dayStartsAt,
  QUARTER_MS,
  utcDayAt,
} from './daily-counts';
import { offsetAt } from './local-time';

export const GROUPINGS = ['day', ...DIMENSIONS] as const;
export type Grouping = (typeof GROUPINGS)[number];

/**
 * The days of the range are days of `timeZone`. Only `day` needs them: the other groupings use UTC days (toUtcDays).
 */
export type BreakdownQuery = DayRange & {
  readonly groupBy: readonly Grouping[];
  /** IANA name. */
  readonly timeZone: string;
  /** The largest number of values of a grouping. It does not apply to `day`. */
  readonly limit: number;
};

export type Group = { readonly value: string; readonly clicks: number };
type Breakdown = { readonly [grouping in Grouping]?: readonly Group[] };

/** Groups the counts of the query's range. */
export function groupClicks(counted: Pick<CountedDays, 'sum' | 'quarters'>, query: BreakdownQuery): Breakdown {
  const { by } = counted.sum;
  const makeGroups = (grouping: Grouping) =>
    grouping === 'day' ? byDay(counted, query) : byValue(by[grouping], query);
  return Object.fromEntries(query.groupBy.map((grouping) => [grouping, makeGroups(grouping)]));
}

/** The clicks of each day of the zone that had clicks, in the order of the days. */
function byDay({ quarters }: Pick<CountedDays, 'quarters'>, { start, end, timeZone }: BreakdownQuery): Group[] {
  const counts = new Map<number, number>();
  for (const { day, clicks: ofDay } of quarters) {
    const localDay = makeQuarterToDay(day, timeZone);
    for (const [quarter, clicks] of ofDay) {
      const local = localDay(quarter);
      if (local >= start && local <= end) counts.set(local, (counts.get(local) ?? 0) + clicks);
    }
  }
  return [...counts].sort(([a], [b]) => a - b).map(([day, clicks]) => ({ value: formatDay(day), clicks }));
}

/**
 * The clicks of each value, the most clicked value first. Values with equal clicks are in the order of their names.
 */
const byValue = (counts: ClicksByValue, { limit }: BreakdownQuery): Group[] =>
  [...counts]
    .map(([value, clicks]) => ({ value, clicks }))
    .sort((a, b) => b.clicks - a.clicks || (a.value < b.value ? -1 : 1))
    .slice(0, limit);

const QUARTERS = 96;

/**
 * Returns the function from a quarter of an hour of a UTC day to the zone's day. It calls Intl for two quarters of a
 * day, and for every quarter only if the zone's clocks change on that day.
 */
function makeQuarterToDay(day: number, timeZone: string): (quarter: number) => number {
  const at = (quarter: number) => dayStartsAt(day) + quarter * QUARTER_MS;
  const first = offsetAt(at(0), timeZone);
  const isSteady = first === offsetAt(at(QUARTERS - 1), timeZone);
  return (quarter) => utcDayAt(at(quarter) + (isSteady ? first : offsetAt(at(quarter), timeZone)));
}

/** The name of a day, as `2026-11-20`. */
export const formatDay = (day: number): string => new Date(dayStartsAt(day)).toISOString().slice(0, 10);

/** The day of a name as `2026-11-20`; null for any other text. */
export function parseDay(name: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(name) ? Date.parse(`${name}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) || formatDay(utcDayAt(at)) !== name ? null : utcDayAt(at);
}

/** The day that a zone's calendar shows at a moment. */
export const findLocalDay = (at: number, timeZone: string): number => utcDayAt(at + offsetAt(at, timeZone));

/**
 * Returns the UTC days that stand for a range of days of a zone. They have the same dates, except that the UTC day of
 * now belongs to every range that contains now: west of UTC it may be the zone's tomorrow, east of UTC its yesterday.
 */
export function toUtcDays({ start, end }: DayRange, timeZone: string, now: number): DayRange {
  const today = findLocalDay(now, timeZone);
  if (today < start || today > end) return { start, end };
  return { start: Math.min(start, utcDayAt(now)), end: Math.max(end, utcDayAt(now)) };
}

/** Tells whether the days of a zone begin at other moments than those of UTC, at either end of a range. */
export const isOffUtc = ({ start, end }: DayRange, timeZone: string): boolean =>
  [start, end + 1].some((day) => offsetAt(dayStartsAt(day), timeZone) !== 0);
