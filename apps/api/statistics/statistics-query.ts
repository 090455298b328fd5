/** The query parameters of statistics: groupings, a range of days, a time zone (specification 10.3). */
import * as z from 'zod';
import { strictQuery, wholeNumber } from '#api/http/fields';
import { TAG_FORM, Tag } from '#api/links/link-details';
import { findLocalDay, GROUPINGS, parseDay, toUtcDays } from '#domain/breakdown';
import { DIMENSIONS, type Dimension, MAX_VALUE_LENGTH, utcDayAt } from '#domain/daily-counts';
import { PLAN_LIMITS, type Plan } from '#domain/plans';
import type { Filters } from '#domain/profiles';
import type { ComparedQuery } from './statistics';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1_000;
const MAX_ZONE_LENGTH = 64;

/** The groupings of an account: its clicks may also be grouped by tag. */
const ACCOUNT_GROUPINGS = [...GROUPINGS, 'tag'] as const;

const makeRule = (groupings: readonly string[]) => `groupBy may name ${groupings.join(', ')}`;
const RANGE_RULE = 'start must not be after end';
const TAG_RULE = `tag must be one name of ${TAG_FORM}`;
const BY_TAG_RULE = 'groupBy may name tag only without the parameter tag and without a filter';
const ZONE_RULE = 'tz must be the name of a time zone like Europe/Berlin';
const LIMIT_RULE = `limit must be a whole number from 1 to ${MAX_LIMIT}`;

/**
 * Returns the canonical name of a time zone; null for an unknown one. The cache of calendars needs one spelling per
 * zone. Offsets such as +01:00 are refused, because they have no daylight saving time.
 */
export function parseZone(name: string): string | null {
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
    .refine((text) => parseDay(text) !== null, rule)
    .transform((text) => parseDay(text) ?? 0)
    .optional()
    .meta({ description, format: 'date' });
};

/** @param example of the value, which the sample of the reference has too */
const groupBy = <const Names extends readonly [string, ...string[]]>(names: Names, example: Names[number]) =>
  z
    .string(makeRule(names))
    .transform((text) => [...new Set(text.split(','))])
    .pipe(z.array(z.enum(names, makeRule(names))))
    .optional()
    .meta({
      description: 'Groupings to break the clicks down by, separated by commas. Without it you get totals only.',
      examples: [[example]],
    });

const filter = (name: Dimension) => {
  const rule = `${name} must be one value of 1 to ${MAX_VALUE_LENGTH} characters`;
  return z
    .string(rule)
    .min(1, rule)
    .max(MAX_VALUE_LENGTH, rule)
    .optional()
    .meta({
      description: `Filter: count only clicks with this \`${name}\`, a value as breakdowns have it.`,
      example: EXAMPLES[name],
    });
};

const EXAMPLES: Record<Dimension, string> = {
  country: 'DE',
  city: 'Köln, DE',
  device: 'Mobile',
  browser: 'Chrome',
  os: 'Android',
  referrer: 'news.example',
  language: 'de',
};

const filters = Object.fromEntries(DIMENSIONS.map((name) => [name, filter(name)])) as Record<
  Dimension,
  ReturnType<typeof filter>
>;

/** Returns the filters that a query names; null for none. */
export function readFilters(query: Filters): Filters | null {
  const named = DIMENSIONS.flatMap((name) => (query[name] === undefined ? [] : [[name, query[name]]]));
  return named.length === 0 ? null : Object.fromEntries(named);
}

/** The first UTC day that filters of a plan reach back to, in days since 1970. */
export const firstFilterDay = (plan: Plan, now: number): number => utcDayAt(now) - PLAN_LIMITS[plan].filterDays + 1;

const parameters = {
  start: day(
    'start',
    'First day, inclusive, as `YYYY-MM-DD`. Default: the first stored day. With `start` or `end` you also get `range`, the figures of these days.',
  ),
  end: day(
    'end',
    'Last day, inclusive, as `YYYY-MM-DD`. Default: today. Breakdowns are stored for 400 days, unless the operator chose another period.',
  ),
  tz: z
    .string(ZONE_RULE)
    .transform(parseZone)
    .pipe(z.string(ZONE_RULE))
    .default('UTC')
    .describe(
      'Time zone in which a day begins and ends, such as `Europe/Berlin`. The other groupings use UTC days, up to now if the range contains today.',
    ),
};

const limit = (description: string) =>
  wholeNumber(1, MAX_LIMIT, LIMIT_RULE).default(DEFAULT_LIMIT).describe(description);

type Range = { readonly start?: number | undefined; readonly end?: number | undefined };
/** Whether the query names the first or the last day of a range. */
export const hasRange = ({ start, end }: Range): boolean => start !== undefined || end !== undefined;
const isRange = ({ start, end }: Range): boolean => start === undefined || end === undefined || start <= end;

/**
 * The query of the statistics of a link. An unknown parameter is refused, because a mistyped `groupby` would silently
 * return totals only.
 */
export const StatisticsQuery = strictQuery({
  groupBy: groupBy(GROUPINGS, 'browser'),
  ...parameters,
  ...filters,
  limit: limit('Values per grouping.'),
}).refine(isRange, RANGE_RULE);
export type StatisticsQuery = z.output<typeof StatisticsQuery>;

/** The query of the statistics of an account, or of one of its tags. */
export const AccountStatisticsQuery = strictQuery({
  groupBy: groupBy(ACCOUNT_GROUPINGS, 'day'),
  ...parameters,
  ...filters,
  limit: limit('Values per grouping. It is also the number of top links, of which you get 10 if you leave it out.'),
  tag: z
    .string(TAG_RULE)
    .pipe(Tag)
    .optional()
    .describe(
      'Count only links with this tag. If it has more than 10,000 links, only the newest 10,000 are counted and `partial` is `true`.',
    ),
})
  .refine(isRange, RANGE_RULE)
  .refine((query) => !query.groupBy?.includes('tag') || (query.tag === undefined && !readFilters(query)), BY_TAG_RULE);
export type AccountStatisticsQuery = z.output<typeof AccountStatisticsQuery>;

/**
 * Returns the days and groupings to read; null for totals alone. Without `end` the range ends with the zone's today,
 * and without `start` it covers all stored days.
 */
export function readBreakdownQuery(query: StatisticsQuery, plan: Plan, now: number): ComparedQuery | null {
  const values = readFilters(query);
  if (query.groupBy === undefined && !hasRange(query) && values === null) return null;
  const { start = 0, tz: timeZone, limit } = query;
  const range = { start, end: query.end ?? Math.max(start, findLocalDay(now, timeZone)) };
  const filter = values && { values, first: firstFilterDay(plan, now) };
  return { ...range, groupBy: query.groupBy ?? [], utcDays: toUtcDays(range, timeZone, now), timeZone, limit, filter };
}

/** The two parts of a breakdown of an account: by tag, and by all other groupings. */
export function readAccountBreakdown({ groupBy: names, ...query }: AccountStatisticsQuery, plan: Plan, now: number) {
  const others = names?.filter((name) => name !== 'tag');
  const asked = readBreakdownQuery({ ...query, groupBy: others?.length === 0 ? undefined : others }, plan, now);
  return {
    query: asked,
    // The clicks of all time are the totals; those of a range are summed over its UTC days.
    byTag: names?.includes('tag')
      ? { days: asked !== null && hasRange(query) ? asked.utcDays : null, limit: query.limit }
      : undefined,
  };
}
