/** The range of days that a page of statistics shows. */
import type { BreakdownQuery } from '#domain/breakdown';
import { dayOf } from '#domain/daily-counts';

export const RANGES = [7, 30, 90, 365] as const;
export type Range = (typeof RANGES)[number];

const USUAL: Range = 30;
/** Values of a ranking that a page shows. */
const VALUES = 8;

/** The range an address names; thirty days for any other text. */
export const rangeOf = (text: string | undefined): Range => RANGES.find((range) => String(range) === text) ?? USUAL;

/** What is asked of the statistics for the days up to `now`. */
export function queryOf(range: Range, now: number): BreakdownQuery {
  const end = dayOf(now);
  const groupBy = ['day', 'country', 'city', 'device', 'browser', 'os', 'referrer', 'language'] as const;
  return { groupBy, start: end - range + 1, end, timeZone: 'UTC', limit: VALUES };
}
