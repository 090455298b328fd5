/** The storage of a statistics object: its tables, and the roll-up of batches into daily counts. */

import { type Batch, type BatchedClick, decodeClicks, firstBatchId } from '#domain/click-batch';
import type { CountedDay, DayRange } from '#domain/counted-days';
import {
  addClick,
  addCounts,
  type DailyCounts,
  dayOf,
  decodeCounts,
  emptyCounts,
  encodeCounts,
} from '#domain/daily-counts';
import { addHashes, distinctIn, EMPTY_SKETCH, type Sketch } from '#domain/distinct';
import { ClickOrders } from './click-order';

const TABLES = [
  'TABLE IF NOT EXISTS arrivals (id TEXT PRIMARY KEY, clicks TEXT, hashes BLOB) WITHOUT ROWID',
  'TABLE IF NOT EXISTS totals (link TEXT PRIMARY KEY, clicks, scans, robots, visitors, last_at) WITHOUT ROWID',
  'TABLE IF NOT EXISTS days (link TEXT, day INTEGER, tally TEXT, PRIMARY KEY (link, day)) WITHOUT ROWID',
  'INDEX IF NOT EXISTS days_by_day ON days (day)',
  'TABLE IF NOT EXISTS visitors (link TEXT PRIMARY KEY, sketch BLOB) WITHOUT ROWID',
];

/** The link id under which the whole account is counted. */
export const ACCOUNT = '';

/** How long the object stores the id of a batch: far longer than an isolate retries to send the batch. */
const BATCH_ID_KEPT_MS = 3_600_000;
const MAX_TOP_LINKS = 100;
/**
 * How many characters of clicks one transaction rolls up. Decoded, they take up to some 25 MB of the 128 MB that an
 * object has.
 */
const PART_CHARACTERS = 1_000_000;

export type Totals = {
  readonly clicks: number;
  readonly scans: number;
  readonly robots: number;
  /** The sum of the daily numbers of distinct visitors. */
  readonly visitors: number;
  /** The time of the last click, epoch milliseconds; 0 if there was none. */
  readonly lastAt: number;
};

export type TopLink = { readonly linkId: string; readonly code: string; readonly clicks: number };

/** The stored counts of one day, encoded as text. `day` is days since 1970. */
export type StoredDay = { day: number; tally: string };

/** The SQL of a day's counts, which outside of the range are its quarters of an hour alone (daily-counts.ts, format 1). */
export const tallyBeside = (start: string, end: string): string =>
  `CASE WHEN day BETWEEN ${start} AND ${end} THEN tally ELSE json_array(1, 0, 0, 0, 0, tally -> 5) END`;

/** The row of a batch that is not rolled up yet. The roll-up empties the row and leaves the id. */
type PendingBatch = { id: string; clicks: string; hashes: ArrayBuffer };

/** The counts of one link in pending batches, by day since 1970, and the hashes of its visitors. */
type LinkCounts = { readonly code: string; readonly days: Map<number, DailyCounts>; readonly hashes: Set<number> };

