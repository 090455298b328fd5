/**
 * The batches of a statistics object: those that have arrived within the hour, and those that are not rolled up yet.
 * `gather` sorts their clicks by link and day for a roll-up.
 */
import { type Batch, type BatchedClick, decodeClicks, joinClicks, makeFirstBatchId } from '#domain/click-batch';
import { addClick, type DailyCounts, utcDayAt } from '#domain/daily-counts';
import { createTables } from '#store/objects';

/** How long the object stores the id of a batch: far longer than an isolate retries to send the batch. */
const BATCH_ID_KEPT_MS = 3_600_000;
/** How many characters of clicks a row with the clicks of several batches may have. */
const MAX_JOINED_CHARACTERS = 64_000;
/**
 * How many characters of clicks one transaction rolls up. Decoded, they take up to some 25 MB of the 128 MB that an
 * object has.
 */
const ROLL_UP_CHARACTERS = 1_000_000;

/** A row: the id of its latest batch, and the clicks and hashes of its batches, which the roll-up sets to null. */
type Row = PendingRow | { id: string; clicks: null; hashes: null };
type PendingRow = { id: string; clicks: string; hashes: ArrayBuffer };

/**
 * Stores batches, one written row for each: a batch overwrites a row whose id is older than an hour, and keeps the
 * clicks of that row (docs/design/statistics.md).
 */
export class Arrivals {
  readonly #sql: SqlStorage;
  /** The number of characters of clicks that are not rolled up. */
  pendingCharacters: number;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    createTables(sql, 'arrivals (id TEXT PRIMARY KEY, clicks TEXT, hashes BLOB)');
    const pending = sql.exec<{ n: number | null }>('SELECT sum(length(clicks)) AS n FROM arrivals').one();
    this.pendingCharacters = pending.n ?? 0;
  }

  /** Stores a batch, unless its id is stored already. @param hashes the hashes of its visitors, in the same order */
  append({ id, clicks }: Batch, hashes: Float64Array, now: number): void {
    const [old] = this.#sql
      .exec<Row>(
        `SELECT * FROM arrivals WHERE id < ? AND (clicks IS NULL OR length(clicks) < ?) ORDER BY id LIMIT 1`,
        ...[firstStoredId(now), MAX_JOINED_CHARACTERS - clicks.length],
      )
      .toArray();
    const before = new Float64Array(old?.hashes ?? []);
    const all = old?.clicks ? joinClicks(old.clicks, clicks, before.length) : clicks;
    const row = [id, all, Float64Array.of(...before, ...hashes).buffer as ArrayBuffer];
    const stored = old
      ? this.#sql.exec('UPDATE OR IGNORE arrivals SET id = ?, clicks = ?, hashes = ? WHERE id = ?', ...row, old.id)
      : this.#sql.exec('INSERT OR IGNORE INTO arrivals VALUES (?, ?, ?)', ...row);
    if (stored.rowsWritten > 0) this.pendingCharacters += clicks.length;
  }

  /**
   * Takes the oldest pending batches, one part. Call it in a transaction with what becomes of them.
   * @param each gets each click, and the hash of its visitor or null
   * @returns the number of their characters
   */
  take(now: number, each: (click: BatchedClick, hash: number | null) => void): number {
    let last = '';
    let characters = 0;
    for (const { id, clicks, hashes } of this.#sql.exec<PendingRow>(
      "SELECT * FROM arrivals WHERE clicks <> '' ORDER BY id",
    )) {
      last = id;
      characters += clicks.length;
      const hashAt = new Float64Array(hashes);
      for (const click of decodeClicks(clicks)) each(click, hashAt[click.visitor ?? -1] ?? null);
      if (characters >= ROLL_UP_CHARACTERS) break;
    }
    // A row with an old id is deleted now, instead of emptied now and deleted later. That saves a write. Old rows that
    // are empty are more than later batches overwrite.
    this.#sql.exec('DELETE FROM arrivals WHERE id <= ? AND id < ?', last, firstStoredId(now));
    this.#sql.exec("UPDATE arrivals SET clicks = NULL, hashes = NULL WHERE id <= ? AND clicks <> ''", last);
    return characters;
  }
}

/** The ids of batches that no isolate sends any more are before this text. */
const firstStoredId = (now: number): string => makeFirstBatchId(now - BATCH_ID_KEPT_MS);

/** The link id under which the whole account is counted. */
export const ACCOUNT = '';

/** What is added to one link, or to the account: its clicks by day since 1970, and the hashes of its visitors. */
export type ClicksOfLink = {
  /** The code of the link; '' for the account. */
  readonly code: string;
  readonly days: Map<number, BatchedClick[]>;
  readonly hashes: Set<number>;
};

/** By link id. */
export type ClicksByLink = Map<string, ClicksOfLink>;

/**
 * Adds a click to its link and to the account.
 * @param hash the hash of its visitor; null for none
 * @param visitorsDay the day of that hash. A late click is of an earlier day, and its visitor counts on this one.
 */
export function gather(links: ClicksByLink, click: BatchedClick, hash: number | null, visitorsDay: number): void {
  const counted = [
    [click.linkId, click.code],
    [ACCOUNT, ''],
  ] as const;
  for (const [linkId, code] of counted) {
    const link = links.get(linkId) ?? { code, days: new Map(), hashes: new Set() };
    links.set(linkId, link);
    clicksOn(link.days, utcDayAt(click.at)).push(click);
    if (hash === null) continue;
    link.hashes.add(hash);
    clicksOn(link.days, visitorsDay);
  }
}

/** Returns the clicks of a day, none for a new day. */
function clicksOn(days: Map<number, BatchedClick[]>, day: number): BatchedClick[] {
  const clicks = days.get(day) ?? [];
  days.set(day, clicks);
  return clicks;
}

/** Counts a click, or the request of a robot. */
export function countClick(counts: DailyCounts, { kind, at, profile }: BatchedClick): void {
  if (kind === 'robot') counts.robots += 1;
  else addClick(counts, at, kind === 'scan', profile);
}
