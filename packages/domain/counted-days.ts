/** What was counted on some days, as the statistics object hands it over. */
import { addCounts, type DailyCounts, emptyCounts } from './daily-counts';

/** First and last day, both included. */
export type DayRange = { readonly start: number; readonly end: number };

/** The counts of a UTC day. */
export type CountedDay = { readonly day: number; readonly counts: DailyCounts };

export type CountedDays = {
  /** All UTC days of the range in one. */
  readonly sum: DailyCounts;
  /** The clicks by quarter of an hour, by UTC day; of the days beside the range too, for the days of a zone reach there. */
  readonly quarters: readonly { readonly day: number; readonly clicks: Map<number, number> }[];
};

/** Each day tells a thousand values apart, and not the same: so many of them fit into the answer of one call. */
const MAX_VALUES = 20_000;

/** @param days of the range and the days beside it */
export function countedDays(days: Iterable<CountedDay>, { start, end }: DayRange): CountedDays {
  const sum = emptyCounts();
  const quarters: { day: number; clicks: Map<number, number> }[] = [];
  for (const { day, counts } of days) {
    if (day >= start && day <= end) addCounts(sum, counts, MAX_VALUES);
    quarters.push({ day, clicks: counts.quarters });
  }
  return { sum, quarters };
}
