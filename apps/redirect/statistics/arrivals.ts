/**
 * The batches of a statistics object: those that have arrived within the hour, and those that are not rolled up yet,
 * whose clicks a roll-up counts by link and day.
 */
import { type Batch, type BatchedClick, decodeClicks, joinClicks, makeFirstBatchId } from '#domain/click-batch';
import { addClick, type DailyCounts, makeCounts, type Profile, utcDayAt } from '#domain/daily-counts';
import { Profiles } from '#domain/profiles';
import { createTables } from '#store/objects';

/** How long the object stores the id of a batch: far longer than an isolate retries to send the batch. */
const BATCH_ID_KEPT_MS = 3_600_000;
/** How many characters of clicks a row with the clicks of several batches may have. */
const MAX_JOINED_CHARACTERS = 64_000;
/**
 * A part ends with the batch that brings it to so many characters or links. Its counts take up to some 25 MB of the 128
 * MB that an object has.
 */
const ROLL_UP_CHARACTERS = 1_000_000;
const ROLL_UP_LINKS = 5_000;
/** How many clicks are counted without a pause. */
const CLICKS_AT_ONCE = 1_000;

/** Lets other work go on. On a machine of one's own all visits, objects and D1 share one loop with this object. */
export const pause = (): Promise<void> => scheduler.wait(0);

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
   * Counts the clicks of the oldest pending batches, one part, by link and day. They stay pending until `remove`.
   * @param visitorsDay the day of the visitors' hashes. A late click is of an earlier day, and its visitor counts on this.
   */
  async count(visitorsDay: number): Promise<CountedPart> {
    const part = { links: new Map<string, CountedLink>(), last: '', characters: 0 };
    let clicks = 0;
    while (part.characters < ROLL_UP_CHARACTERS && part.links.size < ROLL_UP_LINKS) {
      const [row] = this.#sql
        .exec<PendingRow>("SELECT * FROM arrivals WHERE clicks <> '' AND id > ? ORDER BY id LIMIT 1", part.last)
        .toArray();
      if (row === undefined) break;
      part.last = row.id;
      part.characters += row.clicks.length;
      const hashAt = new Float64Array(row.hashes);
      for (const click of decodeClicks(row.clicks)) {
        countClick(part.links, click, hashAt[click.visitor ?? -1] ?? null, visitorsDay);
        if (++clicks % CLICKS_AT_ONCE === 0) await pause();
      }
    }
    return part;
  }

  /** Removes the batches of a part. Call it in the transaction that adds the last of its counts. */
  remove({ last }: CountedPart, now: number): void {
    // A row with an old id is deleted now, instead of emptied now and deleted later. That saves a write. Old rows that
    // are empty are more than later batches overwrite.
    this.#sql.exec('DELETE FROM arrivals WHERE id <= ? AND id < ?', last, firstStoredId(now));
    this.#sql.exec("UPDATE arrivals SET clicks = NULL, hashes = NULL WHERE id <= ? AND clicks <> ''", last);
  }
}

/** The ids of batches that no isolate sends any more are before this text. */
const firstStoredId = (now: number): string => makeFirstBatchId(now - BATCH_ID_KEPT_MS);

/** The link id under which the whole account is counted. */
export const ACCOUNT = '';

/** What is added to one link, or to the account: its counts by day since 1970, and its visitors. */
export type CountedLink = {
  /** The code of the link; '' for the account. */
  readonly code: string;
  readonly days: Map<number, AddedDay>;
  /** The visitors by their hashes, each with the profile of its first click. */
  readonly hashes: Map<number, Profile>;
};

type AddedDay = { readonly counts: DailyCounts; readonly profiles: Profiles };

/** The counts of some batches by link id, the id of the last batch, and the number of their characters. */
export type CountedPart = {
  readonly links: ReadonlyMap<string, CountedLink>;
  readonly last: string;
  readonly characters: number;
};

/**
 * Counts a click, or the request of a robot, for its link and for the account.
 * @param hash the hash of its visitor; null for none
 */
function countClick(
  links: Map<string, CountedLink>,
  { linkId, code, kind, at, profile }: BatchedClick,
  hash: number | null,
  visitorsDay: number,
): void {
  for (const [id, itsCode] of [
    [linkId, code],
    [ACCOUNT, ''],
  ] as const) {
    const link = links.get(id) ?? { code: itsCode, days: new Map(), hashes: new Map() };
    links.set(id, link);
    const { counts, profiles } = dayOf(link.days, utcDayAt(at));
    if (kind === 'robot') counts.robots += 1;
    else addClick(counts, at, kind === 'scan', profile);
    if (profile === null) continue;
    profiles.countClick(profile, at, kind === 'scan');
    if (hash === null) continue;
    if (!link.hashes.has(hash)) link.hashes.set(hash, profile);
    dayOf(link.days, visitorsDay);
  }
}

/** Returns what is added to a day, zeros for a new day. */
function dayOf(days: CountedLink['days'], day: number): AddedDay {
  const added = days.get(day) ?? { counts: makeCounts(), profiles: new Profiles() };
  days.set(day, added);
  return added;
}
