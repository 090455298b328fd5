/**
 * The Durable Object of one limited or protected link. It counts the link's clicks and the attempts at its password
 * exactly.
 */
import { DurableObject } from 'cloudflare:workers';
import { isUsedUp, type Limits, mayHaveLateClicks, mergeLimits, refusesClick } from '#domain/click-limits';
import type { CounterState } from '#domain/object-state';
import type { LinkStore } from '#store/link-row';
import { createTables, hasTable, type Locality, objectNamed } from '#store/objects';
import { publishSpent } from '#store/publish';
import { LATE_CLICKS_MS } from '../config';
import type { Statistics } from '../statistics/statistics';
import { FinalEnd } from './final-end';
import { AttemptLog, type Charge, LINK_PERIOD_MS } from './password-attempts';

/** How long the object stores a click id: far longer than a visit retries its call. */
const CLICK_ID_KEPT_MS = 600_000;
/** The pause before the alarm retries a job that failed. */
const RETRY_AFTER_MS = 5_000;
/** The interval at which the object reads the statistics while late clicks may arrive. */
const RECOUNT_EVERY_MS = 6_000;

type Bindings = LinkStore & Locality & { readonly STATISTICS: DurableObjectNamespace<Statistics> };

const TABLE = 'clicks (id TEXT PRIMARY KEY, number INTEGER, at INTEGER)';

/** The result of `take`. `outdated` means that the visit has an older version of the link than the object. */
export type TakeResult = 'granted' | 'refused' | 'outdated';

/**
 * One object per link id. It stores the newest `limits`, a row per recent click with its number, in `count` a lower
 * bound of the number of clicks, and a row per recent attempt. Checking and counting are one synchronous step. The
 * object makes its table with the first click, and deletes everything once it holds nothing, or the end of its link is
 * final.
 */
