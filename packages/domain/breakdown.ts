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

type Counted = Pick<CountedDays, 'quarters'>;
type ZoneRange = Pick<BreakdownQuery, 'start' | 'end' | 'timeZone'>;

/** The clicks of each day of the zone that had clicks, in the order of the days. */
const byDay = (counted: Counted, range: ZoneRange): Group[] =>
  sumByClock(counted, range, utcDayAt).map(([day, clicks]) => ({ value: formatDay(day), clicks }));

const HOUR_MS = 3_600_000;

/**
 * The clicks of each hour of the zone's clock that had clicks, in their order, as `2026-11-20 13:00`. Where the clock
 * goes back, the hour that it shows twice is one.
 */
export const groupByHour = (counted: Counted, range: ZoneRange): Group[] =>
  sumByClock(counted, range, (local) => Math.floor(local / HOUR_MS)).map(([hour, clicks]) => ({
    value: new Date(hour * HOUR_MS).toISOString().slice(0, 16).replace('T', ' '),
    clicks,
  }));

/** Sums the clicks of a zone's days by what its clock showed. @param unitOf of a moment, as if the clock showed UTC */
function sumByClock({ quarters }: Counted, { start, end, timeZone }: ZoneRange, unitOf: (local: number) => number) {
  const counts = new Map<number, number>();
  for (const { day, clicks: ofDay } of quarters) {
    const clockAt = makeQuarterToClock(day, timeZone);
    for (const [quarter, clicks] of ofDay) {
      const local = clockAt(quarter);
      if (utcDayAt(local) < start || utcDayAt(local) > end) continue;
      const unit = unitOf(local);
      counts.set(unit, (counts.get(unit) ?? 0) + clicks);
    }
  }
  return [...counts].sort(([a], [b]) => a - b);
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
 * Returns the function from a quarter of an hour of a UTC day to what the zone's clock shows at its beginning, in
 * milliseconds since 1970. It calls Intl for two quarters of a
 * day, and for every quarter only if the zone's clocks change on that day.
 */
function makeQuarterToClock(day: number, timeZone: string): (quarter: number) => number {
  const at = (quarter: number) => dayStartsAt(day) + quarter * QUARTER_MS;
  const first = offsetAt(at(0), timeZone);
  const isSteady = first === offsetAt(at(QUARTERS - 1), timeZone);
  return (quarter) => at(quarter) + (isSteady ? first : offsetAt(at(quarter), timeZone));
}

/** The name of a day, as `2026-11-20`. */
export const formatDay = (day: number): string => new Date(dayStartsAt(day)).toISOString().slice(0, 10);

/** The day of a name as `2026-11-20`; null for any other text. */
export function parseDay(name: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(name) ? Date.parse(`${name}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) || formatDay(utcDayAt(at)) !== name ? null : utcDayAt(at);
}

/** The hour of the day that a zone's clock shows at a moment, 0 to 23. */
export const findLocalHour = (at: number, timeZone: string): number =>
  Math.floor((at + offsetAt(at, timeZone)) / HOUR_MS) % 24;

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
