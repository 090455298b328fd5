/** What was counted on some days, as the statistics object hands it over. */
import { addTally, emptyTally, type Tally, withMostClicked } from './tally';

/** First and last day, both included. */
export type DayRange = { readonly start: number; readonly end: number };

/** The tally of a UTC day. */
export type DayTally = { readonly day: number; readonly tally: Tally };

export type CountedDays = {
  /** All UTC days of the range in one. */
  readonly sum: Tally;
  /** The clicks by quarter of an hour, by UTC day; of the days beside the range too, for the days of a zone reach there. */
  readonly quarters: readonly { readonly day: number; readonly clicks: Map<number, number> }[];
};

/** @param days of the range and the days beside it */
export function countedDays(days: Iterable<DayTally>, { start, end }: DayRange): CountedDays {
  const sum = emptyTally();
  const quarters: { day: number; clicks: Map<number, number> }[] = [];
  for (const { day, tally } of days) {
    // Each day tells a thousand values apart, and not the same: which of them matter shows at the end.
    if (day >= start && day <= end) addTally(sum, tally, Number.POSITIVE_INFINITY);
    quarters.push({ day, clicks: tally.quarters });
  }
  return { sum: withMostClicked(sum), quarters };
}
