/** The ranges of days that a page of statistics can show. */
import type { BreakdownQuery } from '#domain/breakdown';
import { dayOf } from '#domain/daily-counts';

export const RANGES = [7, 30, 90, 365] as const;
export type Range = (typeof RANGES)[number];

const DEFAULT_RANGE: Range = 30;
/** The most values of a grouping that a page shows. */
const VALUES_SHOWN = 8;

/** The range that a query parameter names; thirty days for any other text. */
export const rangeOf = (text: string | undefined): Range =>
  RANGES.find((range) => String(range) === text) ?? DEFAULT_RANGE;

/** The query of the statistics for the days of a range, up to the UTC day of `now`. */
export function queryOf(range: Range, now: number): BreakdownQuery {
  const end = dayOf(now);
  const groupBy = ['day', 'country', 'city', 'device', 'browser', 'os', 'referrer', 'language'] as const;
  return { groupBy, start: end - range + 1, end, timeZone: 'UTC', limit: VALUES_SHOWN };
}
