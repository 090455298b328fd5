/**
 * Makes the response of a statistics endpoint, in the media type that Accept prefers: JSON, or CSV for spreadsheets
 * (specification 10.5).
 */
import type { TypedResponse } from 'hono';
import { accepts } from 'hono/accepts';
import type { AppContext } from '#api/http/context';
import { writeCsvLines } from '#api/http/csv';
import { findLocalDay, formatDay, type Group, groupClicks } from '#domain/breakdown';
import { type CountedDays, dayStartsAt } from '#domain/daily-counts';
import type { Filters } from '#domain/profiles';
import type { ComparedQuery } from './statistics';
import { hasRange, readFilters, type StatisticsQuery } from './statistics-query';
import type { AccountStatistics, LinkStatistics, RangeStatistics } from './statistics-record';

const JSON_TYPE = 'application/json';
const CSV_TYPE = 'text/csv';

/**
 * Returns the media type besides JSON, with an example of it, and the header, for the declarations of these responses.
 */
export const statisticsForms = (example: LinkStatistics | AccountStatistics) =>
  ({
    types: [CSV_TYPE],
    headers: { Vary: 'always' },
    texts: { [CSV_TYPE]: writeCsv(example).replaceAll('\r', '') },
  }) as const;

/** Returns JSON, or CSV if Accept prefers it (RFC 9110, section 12.5.1). No cache may store it. */
export const statisticsResponse = <Statistics extends LinkStatistics | AccountStatistics>(
  c: AppContext,
  statistics: Statistics,
) => inAcceptedType(c, statistics) as Response & TypedResponse<Statistics, 200, string>;

function inAcceptedType(c: AppContext, statistics: LinkStatistics | AccountStatistics): Response {
  const type = accepts(c, { header: 'Accept', supports: [JSON_TYPE, CSV_TYPE], default: JSON_TYPE });
  const headers = { 'Cache-Control': 'no-store', Vary: 'Accept' };
  if (type !== CSV_TYPE) return c.json(statistics, 200, headers);
  return c.body(writeCsv(statistics), 200, { ...headers, 'Content-Type': `${CSV_TYPE}; charset=utf-8` });
}

/**
 * Returns the field `range` of statistics; no field if the request names neither `start` nor `end`, and no filter.
 * @param query what was read for the request
 * @param counted the counts of it
 */
export function rangeField(
  asked: Pick<StatisticsQuery, 'start' | 'end'> & Filters,
  query: ComparedQuery | null,
  counted: CountedDays | null,
): { readonly range?: RangeStatistics } {
  const isFiltered = readFilters(asked) !== null;
  if (!(hasRange(asked) || isFiltered) || query === null || counted === null) return {};
  const { day = [] } = groupClicks(counted, { ...query, groupBy: ['day'] });
  const stored = Math.min(findLocalDay(dayStartsAt(counted.from), query.timeZone), query.end);
  return {
    range: {
      start: formatDay(isFiltered ? Math.max(asked.start ?? 0, stored) : (asked.start ?? stored)),
      end: formatDay(query.end),
      clicks: day.reduce((sum, { clicks }) => sum + clicks, 0),
      uniqueVisitors: counted.sum.visitors,
      botHits: counted.sum.robots,
      qrScans: counted.sum.scans,
      ...(isFiltered && { missed: counted.sum.missed }),
    },
  };
}

/**
 * Writes the breakdown with a row for each value. Without a breakdown it writes one row: the totals, and behind them
 * the figures of the range.
 */
export function writeCsv({ breakdown, range, ...statistics }: LinkStatistics | AccountStatistics): string {
  if (breakdown === undefined) {
    // The top links are a list, which does not fit into a row.
    const totals = Object.entries(statistics).filter(([, value]) => typeof value !== 'object' || value === null);
    const ofRange = Object.entries(range ?? {}).map(([name, value]) => [`range.${name}`, value] as const);
    const cells = [...totals, ...ofRange];
    return writeCsvLines([cells.map(([name]) => name), cells.map(([, value]) => value)]);
  }
  return writeGroupsAsCsv(breakdown);
}

/** Writes the values of groupings with a row for each. */
export function writeGroupsAsCsv(breakdown: { readonly [grouping: string]: readonly Group[] | undefined }): string {
  const rows = Object.entries(breakdown).flatMap(([grouping, groups = []]) =>
    groups.map(({ value, clicks }) => [grouping, value, clicks]),
  );
  return writeCsvLines([['grouping', 'value', 'clicks'], ...rows]);
}
