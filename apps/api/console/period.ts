/** The figures of a range of days, and those of the same number of days before it. */
import type { Counted } from '#api/statistics/statistics';
import type { AccountStatistics, LinkStatistics } from '#api/statistics/statistics-record';
import { breakdownOf, dayOfName, type Group, nameOfDay } from '#domain/breakdown';
import { queryOfView, type StatisticsView, startBefore } from './statistics-view';

type Breakdown = NonNullable<LinkStatistics['breakdown']>;

export type Period = {
  readonly clicks: number;
  /** The clicks of the UTC days of the range, of which the most clicked links have shares. */
  readonly utcClicks: number;
  readonly scans: number;
  readonly robots: number;
  /** The sum of the visitors of each UTC day. */
  readonly visitors: number;
  /** Every day of the range. */
  readonly days: readonly Group[];
  /** Every day of the period before; null where its days are no longer stored. */
  readonly before: readonly Group[] | null;
  /** The clicks by each other grouping, with all values. */
  readonly breakdown: Breakdown;
};

/** Makes the figures of a view from what the statistics have counted. */
export function periodOf(
  { statistics: { breakdown = {} }, counted }: Counted<LinkStatistics | AccountStatistics>,
  view: StatisticsView,
): Period {
  const days = everyDay(breakdown.day ?? [], view.start, view.end);
  const [first, last] = [startBefore(view), view.start - 1];
  const isStored = counted !== null && counted.from <= first;
  const earlier = isStored ? breakdownOf(counted, { ...queryOfView(view), start: first, end: last }).day : null;
  return {
    clicks: totalOf(days),
    utcClicks: counted?.sum.clicks ?? 0,
    scans: counted?.sum.scans ?? 0,
    robots: counted?.sum.robots ?? 0,
    visitors: counted?.sum.visitors ?? 0,
    days,
    before: earlier ? everyDay(earlier, first, last) : null,
    breakdown,
  };
}

export const totalOf = (groups: readonly Group[]): number => groups.reduce((sum, { clicks }) => sum + clicks, 0);

/** The clicks of every day from `start` to `end`, days since the epoch; 0 for a day without clicks. */
export function everyDay(days: readonly Group[], start: number, end: number): Group[] {
  const clicks = new Map(days.map((one) => [dayOfName(one.value), one.clicks]));
  return Array.from({ length: end - start + 1 }, (_, index) => {
    const day = start + index;
    return { value: nameOfDay(day), clicks: clicks.get(day) ?? 0 };
  });
}
