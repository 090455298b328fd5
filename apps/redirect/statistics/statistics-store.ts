/** The storage of a statistics object: its tables, and the roll-up of batches into daily counts. */
import { addCounts, decodeCounts, encodeCounts, makeCounts } from '#domain/daily-counts';
import { addHashes, countDistinct } from '#domain/distinct';
import { Profiles } from '#domain/profiles';
import { createTables } from '#store/objects';
import { ACCOUNT, Arrivals, type CountedLink, type CountedPart, pause } from './arrivals';
import { ClickOrders } from './click-order';

const TABLES = [
  'totals (link TEXT PRIMARY KEY, code TEXT, clicks, scans, robots, visitors, last_at)',
  // The clicks are read without the counts, from a row whose end may be on other pages.
  'days (link TEXT, day INTEGER, clicks INTEGER AS (counts ->> 1) STORED, counts TEXT, profiles TEXT, PRIMARY KEY (link, day))',
  'visitors (link TEXT PRIMARY KEY, sketch BLOB)',
];

const MAX_TOP_LINKS = 100;
/**
 * To how many links a roll-up adds in one transaction, and how many stored characters of them it changes. Their days are
 * in memory together, and a day whose visitors made up all values has half a megabyte.
 */
const LINKS_AT_ONCE = 20;
const CHARACTERS_AT_ONCE = 200_000;
/** The key of a Place, which is stored while a part is rolled up for some of its links only. */
const PLACE = 'place';
type Place = { readonly last: string; readonly done: number };

export type Totals = {
  readonly clicks: number;
  readonly scans: number;
  readonly robots: number;
  /** The sum of the daily numbers of distinct visitors. */
  readonly visitors: number;
  /** The time of the last click, epoch milliseconds; 0 if there was none. */
  readonly lastAt: number;
};

export const NO_CLICKS: Totals = { clicks: 0, scans: 0, robots: 0, visitors: 0, lastAt: 0 };

/** A link, and what a roll-up adds to it. */
type Added = readonly [linkId: string, CountedLink];

export type TopLink = { readonly linkId: string; readonly code: string; readonly clicks: number };

/** The stored counts and profiles of one day, encoded as text; null without a profile. `day` is days since 1970. */
export type StoredDay = { day: number; counts: string; profiles: string | null };

