/** The clicks of the shop's links on each day of their lives, as the statistics object stores them. */
import { type DailyCounts, DIMENSIONS, dayOf, dayStartsAt, emptyCounts } from '#domain/daily-counts';
import { Random } from '../random';
import { SHARES, type ShopLink } from './links';

const DAY_MS = 86_400_000;
const QUARTER_MS = 900_000;
/** How lively each hour of the day is. */
const HOURS = [1, 1, 0, 0, 0, 1, 3, 6, 8, 8, 7, 7, 9, 8, 7, 6, 7, 8, 9, 10, 9, 7, 4, 2].map(
  (weight, hour) => [hour, weight] as const,
);
/** How lively each day of the week is, Thursday first, as 1 January 1970 was. */
const WEEK = [1, 1.15, 1.35, 1.2, 0.8, 0.85, 0.95];

/** A link's counts by day, from its first day to `now`. @param at its creation, epoch milliseconds */
export function trafficOf({ daily, scanned = 0 }: ShopLink, at: number, now: number): Map<number, DailyCounts> {
  const random = new Random(Math.round(daily * 1_000 + scanned));
  const days = new Map<number, DailyCounts>();
  for (let day = dayOf(at); day <= dayOf(now); day++) {
    const age = day - dayOf(at);
    const launch = 1 + 1.6 * Math.exp(-age / 4); // a new link is shared most in its first days
    const share = Math.min(1, (now - dayStartsAt(day)) / DAY_MS); // of today, that part which has passed
    const clicks = Math.round(daily * launch * (WEEK[day % 7] ?? 1) * (0.75 + 0.5 * random.next()) * share);
    if (clicks > 0) days.set(day, countsOf(day, clicks, scanned, now, random));
  }
  return days;
}

function countsOf(day: number, clicks: number, scanned: number, now: number, random: Random): DailyCounts {
  const counts = emptyCounts();
  counts.clicks = clicks;
  counts.scans = Math.round(clicks * scanned);
  counts.robots = Math.round(clicks * 0.07 * random.next());
  counts.visitors = Math.round(clicks * (0.78 + 0.1 * random.next()));
  const lastQuarter = Math.min(95, Math.floor((now - dayStartsAt(day)) / QUARTER_MS));
  for (let n = 0; n < clicks; n++) {
    const quarter = Math.min(lastQuarter, (oneOf(HOURS, random) ?? 0) * 4 + random.below(4));
    counts.quarters.set(quarter, (counts.quarters.get(quarter) ?? 0) + 1);
    for (const name of DIMENSIONS) {
      const value = oneOf(SHARES[name] ?? [], random) ?? 'Unknown';
      counts.by[name].set(value, (counts.by[name].get(value) ?? 0) + 1);
    }
  }
  counts.lastAt = Math.min(now, dayStartsAt(day) + (Math.max(...counts.quarters.keys()) + 0.5) * QUARTER_MS);
  return counts;
}

/** Returns an entry as often as its weight says. */
function oneOf<Value>(weighted: readonly (readonly [Value, number])[], random: Random): Value | undefined {
  let left = random.next() * weighted.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [value, weight] of weighted) {
    left -= weight;
    if (left < 0) return value;
  }
  return undefined;
}
