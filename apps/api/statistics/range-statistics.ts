/** The figures of the days that `start` and `end` name, beside the totals since the creation (specification 10.3). */
import { breakdownOf, localDay, nameOfDay } from '#domain/breakdown';
import type { CountedDays } from '#domain/counted-days';
import { dayStartsAt } from '#domain/daily-counts';
import type { ComparedQuery } from './statistics';
import { hasRange, type StatisticsQuery } from './statistics-query';
import type { RangeStatistics } from './statistics-record';

/**
 * Returns the field `range` of statistics; no field if the request names neither `start` nor `end`.
 * @param query what was read for the request
 * @param counted the counts of it
 */
export function rangeField(
  asked: Pick<StatisticsQuery, 'start' | 'end'>,
  query: ComparedQuery | null,
  counted: CountedDays | null,
): { readonly range?: RangeStatistics } {
  if (!hasRange(asked) || query === null || counted === null) return {};
  const { day = [] } = breakdownOf(counted, { ...query, groupBy: ['day'] });
  const stored = localDay(dayStartsAt(counted.from), query.timeZone);
  return {
    range: {
      start: nameOfDay(asked.start ?? Math.min(stored, query.end)),
      end: nameOfDay(query.end),
      clicks: day.reduce((sum, { clicks }) => sum + clicks, 0),
      uniqueVisitors: counted.sum.visitors,
      botHits: counted.sum.robots,
      qrScans: counted.sum.scans,
    },
  };
}
