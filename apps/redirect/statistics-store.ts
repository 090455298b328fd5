/** What the object of an account's statistics keeps. */

import { type Batch, type BatchedClick, decodeClicks, firstBatchId } from '#domain/click-batch';
import type { DayTally } from '#domain/counted-days';
import { addHashes, distinctIn, EMPTY_SKETCH, type Sketch } from '#domain/distinct';
import { addClick, addTally, dayOf, decodeTally, emptyTally, encodeTally, type Tally } from '#domain/tally';

const TABLES = [
  'TABLE IF NOT EXISTS arrivals (id TEXT PRIMARY KEY, clicks TEXT, hashes BLOB) WITHOUT ROWID',
  'TABLE IF NOT EXISTS totals (link TEXT PRIMARY KEY, clicks, scans, robots, visitors, last_at) WITHOUT ROWID',
  'TABLE IF NOT EXISTS days (link TEXT, day INTEGER, tally TEXT, PRIMARY KEY (link, day)) WITHOUT ROWID',
  'INDEX IF NOT EXISTS days_by_day ON days (day)',
  'TABLE IF NOT EXISTS visitors (link TEXT PRIMARY KEY, sketch BLOB) WITHOUT ROWID',
];

/** Stands for the whole account where a link's id is asked for. */
export const ACCOUNT = '';

/** Ids of batches are known this long: far longer than an isolate repeats one. */
const BATCH_ID_KEPT_MS = 3_600_000;
const MAX_TOP_LINKS = 100;
/** What is folded in one part: as many clicks of as many links are some 25 MB, of the 128 that an object has. */
const FOLDED_CHARACTERS = 1_000_000;

export type Totals = {
  readonly clicks: number;
  readonly scans: number;
  readonly robots: number;
  /** The sum of what each day had of distinct ones. */
  readonly visitors: number;
  /** Epoch milliseconds; 0 for never. */
  readonly lastAt: number;
};

export type TopLink = { readonly linkId: string; readonly code: string; readonly clicks: number };

/** A day of a link, its tally as text. */
export type StoredDay = { day: number; tally: string };

/** A batch that waits: of one that was folded only the id is left. */
type Unfolded = { id: string; clicks: string; hashes: ArrayBuffer };

/** What unfolded batches say of one link. */
type Addition = { readonly code: string; readonly days: Map<number, Tally>; readonly hashes: Set<number> };

