/** The query parameters of statistics: groupings, a range of days, a time zone (specification 10.3). */
import * as z from 'zod';
import { strictQuery } from '#api/http/strict-query';
import { wholeNumber } from '#api/http/whole-number';
import { type BreakdownQuery, dayOfName, GROUPINGS, localDay } from '#domain/breakdown';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;
const MAX_ZONE_LENGTH = 64;

const GROUP_RULE = `groupBy may name ${GROUPINGS.join(', ')}`;
const ZONE_RULE = 'tz must be the name of a time zone like Europe/Berlin';
const LIMIT_RULE = `limit must be a whole number from 1 to ${MAX_LIMIT}`;

/**
 * Returns the canonical name of a time zone; null for an unknown one. The cache of calendars needs one spelling per
 * zone. Offsets such as +01:00 are refused, because they have no daylight saving time.
 */
function zoneOf(name: string): string | null {
  if (!/^[A-Za-z]/.test(name) || name.length > MAX_ZONE_LENGTH) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

const day = (name: string, description: string) => {
  const rule = `${name} must be a day like 2026-11-20`;
  return z
    .string(rule)
    .refine((text) => dayOfName(text) !== null, rule)
    .transform((text) => dayOfName(text) ?? 0)
    .optional()
    .meta({ description, format: 'date' });
};

/**
 * The query of both statistics endpoints. An unknown parameter is refused, because a mistyped `groupby` would silently
 * return totals only.
 */
export const StatisticsQuery = strictQuery({
  groupBy: z
    .string(GROUP_RULE)
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.enum(GROUPINGS, GROUP_RULE)))
    .optional()
    .describe('Groupings by which to break the clicks down, separated by commas.'),
  start: day('start', 'The first day.'),
  end: day('end', 'The last day.'),
  tz: z
    .string(ZONE_RULE)
    .transform(zoneOf)
    .pipe(z.string(ZONE_RULE))
    .default('UTC')
    .describe('The time zone of the days, such as `Europe/Berlin`.'),
  limit: wholeNumber(1, MAX_LIMIT, LIMIT_RULE)
    .default(DEFAULT_LIMIT)
    .describe(
      'Values of a grouping, at most. For `GET /v2/stats` also the number of top links: at most 100, and 10 if left out.',
    ),
}).refine(({ start, end }) => start === undefined || end === undefined || start <= end, 'start must not be after end');
export type StatisticsQuery = z.output<typeof StatisticsQuery>;

/** Returns the requested breakdown; null without `groupBy`. Without a range it covers all stored days up to today. */
export const breakdownQueryOf = (query: StatisticsQuery, now: number): BreakdownQuery | null =>
  query.groupBy === undefined
    ? null
    : {
        groupBy: query.groupBy,
        start: query.start ?? 0,
        end: query.end ?? localDay(now, query.tz),
        timeZone: query.tz,
        limit: query.limit,
      };
