/** The counts of a range of days, as the statistics object returns them. */
import { addCounts, type DailyCounts, emptyCounts } from './daily-counts';

/** The first and the last day of a range, both included. A day is a number of days since 1970. */
export type DayRange = { readonly start: number; readonly end: number };

/**
 * A range whose clicks are compared with those of earlier days. `since` is the first day whose clicks are counted by
 * quarters of an hour; without it `start` is. All other counts are those of the range.
 */
export type ComparedRange = DayRange & { readonly since?: number | undefined };

/** The counts of one UTC day. */
export type CountedDay = { readonly day: number; readonly counts: DailyCounts };

type VisitorsOfDay = { readonly day: number; readonly count: number | null };

export type CountedDays = {
  /** The sum of all UTC days of the range. */
  readonly sum: DailyCounts;
  /**
   * The clicks by quarter of an hour, for each UTC day with clicks of the range and of the two days beside it. The first
   * and the last day of a time zone reach into those two.
   */
  readonly quarters: readonly { readonly day: number; readonly clicks: Map<number, number> }[];
  /**
   * The first requested day that is stored and not yet deleted for its age. A redirect worker before 0.18 leaves it out,
   * and counts no quarters before the range.
   */
  readonly from?: number | undefined;
  /**
   * The visitors of each UTC day of the range and each link that have counts; null for a day of which a version before
   * 0.19 counted clicks. A redirect worker before 0.19 leaves the list out.
   */
  readonly visitors?: readonly VisitorsOfDay[] | undefined;
};

/**
 * The largest number of values of a dimension in a sum. It makes the sum fit into the reply of one call. Each day has
 * up to a thousand values.
 */
const MAX_VALUES = 20_000;

/**
 * Sums up a range of days.
 * @param days the counts of the range, and of the days beside it; a day may come several times
 */
export function countedDays(days: Iterable<CountedDay>, { start, end }: DayRange): CountedDays {
  const sum = emptyCounts();
  const quarters = new Map<number, Map<number, number>>();
  const visitors: VisitorsOfDay[] = [];
  for (const { day, counts } of days) {
    addQuarters(quarters, day, counts.quarters);
    if (day < start || day > end) continue;
    addCounts(sum, counts, MAX_VALUES);
    // A day without clicks had no visitors, also if an earlier version counted its robots.
    visitors.push({ day, count: counts.visitors ?? (counts.clicks === 0 ? 0 : null) });
  }
  return { sum, quarters: listOf(quarters), visitors };
}

/** Sums up the counts of one range that several calls returned. */
export function joinedDays(parts: readonly CountedDays[]): CountedDays {
  const sum = emptyCounts();
  const quarters = new Map<number, Map<number, number>>();
  for (const part of parts) {
    addCounts(sum, part.sum, MAX_VALUES);
    for (const { day, clicks } of part.quarters) addQuarters(quarters, day, clicks);
  }
  const from = parts.find((part) => part.from !== undefined)?.from;
  const areKnown = parts.every((part) => part.visitors !== undefined);
  return {
    sum,
    quarters: listOf(quarters),
    ...(from !== undefined && { from }),
    ...(areKnown && { visitors: parts.flatMap((part) => part.visitors ?? []) }),
  };
}

/**
 * Returns the visitors of a range: the sum over its UTC days, as far back as all days know their visitors.
 * @returns `since`: the first day of the sum, after the last day that does not know them; null if all days do. Null for
 *   counts of a redirect worker before 0.19
 */
export function visitorsOf({ visitors }: CountedDays): { count: number; since: number | null } | null {
  if (visitors === undefined) return null;
  const lastUnknown = visitors.reduce((last, { day, count }) => (count === null ? Math.max(last, day) : last), -1);
  const count = visitors.reduce((sum, one) => (one.day > lastUnknown ? sum + (one.count ?? 0) : sum), 0);
  return { count, since: lastUnknown === -1 ? null : lastUnknown + 1 };
}

function addQuarters(sum: Map<number, Map<number, number>>, day: number, clicks: ReadonlyMap<number, number>): void {
  // A day may have visitors or robots only.
  if (clicks.size === 0) return;
  const known = sum.get(day) ?? new Map<number, number>();
  sum.set(day, known);
  for (const [quarter, count] of clicks) known.set(quarter, (known.get(quarter) ?? 0) + count);
}

const listOf = (quarters: ReadonlyMap<number, Map<number, number>>): CountedDays['quarters'] =>
  [...quarters].map(([day, clicks]) => ({ day, clicks }));