export class StatisticsStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  #unfoldedCharacters: number;
  #topLinks: readonly TopLink[];

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
    for (const table of TABLES) this.#sql.exec(`CREATE ${table}`);
    const waiting = this.#sql.exec<{ n: number | null }>('SELECT sum(length(clicks)) AS n FROM arrivals').one();
    this.#unfoldedCharacters = waiting.n ?? 0;
    this.#topLinks = storage.kv.get<TopLink[]>('top') ?? [];
  }

  get unfoldedCharacters(): number {
    return this.#unfoldedCharacters;
  }

  /** The most clicked links, most clicked first. Exact, because clicks only grow: whoever rises among them is just being counted. */
  get topLinks(): readonly TopLink[] {
    return this.#topLinks;
  }

  /** Writes a batch down, unless its id is known. @param hashes of its visitors, in their order */
  take({ id, clicks }: Batch, hashes: Float64Array): void {
    const added = this.#sql.exec(
      'INSERT INTO arrivals VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
      id,
      clicks,
      hashes.buffer as ArrayBuffer,
    );
    if (added.rowsWritten === 0) return;
    this.#unfoldedCharacters += clicks.length;
  }

  /** Adds what waits to the rows of its links and days, part by part, each of them whole or not at all. */
  fold(now: number): void {
    const forgotten = firstBatchId(now - BATCH_ID_KEPT_MS);
    if (this.#unfoldedCharacters > 0) while (this.#storage.transactionSync(() => this.#foldPart(forgotten)));
    this.#unfoldedCharacters = 0;
    this.#sql.exec('DELETE FROM arrivals WHERE id < ?', forgotten);
  }

  /** Whether there was anything to fold. */
  #foldPart(forgotten: string): boolean {
    const additions = this.#takeAdditions(forgotten);
    if (additions.size === 0) return false;
    const top = new Map(this.#topLinks.map((link) => [link.linkId, link]));
    for (const [linkId, addition] of additions) {
      const clicks = this.#add(linkId, addition);
      if (linkId !== ACCOUNT) top.set(linkId, { linkId, code: addition.code, clicks });
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

  /** The tallies of a link's days from one to another, both included: read one by one, for a year of them is large. */
  *daysOf(linkId: string, from: number, to: number): Generator<DayTally> {
    for (const { day, tally } of this.storedDays(linkId, from, to)) {
      yield { day, tally: decodeTally(JSON.parse(tally)) };
    }
  }

  /** The same as they are stored. */
  storedDays(linkId: string, from: number, to: number = Number.MAX_SAFE_INTEGER): Iterable<StoredDay> {
    return this.#sql.exec<StoredDay>(
      'SELECT day, tally FROM days WHERE link = ? AND day BETWEEN ? AND ? ORDER BY day',
      linkId,
      from,
      to,
    );
  }

  /** Null where no day is kept. */
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
   * Takes the oldest of what waits, by link; what all of them come to stands under the account.
   * @param forgotten ids before this one are not kept
   */
  #takeAdditions(forgotten: string): Map<string, Addition> {
    const additions = new Map<string, Addition>();
    let last = '';
    let characters = 0;
    for (const { id, clicks, hashes } of this.#sql.exec<Unfolded>(
      "SELECT * FROM arrivals WHERE clicks <> '' ORDER BY id",
    )) {
      last = id;
      characters += clicks.length;
      const hashAt = new Float64Array(hashes);
      for (const click of decodeClicks(clicks)) {
        const hash = click.visitor === null ? null : (hashAt[click.visitor] ?? null);
        for (const linkId of [click.linkId, ACCOUNT]) collect(additions, linkId, click, hash);
      }
      if (characters >= FOLDED_CHARACTERS) break;
    }
    // At once, instead of emptied now and deleted later: a batch that comes alone is written once and deleted once.
    this.#sql.exec('DELETE FROM arrivals WHERE id <= ? AND id < ?', last, forgotten);
    this.#sql.exec("UPDATE arrivals SET clicks = NULL, hashes = NULL WHERE id <= ? AND clicks <> ''", last);
    return additions;
  }

  /** Adds to the rows of one link, and returns its clicks. */
  #add(linkId: string, { days, hashes }: Addition): number {
    let { clicks, scans, robots, visitors, lastAt } = this.totalsOf(linkId);
    for (const [day, tally] of days) {
      clicks += tally.clicks;
      scans += tally.scans;
      robots += tally.robots;
      lastAt = Math.max(lastAt, tally.lastAt);
      this.#addDay(linkId, day, tally);
    }
    if (hashes.size > 0) visitors += this.#addVisitors(linkId, hashes);
    this.#sql.exec('REPLACE INTO totals VALUES (?, ?, ?, ?, ?, ?)', linkId, clicks, scans, robots, visitors, lastAt);
    return clicks;
  }

  #addDay(linkId: string, day: number, tally: Tally): void {
    // To what is known, and not the other way round: a value that was counted once keeps its place.
    const [known] = this.daysOf(linkId, day, day);
    const sum = known?.tally ?? emptyTally();
    addTally(sum, tally);
    this.#sql.exec(
      'INSERT INTO days VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET tally = excluded.tally',
      linkId,
      day,
      JSON.stringify(encodeTally(sum)),
    );
  }

  /** How many of today's visitors are new to a link. */
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

function collect(additions: Map<string, Addition>, linkId: string, click: BatchedClick, hash: number | null): void {
  const { code, at, kind, profile } = click;
  const addition = additions.get(linkId) ?? { code, days: new Map<number, Tally>(), hashes: new Set<number>() };
  additions.set(linkId, addition);
  const tally = addition.days.get(dayOf(at)) ?? emptyTally();
  addition.days.set(dayOf(at), tally);
  if (kind === 'robot') tally.robots += 1;
  else addClick(tally, at, kind === 'scan', profile);
  if (hash !== null) addition.hashes.add(hash);
}