export class StatisticsStore {
  readonly #storage: DurableObjectStorage;
  readonly #sql: SqlStorage;
  readonly orders: ClickOrders;
  readonly arrivals: Arrivals;
  #topLinks: readonly TopLink[];
  /** The last batch of the part that is rolled up, and how many of its links are done. */
  #place: Place | undefined;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    this.#sql = storage.sql;
    createTables(this.#sql, ...TABLES);
    this.#sql.exec('CREATE INDEX IF NOT EXISTS days_by_day ON days (day)');
    this.arrivals = new Arrivals(this.#sql);
    this.orders = new ClickOrders(this.#sql);
    this.#topLinks = storage.kv.get<TopLink[]>('top') ?? [];
    this.#place = storage.kv.get<Place>(PLACE);
  }

  /** Whether the account has neither clicks nor pending batches. */
  get isEmpty(): boolean {
    const found = ['totals', 'arrivals'].map((table) => `EXISTS (SELECT 1 FROM ${table})`);
    return this.#sql.exec<{ holds: number }>(`SELECT ${found.join(' OR ')} AS holds`).one().holds === 0;
  }

  /**
   * The most clicked links, most clicked first. The list is exact, because clicks only grow: a link can enter the list
   * only in a roll-up of its own clicks.
   */
  get topLinks(): readonly TopLink[] {
    return this.#topLinks;
  }

  /** Whether a part is rolled up for some of its links only. */
  get isInterrupted(): boolean {
    return this.#place !== undefined;
  }

  /**
   * Adds the oldest pending batches, one part, to the rows of their links and days. It pauses, and no batch may be
   * appended before it has ended, also if the process is killed meanwhile: the next call goes on with the same part.
   * @param visitorsDay the day on which the visitors of these batches were hashed, days since 1970
   */
  async rollUpPart(now: number, visitorsDay: number): Promise<void> {
    const part = await this.arrivals.count(visitorsDay);
    const pending = part.characters === 0 ? 0 : Math.max(1, this.arrivals.pendingCharacters - part.characters);
    if (part.characters > 0) await this.#add(part, now, visitorsDay);
    // The number is an estimate. Only an empty part shows that no batch is pending.
    this.arrivals.pendingCharacters = pending;
  }

  /** Adds a part, some links in each transaction, which notes how many links are done. */
  async #add(part: CountedPart, now: number, visitorsDay: number): Promise<void> {
    const { last } = part;
    const links = [...part.links];
    const top = new Map(this.#topLinks.map((link) => [link.linkId, link]));
    let ranked = this.#topLinks;
    let done = this.#place?.last === last ? this.#place.done : 0;
    for (const [linkId, { code }] of links.slice(0, done))
      top.set(linkId, { linkId, code, clicks: this.readTotals(linkId).clicks });
    do {
      const slice = this.#cutSlice(links.slice(done, done + LINKS_AT_ONCE));
      done += slice.length;
      const place = done < links.length ? { last, done } : undefined;
      this.#storage.transactionSync(() => {
        for (const { linkId, code, clicks } of this.#addLinks(slice, visitorsDay))
          top.set(linkId, { linkId, code, clicks });
        if (place !== undefined) return this.#storage.kv.put(PLACE, place);
        this.arrivals.remove(part, now);
        top.delete(ACCOUNT);
        ranked = [...top.values()].sort((a, b) => b.clicks - a.clicks).slice(0, MAX_TOP_LINKS);
        this.#storage.kv.put('top', ranked);
        if (this.#place !== undefined) this.#storage.kv.delete(PLACE);
      });
      this.#place = place;
      if (place !== undefined) await pause();
    } while (this.#place !== undefined);
    this.#topLinks = ranked;
  }

  /** Returns the first of these links whose days have CHARACTERS_AT_ONCE, at least one. */
  #cutSlice(links: readonly Added[]): readonly Added[] {
    const days = links.flatMap(([linkId, { days }], place) => Array.from(days.keys(), (day) => [linkId, day, place]));
    let characters = 0;
    for (const { place, stored } of this.#sql.exec<{ place: number; stored: number }>(
      `SELECT value ->> 2 AS place, length(counts) + ifnull(length(profiles), 0) AS stored
        FROM json_each(?) CROSS JOIN days ON link = value ->> 0 AND day = value ->> 1`,
      JSON.stringify(days),
    )) {
      characters += stored;
      if (characters > CHARACTERS_AT_ONCE) return links.slice(0, Math.max(1, place));
    }
    return links;
  }

  readTotals(linkId: string): Totals {
    const [row] = this.#sql
      .exec<Totals>('SELECT clicks, scans, robots, visitors, last_at AS lastAt FROM totals WHERE link = ?', linkId)
      .toArray();
    return row ?? NO_CLICKS;
  }

  /** Returns the stored days of a link, `from` and `to` included, still encoded. */
  storedDays(linkId: string, from: number, to: number = Number.POSITIVE_INFINITY): Iterable<StoredDay> {
    return this.#sql.exec<StoredDay>(
      'SELECT day, counts, profiles FROM days WHERE link = ? AND day BETWEEN ? AND ? ORDER BY day',
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
   * Adds clicks to the rows of links, and returns the links with their numbers of clicks. One statement reads or writes
   * rows of all links, except to write days and sketches, which may be large together.
   */
  #addLinks(links: readonly Added[], visitorsDay: number): TopLink[] {
    const stored = this.#totalsAndSketches(links.map(([linkId]) => linkId));
    const sums = links.map(([linkId, { code, days, hashes }]) => {
      const { sketch, ...total } = stored.get(linkId) ?? { ...NO_CLICKS, sketch: null };
      const added = this.#addVisitors(linkId, sketch, hashes);
      return { ...total, linkId, code, visitors: total.visitors + added.count, added, days };
    });
    const days = sums.flatMap((sum) => Array.from(sum.days, ([day, added]) => ({ sum, day, ...added })));
    const encoded = this.#storedDaysOf(days.map(({ sum, day }) => [sum.linkId, day]));
    for (const [place, { sum, day, counts: counted, profiles }] of days.entries()) {
      if (day === visitorsDay) {
        counted.visitors += sum.added.count;
        for (const [profile, count] of sum.added.profiles) profiles.countVisitors(profile, count);
      }
      if (counted.clicks + counted.robots + counted.visitors === 0) continue;
      sum.clicks += counted.clicks;
      sum.scans += counted.scans;
      sum.robots += counted.robots;
      sum.lastAt = Math.max(sum.lastAt, counted.lastAt);
      const known = encoded.get(place);
      const counts = known === undefined ? makeCounts() : decodeCounts(JSON.parse(known.counts));
      addCounts(counts, counted);
      const all = Profiles.decode(known?.profiles ?? null);
      all.add(profiles);
      this.#sql.exec(
        `INSERT INTO days VALUES (?, ?, ?, ?)
          ON CONFLICT DO UPDATE SET counts = excluded.counts, profiles = excluded.profiles`,
        ...[sum.linkId, day, JSON.stringify(encodeCounts(counts))],
        all.encode(),
      );
    }
    this.#sql.exec(
      `REPLACE INTO totals SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6
        FROM json_each(?)`,
      JSON.stringify(
        sums.map((one) => [one.linkId, one.code, one.clicks, one.scans, one.robots, one.visitors, one.lastAt]),
      ),
    );
    return sums;
  }

  #totalsAndSketches(linkIds: readonly string[]): Map<string, Totals & { readonly sketch: ArrayBuffer | null }> {
    const rows = this.#sql.exec<Totals & { link: string; sketch: ArrayBuffer | null }>(
      `SELECT link, clicks, scans, robots, visitors, last_at AS lastAt, sketch
        FROM json_each(?) CROSS JOIN totals ON link = value LEFT JOIN visitors USING (link)`,
      JSON.stringify(linkIds),
    );
    return new Map(Array.from(rows, ({ link, ...row }) => [link, row]));
  }

  /** Returns the stored days of links, still encoded, by the place in the request. */
  #storedDaysOf(days: readonly (readonly [linkId: string, day: number])[]): Map<number, StoredDay> {
    const rows = this.#sql.exec<StoredDay & { place: number }>(
      `SELECT key AS place, day, counts, profiles
        FROM json_each(?) CROSS JOIN days ON link = value ->> 0 AND day = value ->> 1`,
      JSON.stringify(days),
    );
    return new Map(Array.from(rows, (row) => [row.place, row]));
  }

  /**
   * Adds visitors to the link's sketch of the present day.
   * @returns how many of them are new, and how many have each profile. Of very many visitors the sketch keeps some, each of
   * whom stands for as many of the new ones.
   */
  #addVisitors(linkId: string, sketch: ArrayBuffer | null, hashes: CountedLink['hashes']) {
    const none = { count: 0, profiles: [] };
    if (hashes.size === 0) return none;
    const before = new Float64Array(sketch ?? []);
    const after = addHashes(before, hashes.keys());
    if (after === before) return none;
    this.#sql.exec('REPLACE INTO visitors VALUES (?, ?)', linkId, after.buffer as ArrayBuffer);
    const fresh = new Map(hashes);
    for (const hash of before) fresh.delete(hash);
    const largest = after.at(-1) ?? 0;
    // In the order of the hashes, so that what is left of a division is shared out by chance.
    const kept = [...fresh].filter(([hash]) => hash <= largest).sort(([a], [b]) => a - b);
    const count = countDistinct(after) - countDistinct(before);
    const upTo = (place: number) => Math.round((place * count) / kept.length);
    return { count, profiles: kept.map(([, profile], place) => [profile, upTo(place + 1) - upTo(place)] as const) };
  }
}
