/** The counts of a range of days, as the statistics object returns them. */
import { addCounts, type DailyCounts, emptyCounts } from './daily-counts';

/** The first and the last day of a range, both included. A day is a number of days since 1970. */
export type DayRange = { readonly start: number; readonly end: number };

/** The counts of one UTC day. */
export type CountedDay = { readonly day: number; readonly counts: DailyCounts };

export type CountedDays = {
  /** The sum of all UTC days of the range. */
  readonly sum: DailyCounts;
  /**
   * The clicks by quarter of an hour, for each UTC day of the range and the two days beside it. The first and the last
   * day of a time zone reach into those two.
   */
  readonly quarters: readonly { readonly day: number; readonly clicks: Map<number, number> }[];
};

/**
 * The largest number of values of a dimension in a sum. It makes the sum fit into the reply of one call. Each day has
 * up to a thousand values.
 */
const MAX_VALUES = 20_000;

/** Sums up a range of days. @param days the counts of the range, and of the days beside it */
export function countedDays(days: Iterable<CountedDay>, { start, end }: DayRange): CountedDays {
  const sum = emptyCounts();
  const quarters: { day: number; clicks: Map<number, number> }[] = [];
  for (const { day, counts } of days) {
    if (day >= start && day <= end) addCounts(sum, counts, MAX_VALUES);
    quarters.push({ day, clicks: counts.quarters });
  }
  return { sum, quarters };
}
