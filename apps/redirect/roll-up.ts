/** Adds the counts of a roll-up to the rows of a link and its days. */
import { addCounts, type DailyCounts, emptyCounts, encodeCounts } from '#domain/daily-counts';
import { addHashes, distinctIn } from '#domain/distinct';
import { ACCOUNT, dayIn, type LinkCounts } from './link-counts';
import type { StatisticsStore } from './statistics-store';

/**
 * Adds counts to the rows of one link.
 * @param visitorsDay the day on which its visitors were hashed, days since 1970
 * @returns the link's number of clicks
 */
export function addToRows(
  sql: SqlStorage,
  store: StatisticsStore,
  linkId: string,
  { code, days, hashes }: LinkCounts,
  visitorsDay: number,
): number {
  let { clicks, scans, robots, visitors, lastAt } = store.totalsOf(linkId);
  if (linkId !== ACCOUNT && clicks + robots === 0) store.orders.learn(linkId, code);
  const added = hashes.size === 0 ? 0 : addVisitors(sql, linkId, hashes);
  // The clicks may be of another day, because a late batch keeps the times of its clicks.
  if (added > 0) dayIn(days, visitorsDay).visitors = added;
  for (const [day, counts] of days) {
    clicks += counts.clicks;
    scans += counts.scans;
    robots += counts.robots;
    lastAt = Math.max(lastAt, counts.lastAt);
    addDay(sql, store, linkId, day, counts);
  }
  visitors += added;
  sql.exec('REPLACE INTO totals VALUES (?, ?, ?, ?, ?, ?)', linkId, clicks, scans, robots, visitors, lastAt);
  return clicks;
}

function addDay(sql: SqlStorage, store: StatisticsStore, linkId: string, day: number, counts: DailyCounts): void {
  // The new counts are added to the stored ones, not the reverse, so that a value with a stored count keeps its count.
  const [known] = store.daysOf(linkId, day, day);
  const sum = known?.counts ?? emptyCounts();
  addCounts(sum, counts);
  sql.exec(
    'INSERT INTO days VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET tally = excluded.tally',
    ...[linkId, day, JSON.stringify(encodeCounts(sum))],
  );
}

/** Adds visitors to the link's sketch of the present day, and returns how many of them are new. */
function addVisitors(sql: SqlStorage, linkId: string, hashes: ReadonlySet<number>): number {
  const [known] = sql.exec<{ sketch: ArrayBuffer }>('SELECT sketch FROM visitors WHERE link = ?', linkId).toArray();
  const before = new Float64Array(known?.sketch ?? []);
  const after = addHashes(before, hashes);
  if (after !== before) sql.exec('REPLACE INTO visitors VALUES (?, ?)', linkId, after.buffer as ArrayBuffer);
  return distinctIn(after) - distinctIn(before);
}
