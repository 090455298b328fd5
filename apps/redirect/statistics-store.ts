/** The storage of a statistics object: its tables, and the roll-up of batches into daily counts. */

import type { CountedDay, DayRange } from '#domain/counted-days';
import { decodeCounts } from '#domain/daily-counts';
import { Arrivals } from './arrivals';
import { ClickOrders } from './click-order';
import { createTables } from './create-tables';
import { ACCOUNT, type CountsByLink, countClick } from './link-counts';
import { addToRows } from './roll-up';

const TABLES = [
  'totals (link TEXT PRIMARY KEY, clicks, scans, robots, visitors, last_at)',
  'days (link TEXT, day INTEGER, tally TEXT, PRIMARY KEY (link, day))',
  'visitors (link TEXT PRIMARY KEY, sketch BLOB)',
];

const MAX_TOP_LINKS = 100;

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

export class StatisticsStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly orders: ClickOrders;
  readonly arrivals: Arrivals;
  #topLinks: readonly TopLink[];

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
    createTables(this.#sql, ...TABLES);
    this.#sql.exec('CREATE INDEX IF NOT EXISTS days_by_day ON days (day)');
    this.arrivals = new Arrivals(this.#sql);
    this.orders = new ClickOrders(this.#sql);
    this.#topLinks = storage.kv.get<TopLink[]>('top') ?? [];
  }

  /**
   * The most clicked links, most clicked first. The list is exact, because clicks only grow: a link can enter the list
   * only in a roll-up of its own clicks.
   */
  get topLinks(): readonly TopLink[] {
    return this.#topLinks;
  }

  /**
   * Adds the pending batches to the rows of their links and days, in one transaction per part.
   * @param visitorsDay the day on which the visitors of these batches were hashed, days since 1970
   */
  rollUp(now: number, visitorsDay: number): void {
    if (this.arrivals.pendingCharacters === 0) return;
    while (this.#storage.transactionSync(() => this.#rollUpPart(now, visitorsDay)));
    this.arrivals.pendingCharacters = 0;
  }

  /** Rolls up one part of the pending batches. Returns false if none was pending. */
  #rollUpPart(now: number, visitorsDay: number): boolean {
    const pending: CountsByLink = new Map();
    this.arrivals.take(now, (click, hash) => countClick(pending, click, hash));
    if (pending.size === 0) return false;
    const top = new Map(this.#topLinks.map((link) => [link.linkId, link]));
    // In the order of the keys, so that each page of the database is visited once.
    for (const [linkId, link] of [...pending].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const clicks = addToRows(this.#sql, this, linkId, link, visitorsDay);
      top.set(linkId, { linkId, code: link.code, clicks });
    }
    top.delete(ACCOUNT);
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
}
