/** The Durable Object with the statistics of one account: its clicks by link and day. */
import { DurableObject } from 'cloudflare:workers';
import type { Batch } from '#domain/click-batch';
import {
  type ComparedRange,
  type CountedDays,
  type DayRange,
  dayStartsAt,
  sumDays,
  utcDayAt,
} from '#domain/daily-counts';
import type { MetricsBatch, MetricsTotals } from '#domain/metrics';
import type { Part, StatisticsStart, StatisticsState } from '#domain/object-state';
import type { Filters } from '#domain/profiles';
import { version } from '#package.json';
import { readStatisticsDays, type Variables } from '../config';
import { ACCOUNT } from './arrivals';
import type { OrderPage, OrderStart, SortedBy } from './click-order';
import { countFiltered } from './filtered';
import { MetricsStore } from './metrics-store';
import { findMostClicked, findMostClickedFiltered, type TopOfRange } from './most-clicked';
import {
  type ExportPart,
  type PartStart,
  readExportPart,
  readStatisticsPart,
  storeStatistics,
} from './statistics-parts';
import { NO_CLICKS, StatisticsStore, type TopLink, type Totals } from './statistics-store';
import {
  type AccountOverview,
  type LinkClicks,
  type RecentClicks,
  readClicks,
  readClicksInDays,
  readOverview,
  readRecentClicks,
  type SumPart,
  sumPart,
  sumTotals,
} from './statistics-sums';
import type { DayStart } from './stored-days';
import { VisitorSecret } from './visitor-secret';

type Bindings = Pick<Variables, 'STATISTICS_DAYS'>;

/** How long the tables of an account without clicks stay after a read. */
const EMPTY_KEPT_MS = 60_000;
/**
 * How many characters of clicks may be pending. A later roll-up writes fewer rows, because it adds all pending clicks
 * of a link and a day to one row. A read rolls all of them up, and more characters would take too long.
 */
const MAX_PENDING_CHARACTERS = 4_000_000;

/** The counts of a link or of the account. `counted` is null if no days were requested. */
export type StatisticsReport = { readonly totals: Totals; readonly counted: CountedDays | null };

/**
 * `topOfRange` is null if no range was named, or one with too many days of links to compare. `isAmongTop`: only the most
 * clicked links of all time were compared.
 */
type AccountReport = StatisticsReport & {
  readonly topLinks: readonly TopLink[];
  readonly topOfRange: (TopOfRange & { readonly isAmongTop?: boolean }) | null;
};

/**
 * One object per account and shard. The edge entry of a link names its object. The object stores a batch when it
 * arrives, and rolls batches up later: at the end of the day, when too many are pending, and before every read. One
 * more object, METRICS_OBJECT, keeps the sums of GET /admin/metrics instead.
 */