export class ClickCounter extends DurableObject<Bindings> {
  #count: number;
  #limits: Limits | null;
  #alarmAt: number | null = null;
  #attempts: AttemptLog;
  #hasTable: boolean;
  readonly #end: FinalEnd;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    const { kv, sql } = ctx.storage;
    this.#hasTable = hasTable(sql, 'clicks');
    const newest = this.#hasTable
      ? sql.exec<{ number: number | null }>('SELECT max(number) AS number FROM clicks').one().number
      : null;
    // The clock may step back. Then the newest row may have been trimmed before an older one, so the rows alone do not
    // suffice. Nor does `count`, because a granted click does not write it.
    this.#count = Math.max(newest ?? 0, kv.get<number>('count') ?? 0);
    this.#limits = kv.get<Limits>('limits') ?? null;
    this.#attempts = new AttemptLog(sql);
    this.#end = new FinalEnd(kv);
    ctx.blockConcurrencyWhile(async () => {
      this.#alarmAt = await ctx.storage.getAlarm();
    });
  }

  /**
   * Grants a visit its click, or refuses it. A granted click id is granted again and counted once, so the caller may
   * retry a call whose response was lost.
   * @param clickId one per visit
   * @param limits the limits in the visit's edge entry
   * @throws what `limit` throws
   */
  async take(clickId: string, limits: Limits): Promise<TakeResult> {
    await this.limit(limits);
    const newest = this.#limits ?? limits;
    const { sql } = this.ctx.storage;
    const now = Date.now();
    const isOutdated = limits.version < newest.version;
    if (isOutdated || refusesClick(newest, this.#count, now)) {
      const isKnown = this.#hasTable && sql.exec('SELECT 1 FROM clicks WHERE id = ?', clickId).toArray().length > 0;
      return isKnown ? 'granted' : isOutdated ? 'outdated' : 'refused';
    }
    if (!this.#hasTable) createTables(sql, TABLE);
    this.#hasTable = true;
    const { rowsWritten } = sql.exec('INSERT OR IGNORE INTO clicks VALUES (?, ?, ?)', clickId, this.#count + 1, now);
    if (rowsWritten === 0) return 'granted';
    this.#count += 1;
    if (isUsedUp(newest, this.#count)) this.#spend(now);
    else this.#wakeAt(now + CLICK_ID_KEPT_MS);
    return 'granted';
  }

  /**
   * Charges one attempt, before the visit checks the password.
   * @param attemptId one per visit, so that the caller may retry a call whose response was lost
   * @param network the digest of the visitor's network
   * @param wideNetwork the digest of the visitor's wide network
   */
  attempt(attemptId: string, network: string, wideNetwork: string): Charge {
    const now = Date.now();
    const charge = this.#attempts.charge(attemptId, network, wideNetwork, now);
    if (charge.isCharged) this.#wakeAt(now + LINK_PERIOD_MS);
    return charge;
  }

  /** Refunds an attempt whose password was not checked. */
  refund(attemptId: string): void {
    this.#attempts.refund(attemptId);
  }

  /** Refunds the attempt with the right password, and takes the click of a limited link, in one call. */
  async open(attemptId: string, clickId: string, limits: Limits): Promise<TakeResult> {
    this.#attempts.refund(attemptId);
    return limits.maxClicks === null ? 'granted' : this.take(clickId, limits);
  }

  /**
   * Stores limits of a newer version, and returns the number of clicks granted since the link was made. If clicks may
   * have been granted without a limit, it reads their number from the statistics first.
   * @throws Error if that read fails: the object grants no click before it knows the number of earlier clicks
   */
  async limit(limits: Limits): Promise<number> {
    if (mayHaveLateClicks(this.#limits, limits)) {
      await this.#recount(limits);
      const now = Date.now();
      this.ctx.storage.kv.put('recountUntil', now + LATE_CLICKS_MS);
      this.#wakeAt(now + RECOUNT_EVERY_MS);
    }
    const newest = mergeLimits(this.#limits, limits);
    if (newest !== this.#limits) {
      this.ctx.storage.kv.put('limits', newest);
      this.#limits = newest;
      this.#noteEnd(Date.now());
    }
    return this.#count;
  }

  /** The number of clicks granted so far. */
  count(): number {
    return this.#count;
  }

  /** Returns the state for a backup. */
  handOver(): CounterState {
    const { kv } = this.ctx.storage;
    const [isSpent, isRecounting] = [kv.get('spent') === true, kv.get('recountUntil') !== undefined];
    return { limits: this.#limits, count: this.#count, isSpent, isRecounting };
  }

  /** Stores the state of a backup. Clicks that this object has granted still count. The call may be repeated. */
  takeOver({ limits, count, isSpent, isRecounting }: CounterState): void {
    const { kv } = this.ctx.storage;
    const now = Date.now();
    if (limits === null && count === 0) return;
    this.#count = Math.max(this.#count, count);
    kv.put('count', this.#count);
    if (limits !== null) this.#limits = mergeLimits(this.#limits, limits);
    if (this.#limits !== null) kv.put('limits', this.#limits);
    if (isRecounting) {
      kv.put('recountUntil', now + LATE_CLICKS_MS);
      this.#wakeAt(now + RECOUNT_EVERY_MS);
    }
    if (isSpent) this.#spend(now);
    this.#noteEnd(now);
  }

  /**
   * Publishes the edge entry of a spent link, counts late clicks, and deletes old click ids and attempts, or everything
   * if the link's end is final. If a store fails, the alarm runs again after five seconds.
   */
  override async alarm(): Promise<void> {
    this.#alarmAt = null;
    try {
      await this.#publishIfSpent();
      await this.#countLateClicks();
      const limits = this.#limits;
      const isFinal = limits !== null && (await this.#end.isFinal(this.env, limits, Date.now()));
      if (isFinal && this.#limits === limits) return this.#erase();
    } catch {
      this.#wakeAt(Date.now() + RETRY_AFTER_MS);
      return;
    }
    this.#trim(Date.now());
    this.#noteEnd(Date.now());
  }

  /** Records whether the link is over. If it is, or will be, the alarm checks later whether that is final. */
  #noteEnd(now: number): void {
    if (this.#limits === null) return;
    const isOver = refusesClick(this.#limits, this.#count, now);
    const wakesAt = this.#end.note(isOver, now) ?? this.#limits.expiresAt;
    if (wakesAt !== null) this.#wakeAt(wakesAt);
  }

  /** Deletes everything, with the alarm. */
  #erase(): void {
    void this.ctx.storage.deleteAll(); // the output gate holds responses until it is durable
    this.#count = 0;
    this.#limits = null;
    this.#alarmAt = null;
    this.#hasTable = false;
    this.#attempts = new AttemptLog(this.ctx.storage.sql);
  }

  /**
   * Marks the link as spent, in one write with its last click. The alarm publishes the new entry, because an alarm
   * survives the eviction of the object.
   */
  #spend(now: number): void {
    this.ctx.storage.kv.put('spent', true);
    this.#wakeAt(now);
  }

  async #publishIfSpent(): Promise<void> {
    const { kv } = this.ctx.storage;
    if (kv.get('spent') !== true || this.#limits === null) return;
    const published = this.#count;
    await publishSpent(this.env, this.#limits, published, Date.now());
    // The count may have grown meanwhile: the limit was raised and used up again. Then the alarm publishes once more.
    if (this.#count === published) kv.delete('spent');
    else this.#wakeAt(Date.now());
  }

  /**
   * Raises the count to that of the statistics. Returns true if the count has changed. The statistics never count more
   * clicks than were granted.
   */
  async #recount({ linkId, statistics }: Limits): Promise<boolean> {
    const { totals } = await objectNamed(this.env, this.env.STATISTICS, statistics).readLink(linkId, null);
    if (totals.clicks <= this.#count) return false;
    this.#count = totals.clicks;
    this.ctx.storage.kv.put('count', this.#count);
    return true;
  }

  /** Counts late clicks. They may use up the link. */
  async #countLateClicks(): Promise<void> {
    const { kv } = this.ctx.storage;
    const until = kv.get<number>('recountUntil');
    if (until === undefined || this.#limits === null) return;
    const isRaised = await this.#recount(this.#limits);
    const now = Date.now();
    if (isRaised && isUsedUp(this.#limits, this.#count)) this.#spend(now);
    if (now < until) this.#wakeAt(now + RECOUNT_EVERY_MS);
    else kv.delete('recountUntil');
  }

  #trim(now: number): void {
    const { kv, sql } = this.ctx.storage;
    const areAttemptsLeft = this.#attempts.trim(now);
    if (this.#hasTable) sql.exec('DELETE FROM clicks WHERE at <= ?', now - CLICK_ID_KEPT_MS);
    const isLeft = areAttemptsLeft || (this.#hasTable && sql.exec('SELECT 1 FROM clicks LIMIT 1').toArray().length > 0);
    if (isLeft) this.#wakeAt(now + CLICK_ID_KEPT_MS);
    // Only attempts at a link without limits leave an object without limits.
    if (!isLeft && this.#limits === null && this.#count === 0) this.#erase();
    else kv.put('count', this.#count);
  }

  #wakeAt(at: number): void {
    if (this.#alarmAt !== null && this.#alarmAt <= at) return;
    this.#alarmAt = at;
    // The promise is not awaited. The alarm is written together with the click, and the output gate holds the response
    // until both are durable.
    void this.ctx.storage.setAlarm(at);
  }
}
