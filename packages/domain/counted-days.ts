/** What was counted on some days, as the statistics object hands it over. */
import { addTally, emptyTally, type Tally } from './tally';

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
export function countedDays(days: readonly DayTally[], { start, end }: DayRange): CountedDays {
  const sum = emptyTally();
  for (const { day, tally } of days) if (day >= start && day <= end) addTally(sum, tally);
  return { sum, quarters: days.map(({ day, tally }) => ({ day, clicks: tally.quarters })) };
}
