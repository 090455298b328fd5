/** The storage of the statistics object: its tables, and the roll-up of batches into daily counts. */

import { type Batch, type BatchedClick, decodeClicks, firstBatchId } from '#domain/click-batch';
import type { CountedDay } from '#domain/counted-days';
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

const TABLES = [
  'TABLE IF NOT EXISTS arrivals (id TEXT PRIMARY KEY, clicks TEXT, hashes BLOB) WITHOUT ROWID',
  'TABLE IF NOT EXISTS totals (link TEXT PRIMARY KEY, clicks, scans, robots, visitors, last_at) WITHOUT ROWID',
  'TABLE IF NOT EXISTS days (link TEXT, day INTEGER, tally TEXT, PRIMARY KEY (link, day)) WITHOUT ROWID',
  'INDEX IF NOT EXISTS days_by_day ON days (day)',
  'TABLE IF NOT EXISTS visitors (link TEXT PRIMARY KEY, sketch BLOB) WITHOUT ROWID',
];

/** The link id under which the whole account is counted. */
export const ACCOUNT = '';

/** How long the id of a batch is stored: far longer than an isolate sends it again. */
const BATCH_ID_KEPT_MS = 3_600_000;
const MAX_TOP_LINKS = 100;
/**
 * How many characters of clicks one transaction rolls up. Decoded, with every click of another link, they take some 25
 * MB of the 128 that an object has.
 */
const PART_CHARACTERS = 1_000_000;

export type Totals = {
  readonly clicks: number;
  readonly scans: number;
  readonly robots: number;
  /** The sum of the distinct visitors of each day. */
  readonly visitors: number;
  /** The time of the last click, epoch milliseconds; 0 where there was none. */
  readonly lastAt: number;
};

export type TopLink = { readonly linkId: string; readonly code: string; readonly clicks: number };

/** The daily counts of a link, as text. `day` is days since 1970. */
export type StoredDay = { day: number; tally: string };

/** A batch that is not rolled up yet. After the roll-up only its id is left. */
type PendingBatch = { id: string; clicks: string; hashes: ArrayBuffer };

/** The counts of one link in pending batches, by day, and the hashes of its visitors. */
type LinkCounts = { readonly code: string; readonly days: Map<number, DailyCounts>; readonly hashes: Set<number> };

export class StatisticsStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  #pendingCharacters: number;
  #topLinks: readonly TopLink[];

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
    for (const table of TABLES) this.#sql.exec(`CREATE ${table}`);
    const waiting = this.#sql.exec<{ n: number | null }>('SELECT sum(length(clicks)) AS n FROM arrivals').one();
    this.#pendingCharacters = waiting.n ?? 0;
    this.#topLinks = storage.kv.get<TopLink[]>('top') ?? [];
  }

  get pendingCharacters(): number {
    return this.#pendingCharacters;
  }

  /**
   * The most clicked links, most clicked first. The list is exact, because clicks only grow: a link can enter it only
   * in the roll-up that counts its clicks.
   */
  get topLinks(): readonly TopLink[] {
    return this.#topLinks;
  }

  /** Stores a batch, unless its id is known. @param hashes of its visitors, in their order */
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
   * Adds the pending batches to the rows of their links and days, one transaction a part. Deletes ids of batches after
   * an hour.
   */
  rollUp(now: number): void {
    const forgotten = firstBatchId(now - BATCH_ID_KEPT_MS);
    if (this.#pendingCharacters > 0) while (this.#storage.transactionSync(() => this.#rollUpPart(forgotten)));
    this.#pendingCharacters = 0;
    this.#sql.exec('DELETE FROM arrivals WHERE id < ?', forgotten);
  }

  /** Rolls up one part. False where nothing was pending. */
  #rollUpPart(forgotten: string): boolean {
    const pending = this.#takePending(forgotten);
    if (pending.size === 0) return false;
    const top = new Map(this.#topLinks.map((link) => [link.linkId, link]));
    for (const [linkId, link] of pending) {
      const clicks = this.#add(linkId, link);
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
   * Yields the counts of a link's days, `from` and `to` included. They are read one by one, because a year of them is
   * large.
   */
  *daysOf(linkId: string, from: number, to: number): Generator<CountedDay> {
    for (const { day, tally } of this.storedDays(linkId, from, to)) {
      yield { day, counts: decodeCounts(JSON.parse(tally)) };
    }
  }

  /** The same days, still encoded. */
  storedDays(linkId: string, from: number, to: number = Number.MAX_SAFE_INTEGER): Iterable<StoredDay> {
    return this.#sql.exec<StoredDay>(
      'SELECT day, tally FROM days WHERE link = ? AND day BETWEEN ? AND ? ORDER BY day',
      linkId,
      from,
      to,
    );
  }

  /** The oldest day of any link; null where no day is stored. */
  oldestDay(): number | null {
    return this.#sql.exec<{ day: number | null }>('SELECT min(day) AS day FROM days').one().day;
  }

  dropDaysUpTo(day: number): void {
    this.#sql.exec('DELETE FROM days WHERE day <= ?', day);
  }

  forgetVisitors(): void {
    this.#sql.exec('DELETE FROM visitors');
  }

  /**
   * Takes the oldest pending batches, a part of them, and returns their counts by link. Those of the account stand
   * under ACCOUNT.
   * @param forgotten the first batch id that is still kept: rows of older ones are deleted
   */
  #takePending(forgotten: string): Map<string, LinkCounts> {
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
    // A batch of before `forgotten` is deleted at once, not emptied now and deleted later: a batch that comes alone is
    // written once and deleted once.
    this.#sql.exec('DELETE FROM arrivals WHERE id <= ? AND id < ?', last, forgotten);
    this.#sql.exec("UPDATE arrivals SET clicks = NULL, hashes = NULL WHERE id <= ? AND clicks <> ''", last);
    return pending;
  }

  /** Adds counts to the rows of one link, and returns its number of clicks. */
  #add(linkId: string, { days, hashes }: LinkCounts): number {
    let { clicks, scans, robots, visitors, lastAt } = this.totalsOf(linkId);
    for (const [day, counts] of days) {
      clicks += counts.clicks;
      scans += counts.scans;
      robots += counts.robots;
      lastAt = Math.max(lastAt, counts.lastAt);
      this.#addDay(linkId, day, counts);
    }
    if (hashes.size > 0) visitors += this.#addVisitors(linkId, hashes);
    this.#sql.exec('REPLACE INTO totals VALUES (?, ?, ?, ?, ?, ?)', linkId, clicks, scans, robots, visitors, lastAt);
    return clicks;
  }

  #addDay(linkId: string, day: number, counts: DailyCounts): void {
    // The new counts are added to the stored ones, not the reverse: a value that has a count of its own keeps it.
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

  /** Adds visitors to the link's sketch of today, and returns how many of them are new. */
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
  const counts = link.days.get(dayOf(at)) ?? emptyCounts();
  link.days.set(dayOf(at), counts);
  if (kind === 'robot') counts.robots += 1;
  else addClick(counts, at, kind === 'scan', profile);
  if (hash !== null) link.hashes.add(hash);
}