export class StatisticsStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly orders: ClickOrders;
  #pendingCharacters: number;
  #topLinks: readonly TopLink[];

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
    for (const table of TABLES) this.#sql.exec(`CREATE ${table}`);
    this.orders = new ClickOrders(this.#sql);
    const waiting = this.#sql.exec<{ n: number | null }>('SELECT sum(length(clicks)) AS n FROM arrivals').one();
    this.#pendingCharacters = waiting.n ?? 0;
    this.#topLinks = storage.kv.get<TopLink[]>('top') ?? [];
  }

  get pendingCharacters(): number {
    return this.#pendingCharacters;
  }

  /**
   * The most clicked links, most clicked first. The list is exact, because clicks only grow: a link can enter the list
   * only in a roll-up of its own clicks.
   */
  get topLinks(): readonly TopLink[] {
    return this.#topLinks;
  }

  /** Stores a batch, unless its id is stored already. @param hashes the hashes of its visitors, in the same order */
  append({ id, clicks }: Batch, hashes: Float64Array): void {
    const added = this.#sql.exec(
      'INSERT INTO arrivals VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      id,
      clicks,
      hashes.buffer as ArrayBuffer,
    );
    if (added.rowsWritten === 0) return;
    this.#pendingCharacters += clicks.length;
  }

  /**
   * Adds the pending batches to the rows of their links and days, in one transaction per part. It also deletes ids of
   * batches that are older than an hour.
   * @param visitorsDay the day on which the visitors of these batches were hashed, days since 1970
   */
  rollUp(now: number, visitorsDay: number): void {
    const firstStoredId = firstBatchId(now - BATCH_ID_KEPT_MS);
    if (this.#pendingCharacters > 0)
      while (this.#storage.transactionSync(() => this.#rollUpPart(firstStoredId, visitorsDay)));
    this.#pendingCharacters = 0;
    this.#sql.exec('DELETE FROM arrivals WHERE id < ?', firstStoredId);
  }

  /** Rolls up one part of the pending batches. Returns false if none was pending. */
  #rollUpPart(firstStoredId: string, visitorsDay: number): boolean {
    const pending = this.#takePending(firstStoredId);
    if (pending.size === 0) return false;
    const top = new Map(this.#topLinks.map((link) => [link.linkId, link]));
    for (const [linkId, link] of pending) {
      const clicks = this.#add(linkId, link, visitorsDay);
      if (linkId !== ACCOUNT) top.set(linkId, { linkId, code: link.code, clicks });
    }
    this.#topLinks = [...top.values()].sort((a, b) => b.clicks - a.clicks).slice(0, MAX_TOP_LINKS);
    this.#storage.kv.put('top', this.#topLinks);
    return true;
  }

  totalsOf(linkId: string): Totals {
    const [row] = this.#sql
      .exec<Totals>('SELECT clicks, scans, robots, visitors, last_at AS lastAt FROM totals WHERE link = ?', linkId)
      .toArray();
    return row ?? { clicks: 0, scans: 0, robots: 0, visitors: 0, lastAt: 0 };
  }

  /**
   * Yields the counts of a link's days, `from` and `to` included. It decodes one day at a time, because a whole year
   * would take much memory.
   */
  *daysOf(linkId: string, from: number, to: number): Generator<CountedDay> {
    for (const { day, tally } of this.storedDays(linkId, from, to)) {
      yield { day, counts: decodeCounts(JSON.parse(tally)) };
    }
  }

  /**
   * Yields the days of a link, `from` and `to` included: those of `range` with all their counts, and the days beside it
   * with their quarters of an hour only. A comparison needs no more, and a day may have thousands of other counts.
   */
  *daysBeside({ start, end }: DayRange, linkId: string, from: number, to: number): Generator<CountedDay> {
    for (const { day, tally } of this.#sql.exec<StoredDay>(
      `SELECT day, ${tallyBeside('?4', '?5')} AS tally FROM days WHERE link = ?1 AND day BETWEEN ?2 AND ?3 ORDER BY day`,
      ...[linkId, from, to, start, end],
    )) {
      yield { day, counts: decodeCounts(JSON.parse(tally)) };
    }
  }

  /** Returns the stored days of a link, `from` and `to` included, still encoded. */
  storedDays(linkId: string, from: number, to: number = Number.MAX_SAFE_INTEGER): Iterable<StoredDay> {
    return this.#sql.exec<StoredDay>(
      'SELECT day, tally FROM days WHERE link = ? AND day BETWEEN ? AND ? ORDER BY day',
      linkId,
      from,
      to,
    );
  }

  /** Returns the oldest stored day of all links, in days since 1970; null if no day is stored. */
  oldestDay(): number | null {
    return this.#sql.exec<{ day: number | null }>('SELECT min(day) AS day FROM days').one().day;
  }

  deleteDaysUpTo(day: number): void {
    this.#sql.exec('DELETE FROM days WHERE day <= ?', day);
  }

  deleteVisitors(): void {
    this.#sql.exec('DELETE FROM visitors');
  }

  /**
   * Takes the oldest pending batches, one part, and returns their counts by link. The counts of the whole account have
   * the link id ACCOUNT.
   * @param firstStoredId the first batch id that stays stored: rows of earlier ids are deleted
   */
  #takePending(firstStoredId: string): Map<string, LinkCounts> {
    const pending = new Map<string, LinkCounts>();
    let last = '';
    let characters = 0;
    for (const { id, clicks, hashes } of this.#sql.exec<PendingBatch>(
      "SELECT * FROM arrivals WHERE clicks <> '' ORDER BY id",
    )) {
      last = id;
      characters += clicks.length;
      const hashAt = new Float64Array(hashes);
      for (const click of decodeClicks(clicks)) {
        const hash = click.visitor === null ? null : (hashAt[click.visitor] ?? null);
        for (const linkId of [click.linkId, ACCOUNT]) collect(pending, linkId, click, hash);
      }
      if (characters >= PART_CHARACTERS) break;
    }
    // A row before firstStoredId is deleted now, instead of emptied now and deleted later. That saves a write.
    this.#sql.exec('DELETE FROM arrivals WHERE id <= ? AND id < ?', last, firstStoredId);
    this.#sql.exec("UPDATE arrivals SET clicks = NULL, hashes = NULL WHERE id <= ? AND clicks <> ''", last);
    return pending;
  }

  /** Adds counts to the rows of one link, and returns the link's number of clicks. */
  #add(linkId: string, { code, days, hashes }: LinkCounts, visitorsDay: number): number {
    let { clicks, scans, robots, visitors, lastAt } = this.totalsOf(linkId);
    if (linkId !== ACCOUNT && clicks + robots === 0) this.orders.learn(linkId, code);
    const newVisitors = hashes.size === 0 ? 0 : this.#addVisitors(linkId, hashes);
    // The clicks may be of another day, because a late batch keeps the times of its clicks.
    if (newVisitors > 0) countsOf(days, visitorsDay).visitors = newVisitors;
    for (const [day, counts] of days) {
      clicks += counts.clicks;
      scans += counts.scans;
      robots += counts.robots;
      lastAt = Math.max(lastAt, counts.lastAt);
      this.#addDay(linkId, day, counts);
    }
    const sums = [linkId, clicks, scans, robots, visitors + newVisitors, lastAt];
    this.#sql.exec('REPLACE INTO totals VALUES (?, ?, ?, ?, ?, ?)', ...sums);
    return clicks;
  }

  #addDay(linkId: string, day: number, counts: DailyCounts): void {
    // The new counts are added to the stored ones, not the reverse, so that a value with a stored count keeps its
    // count.
    const [known] = this.daysOf(linkId, day, day);
    const sum = known?.counts ?? emptyCounts();
    addCounts(sum, counts);
    this.#sql.exec(
      'INSERT INTO days VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET tally = excluded.tally',
      linkId,
      day,
      JSON.stringify(encodeCounts(sum)),
    );
  }

  /** Adds visitors to the link's sketch of the present day, and returns how many of them are new. */
  #addVisitors(linkId: string, hashes: ReadonlySet<number>): number {
    const [known] = this.#sql
      .exec<{ sketch: ArrayBuffer }>('SELECT sketch FROM visitors WHERE link = ?', linkId)
      .toArray();
    const before: Sketch = known === undefined ? EMPTY_SKETCH : new Float64Array(known.sketch);
    const after = addHashes(before, hashes);
    if (after !== before) {
      this.#sql.exec('REPLACE INTO visitors VALUES (?, ?)', linkId, after.buffer as ArrayBuffer);
    }
    return distinctIn(after) - distinctIn(before);
  }
}

function collect(pending: Map<string, LinkCounts>, linkId: string, click: BatchedClick, hash: number | null): void {
  const { code, at, kind, profile } = click;
  const link = pending.get(linkId) ?? { code, days: new Map<number, DailyCounts>(), hashes: new Set<number>() };
  pending.set(linkId, link);
  const counts = countsOf(link.days, dayOf(at));
  if (kind === 'robot') counts.robots += 1;
  else addClick(counts, at, kind === 'scan', profile);
  if (hash !== null) link.hashes.add(hash);
}

function countsOf(days: Map<number, DailyCounts>, day: number): DailyCounts {
  const counts = days.get(day) ?? emptyCounts();
  days.set(day, counts);
  return counts;
}
