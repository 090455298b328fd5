/** The counts of a range of days, as the statistics object returns them. */
import { addCounts, type DailyCounts, emptyCounts } from './daily-counts';

/** The first and the last day of a range, both included. A day is a number of days since 1970. */
export type DayRange = { readonly start: number; readonly end: number };

/**
 * A range whose clicks are compared with those of earlier days. `since` is the first day whose clicks are counted by
 * quarters of an hour; without it `start` is. All other counts are those of the range.
 */
export type ComparedRange = DayRange & { readonly since?: number | undefined };

/** The counts of one UTC day. */
export type CountedDay = { readonly day: number; readonly counts: DailyCounts };

export type CountedDays = {
  /** The sum of all UTC days of the range. */
  readonly sum: DailyCounts;
  /**
   * The clicks by quarter of an hour, for each UTC day with clicks of the range and of the two days beside it. The first
   * and the last day of a time zone reach into those two.
   */
  readonly quarters: readonly { readonly day: number; readonly clicks: Map<number, number> }[];
  /** The first requested day that is stored and not yet deleted for its age. */
  readonly from: number;
};

/**
 * The largest number of values of a dimension in a sum. It makes the sum fit into the reply of one call. Each day has
 * up to a thousand values.
 */
const MAX_VALUES = 20_000;

/**
 * Sums up a range of days.
 * @param days the counts of the range, and of the days beside it; a day may come several times
 * @param from the first requested day that is stored
 */
export function countedDays(days: Iterable<CountedDay>, { start, end }: DayRange, from: number): CountedDays {
  const sum = emptyCounts();
  const quarters = new Map<number, Map<number, number>>();
  for (const { day, counts } of days) {
    addQuarters(quarters, day, counts.quarters);
    if (day >= start && day <= end) addCounts(sum, counts, MAX_VALUES);
  }
  return { sum, quarters: listOf(quarters), from };
}

/** Sums up the counts of one range that several calls returned. */
export function joinedDays(parts: readonly CountedDays[]): CountedDays {
  const sum = emptyCounts();
  const quarters = new Map<number, Map<number, number>>();
  for (const part of parts) {
    addCounts(sum, part.sum, MAX_VALUES);
    for (const { day, clicks } of part.quarters) addQuarters(quarters, day, clicks);
  }
  return { sum, quarters: listOf(quarters), from: Math.min(...parts.map(({ from }) => from)) };
}

function addQuarters(sum: Map<number, Map<number, number>>, day: number, clicks: ReadonlyMap<number, number>): void {
  // A day may have visitors or robots only.
  if (clicks.size === 0) return;
  const known = sum.get(day) ?? new Map<number, number>();
  sum.set(day, known);
  for (const [quarter, count] of clicks) known.set(quarter, (known.get(quarter) ?? 0) + count);
}

const listOf = (quarters: ReadonlyMap<number, Map<number, number>>): CountedDays['quarters'] =>
  [...quarters].map(([day, clicks]) => ({ day, clicks }));