export class Statistics extends DurableObject<Bindings> {
  #made: StatisticsStore | undefined;
  readonly #secret: VisitorSecret;
  #alarmAt: number | null = null;
  #metrics: MetricsStore | undefined;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.#secret = new VisitorSecret(ctx.storage.kv);
    ctx.blockConcurrencyWhile(async () => {
      this.#alarmAt = await ctx.storage.getAlarm();
    });
  }

  /**
   * Stores batches, which may arrive late, repeatedly and in any order. It ignores a batch whose id is stored already.
   * It hashes the visitors, and stores only the hashes.
   */
  async add(batches: readonly Batch[]): Promise<void> {
    // A killed roll-up goes on with the same batches, so it is ended before another one is stored.
    if (this.#store.isInterrupted) await this.#rollUp();
    await this.#beginDay(utcDayAt(Date.now()));
    const hashes = await this.#secret.hash(batches.map(({ visitors }) => visitors));
    // The day ended during the hashing, and its secret with it. The visitors are hashed again with the new secret.
    if (hashes === null) return this.add(batches);
    const now = Date.now();
    for (const [index, batch] of batches.entries())
      this.#store.arrivals.append(batch, hashes[index] as Float64Array, now);
    // The rest stays pending, because a later roll-up writes fewer rows.
    await this.#rollUp(now, MAX_PENDING_CHARACTERS);
  }

  /**
   * Returns the counts of one link. The totals are always those of all clicks.
   * @param days null for the totals alone @param filters null to count all clicks of the days
   */
  async readLink(
    linkId: string,
    days: ComparedRange | null,
    filters: Filters | null = null,
  ): Promise<StatisticsReport> {
    return this.#read((store) => this.#report(store, linkId, days, filters), this.#reportNothing(days));
  }

  /**
   * Returns the counts of the whole account, and at most `limit` of its most clicked links.
   * @param topOf a range of UTC days, by whose clicks the links are compared too; null for those of all time alone
   * @param filters null to count all clicks
   */
  async readAccount(
    days: ComparedRange | null,
    limit: number,
    topOf: DayRange | null = null,
    filters: Filters | null = null,
  ): Promise<AccountReport> {
    return this.#read<AccountReport>(
      async (store) => ({
        ...(await this.#report(store, ACCOUNT, days, filters)),
        topLinks: store.topLinks.slice(0, limit),
        topOfRange: topOf && (await this.#findMostClicked(this.#cutToStored(topOf), limit, filters)),
      }),
      {
        ...this.#reportNothing(days),
        topLinks: [],
        topOfRange: topOf && { links: [], clicked: 0, ...(filters !== null && { isAmongTop: false }) },
      },
    );
  }

  /** Returns the time of each link's last click, in epoch milliseconds, without links that were never clicked. */
  async readLastClicks(linkIds: readonly string[]): Promise<Record<string, number>> {
    await this.#rollUp();
    return Object.fromEntries(
      linkIds.map((id) => [id, this.#store.readTotals(id).lastAt]).filter(([, at]) => at !== 0),
    );
  }

  /**
   * Returns the clicks of links: of all time, or of a range of UTC days. With a range it may return the clicks of the
   * first links only, because one call reads a limited number of days.
   */
  async readClicks(linkIds: readonly string[], days: DayRange | null): Promise<LinkClicks> {
    return this.#read<LinkClicks>(
      async () =>
        days === null
          ? readClicks(this.#sql, linkIds)
          : { clicks: await readClicksInDays(this.#sql, linkIds, this.#cutToStored(days)), lastAt: [] },
      { clicks: linkIds.map(() => 0), lastAt: days === null ? linkIds.map(() => 0) : [] },
    );
  }

  /** Returns the clicks of links, of all time and of each UTC day of a range. */
  async readRecentClicks(linkIds: readonly string[], days: DayRange): Promise<RecentClicks> {
    await this.#rollUp();
    return readRecentClicks(this.#sql, linkIds, this.#cutToStored(days));
  }

  /**
   * Returns the clicks of the account by UTC day, and its most clicked links.
   * @param topOf the end of `range`, by whose clicks the links are compared
   */
  async readOverview(range: DayRange, topOf: DayRange, count: number): Promise<AccountOverview> {
    const ranges = { range: this.#cutToStored(range), topOf: this.#cutToStored(topOf) };
    return this.#read((store) => readOverview(this.#sql, store, { ...ranges, count }), {
      totals: NO_CLICKS,
      start: ranges.range.start,
      days: Array<number>(Math.max(0, ranges.range.end - ranges.range.start + 1)).fill(0),
      top: [],
      isTopOfAllTime: false,
    });
  }

  /** Returns the totals of links, summed up. A visitor of two of the links counts twice. */
  async readTotals(linkIds: readonly string[]): Promise<Totals> {
    await this.#rollUp();
    return sumTotals(this.#sql, linkIds);
  }

  /**
   * Sums up one part of the days of links.
   * @param linkIds the same list for every part
   * @param start `next` of the previous part; null for the first part
   * @param filters null to count all clicks
   */
  async readSum(
    linkIds: readonly string[],
    days: ComparedRange,
    start: DayStart | null,
    filters: Filters | null = null,
  ): Promise<SumPart> {
    return this.#read<SumPart>(() => sumPart(this.#sql, linkIds, days, start, filters, this.#oldestStoredDay()), {
      counted: this.#countNothing(days),
      clicks: new Map(),
      next: null,
    });
  }

  /**
   * Returns a page of the thousand first links by clicks or by last click, without links that were never clicked. The
   * first page stores the order for ten minutes, so that the later pages neither repeat nor skip a link.
   * @param start where a later page begins; null for the first page
   * @returns null if the order of a later page is no longer stored
   */
  async readSorted(by: SortedBy, start: OrderStart | null, count: number): Promise<OrderPage | null> {
    const now = Date.now();
    const { orders } = this.#store;
    if (start !== null) return orders.page(start, count, now);
    await this.#rollUp(now);
    orders.deleteExpired(now);
    const page = orders.open(by, count, now);
    this.#wakeNext();
    return page;
  }

  /**
   * Returns one part of the stored statistics of these links, without links that were never visited.
   * @param start `next` of the previous part; null for the first part
   */
  async readExportPart(linkIds: readonly string[], start: PartStart | null): Promise<ExportPart> {
    await this.#rollUp();
    return readExportPart(this.#store, linkIds, start, this.#oldestStoredDay());
  }

  /** Adds what an isolate has counted, once, however often the batch arrives. */
  addMetrics(batch: MetricsBatch): void {
    this.#metricsStore().add(batch, Date.now());
  }

  /** Returns the sums of all isolates, and the version of this worker. */
  readMetrics(): MetricsTotals & { readonly version: string } {
    return { ...this.#metricsStore().totals, version };
  }

  /** Returns one part of the state for a backup. @param start `next` of the previous part; null for the first part */
  async handOver(start: StatisticsStart | null): Promise<Part<StatisticsState, StatisticsStart>> {
    await this.#rollUp();
    return readStatisticsPart(this.#sql, this.#store.topLinks, start);
  }

  /** Stores one part of the state of a backup. The call may be repeated. */
  takeOver(state: StatisticsState): void {
    this.#made ??= new StatisticsStore(this.ctx.storage); // makes the tables
    storeStatistics(this.ctx.storage, state);
    this.#made = undefined;
    this.#wakeNext();
  }

  /** Deletes everything, because the account was deleted, or because it has no clicks. */
  async erase(): Promise<void> {
    const { storage } = this.ctx;
    // A read that goes on during the deletion must know of it.
    const deleted = Promise.all([storage.deleteAlarm(), storage.deleteAll()]);
    this.#secret.forget();
    this.#alarmAt = null;
    this.#made = undefined;
    await deleted;
  }

  /** Rolls up batches, ends the day if it is over, and deletes the days that are too old. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    this.#alarmAt = null;
    await this.#rollUp(now);
    if (this.#secret.day !== null && utcDayAt(now) > this.#secret.day) await this.#endDay(now);
    this.#store.deleteDaysUpTo(utcDayAt(now) - readStatisticsDays(this.env));
    this.#store.orders.deleteExpired(now);
    if (this.#store.isEmpty && this.#secret.day === null) await this.erase();
    else this.#wakeNext();
  }

  /** The tables, which the first call makes. */
  get #store(): StatisticsStore {
    this.#made ??= new StatisticsStore(this.ctx.storage);
    return this.#made;
  }

  get #sql(): SqlStorage {
    return this.ctx.storage.sql;
  }

  /**
   * Rolls up batches. Their visitors were hashed with the present secret, because the end of its day rolls up too. The
   * object gets no other call meanwhile, but other work of the process goes on.
   * @param left how many characters of clicks may stay pending
   */
  async #rollUp(now = Date.now(), left = 0): Promise<void> {
    // A read of an account without clicks has made the tables. The alarm deletes them.
    if (this.#alarmAt === null && this.#store.isEmpty) this.#wakeAt(now + EMPTY_KEPT_MS);
    const day = this.#secret.day ?? utcDayAt(now);
    const store = this.#store;
    // The platform resets an object that is blocked for 30 s, so each part is blocked alone.
    while (this.#made === store && store.arrivals.pendingCharacters > left)
      await this.ctx.blockConcurrencyWhile(() => store.rollUpPart(now, day));
    if (this.#made !== store) await this.#rollUp(now, left); // erased between two parts
  }

  /**
   * Rolls up, and runs a read that pauses. After an erasure meanwhile it reads and makes no tables, and answers as for an
   * account without clicks.
   */
  async #read<Answer>(read: (store: StatisticsStore) => Promise<Answer>, nothing: Answer): Promise<Answer> {
    await this.#rollUp();
    const store = this.#store;
    try {
      const answer = await read(store);
      if (this.#made === store) return answer;
    } catch (error) {
      if (this.#made === store) throw error;
    }
    return nothing;
  }

  /** Reports a link, or the account, after a roll-up. */
  async #report(
    store: StatisticsStore,
    linkId: string,
    days: ComparedRange | null,
    filters: Filters | null,
  ): Promise<StatisticsReport> {
    return { totals: store.readTotals(linkId), counted: days && (await this.#countDays(linkId, days, filters)) };
  }

  #reportNothing(days: ComparedRange | null): StatisticsReport {
    return { totals: NO_CLICKS, counted: days && this.#countNothing(days) };
  }

  #countNothing(range: ComparedRange): CountedDays {
    return sumDays([], range, Math.max(range.since ?? range.start, this.#oldestStoredDay()));
  }

  #metricsStore(): MetricsStore {
    this.#metrics ??= new MetricsStore(this.ctx.storage);
    return this.#metrics;
  }

  #wakeNext(): void {
    for (const at of [this.#store.orders.nextEnd(), this.#dayEnd()]) if (at !== null) this.#wakeAt(at);
  }

  /** Returns when the day of the secret ends or, without a secret, when the oldest stored day is too old. */
  #dayEnd(): number | null {
    if (this.#secret.day !== null) return dayStartsAt(this.#secret.day + 1);
    const oldest = this.#store.oldestDay();
    return oldest === null ? null : dayStartsAt(oldest + readStatisticsDays(this.env));
  }

  /** Makes the secret of a day if there is none. A day before that of the stored secret uses the stored one. */
  async #beginDay(day: number): Promise<void> {
    if (this.#secret.day !== null && day > this.#secret.day) await this.#endDay(dayStartsAt(day));
    if (this.#secret.day !== null) return;
    this.#secret.make(day);
    // The secret and the alarm are written together, so that no secret outlives its day.
    this.#wakeAt(dayStartsAt(day + 1));
  }

  /**
   * Ends the secret's day. It counts the visitors of the day, then deletes their hashes and the secret.
   */
  async #endDay(now: number): Promise<void> {
    const { day } = this.#secret;
    await this.#rollUp(now);
    if (this.#secret.day !== day) return; // Another call has ended it meanwhile.
    this.#store.deleteVisitors();
    this.#secret.delete();
  }

  /** Sums up the days of a range. It leaves out days that are too old, even if the alarm has not deleted them yet. */
  async #countDays(linkId: string, range: ComparedRange, filters: Filters | null): Promise<CountedDays> {
    const oldest = this.#oldestStoredDay();
    if (filters !== null) return countFiltered(this.#sql, linkId, range, filters, oldest);
    return (await sumPart(this.#sql, [linkId], range, null, null, oldest, Number.POSITIVE_INFINITY)).counted;
  }

  #findMostClicked(range: DayRange, count: number, filters: Filters | null) {
    return filters === null
      ? findMostClicked(this.#sql, range, count)
      : findMostClickedFiltered(this.#sql, range, filters, this.#store.topLinks, count);
  }

  /** A range without the days that are too old. */
  #cutToStored({ start, end }: DayRange): DayRange {
    return { start: Math.max(start, this.#oldestStoredDay()), end };
  }

  #oldestStoredDay(): number {
    return utcDayAt(Date.now()) - readStatisticsDays(this.env) + 1;
  }

  #wakeAt(at: number): void {
    if (this.#alarmAt !== null && this.#alarmAt <= at) return;
    this.#alarmAt = at;
    // The promise is not awaited. The alarm is written together with the batch, and the output gate holds the response
    // until both are durable.
    void this.ctx.storage.setAlarm(at);
  }
}
