/** The batches of a statistics object: those that have arrived within the hour, and those that are not rolled up yet. */
import { type Batch, type BatchedClick, decodeClicks, firstBatchId, joinClicks } from '#domain/click-batch';

const TABLE = 'TABLE IF NOT EXISTS arrivals (id TEXT PRIMARY KEY, clicks TEXT, hashes BLOB) WITHOUT ROWID';

/** How long the object stores the id of a batch: far longer than an isolate retries to send the batch. */
const BATCH_ID_KEPT_MS = 3_600_000;
/** How many characters of clicks a row with the clicks of several batches may have. */
const MAX_JOINED_CHARACTERS = 64_000;
/**
 * How many characters of clicks one transaction rolls up. Decoded, they take up to some 25 MB of the 128 MB that an
 * object has.
 */
const PART_CHARACTERS = 1_000_000;

/** A row: the id of its latest batch, and the clicks and hashes of its batches, which the roll-up sets to null. */
type Row = { id: string; clicks: string | null; hashes: ArrayBuffer | null };
type PendingRow = { id: string; clicks: string; hashes: ArrayBuffer };

/**
 * Stores batches, one written row for each: a batch overwrites a row whose id is older than an hour, and keeps the
 * clicks of that row (docs/adr/0067).
 */
export class Arrivals {
  readonly #sql: SqlStorage;
  #pendingCharacters: number;

  constructor(sql: SqlStorage) {
    this.#sql = sql;
    sql.exec(`CREATE ${TABLE}`);
    const pending = sql.exec<{ n: number | null }>('SELECT sum(length(clicks)) AS n FROM arrivals').one();
    this.#pendingCharacters = pending.n ?? 0;
  }

  /** The number of characters of clicks that are not rolled up. */
  get pendingCharacters(): number {
    return this.#pendingCharacters;
  }

  /** Stores a batch, unless its id is stored already. @param hashes the hashes of its visitors, in the same order */
  append({ id, clicks }: Batch, hashes: Float64Array, now: number): void {
    if (this.#sql.exec('SELECT id FROM arrivals WHERE id = ?', id).toArray().length > 0) return;
    this.#pendingCharacters += clicks.length;
    const old = this.#oldRow(clicks.length, now);
    if (old === undefined) {
      this.#sql.exec('INSERT INTO arrivals VALUES (?, ?, ?)', id, clicks, hashes.buffer as ArrayBuffer);
      return;
    }
    const joined = joinedWith(old, clicks, hashes);
    const values = [id, joined.clicks, joined.hashes.buffer as ArrayBuffer, old.id];
    this.#sql.exec('UPDATE arrivals SET id = ?, clicks = ?, hashes = ? WHERE id = ?', ...values);
  }

  /**
   * Takes the oldest pending batches, one part. Call it in a transaction with what becomes of them.
   * @param each gets each click, and the hash of its visitor or null
   */
  take(now: number, each: (click: BatchedClick, hash: number | null) => void): void {
    let last = '';
    let characters = 0;
    for (const { id, clicks, hashes } of this.#sql.exec<PendingRow>(
      "SELECT * FROM arrivals WHERE clicks <> '' ORDER BY id",
    )) {
      last = id;
      characters += clicks.length;
      const hashAt = new Float64Array(hashes);
      for (const click of decodeClicks(clicks))
        each(click, click.visitor === null ? null : (hashAt[click.visitor] ?? null));
      if (characters >= PART_CHARACTERS) break;
    }
    // A row with an old id is deleted now, instead of emptied now and deleted later. That saves a write.
    this.#sql.exec("DELETE FROM arrivals WHERE id <= ? AND id < ? AND clicks <> ''", last, firstStoredId(now));
    this.#sql.exec("UPDATE arrivals SET clicks = NULL, hashes = NULL WHERE id <= ? AND clicks <> ''", last);
  }

  /** Notes that every batch was taken. */
  noteAllTaken(): void {
    this.#pendingCharacters = 0;
  }

  /** Deletes the rows that later batches would overwrite. */
  deleteOld(now: number): void {
    this.#sql.exec('DELETE FROM arrivals WHERE id < ? AND clicks IS NULL', firstStoredId(now));
  }

  /** Returns the oldest row that a batch of so many characters may overwrite. */
  #oldRow(characters: number, now: number): Row | undefined {
    const rows = this.#sql.exec<Row>(
      `SELECT * FROM arrivals
        WHERE id < ? AND (clicks IS NULL OR length(clicks) + ? <= ${MAX_JOINED_CHARACTERS}) ORDER BY id LIMIT 1`,
      ...[firstStoredId(now), characters],
    );
    return rows.toArray()[0];
  }
}

/** The ids of batches that no isolate sends any more are before this text. */
const firstStoredId = (now: number): string => firstBatchId(now - BATCH_ID_KEPT_MS);

/** The clicks and hashes of a row, followed by those of a batch. */
function joinedWith(row: Row, clicks: string, hashes: Float64Array): { clicks: string; hashes: Float64Array } {
  if (row.clicks === null) return { clicks, hashes };
  const before = new Float64Array(row.hashes ?? new ArrayBuffer());
  const both = new Float64Array(before.length + hashes.length);
  both.set(before);
  both.set(hashes, before.length);
  return { clicks: joinClicks(row.clicks, clicks, before.length), hashes: both };
}
