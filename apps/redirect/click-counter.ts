/**
 * The Durable Object of one limited or protected link. It counts its clicks and the attempts at its password exactly.
 */
import { DurableObject } from 'cloudflare:workers';
import { isUsedUp, type Limits, mayHaveLateClicks, mergeLimits, refusesClick } from '#domain/limits';
import { LINK_PERIOD_MS } from '#domain/password-attempts';
import type { Locality } from '#store/jurisdiction';
import type { LinkStore } from '#store/link-store';
import { objectNamed } from '#store/object-named';
import { publishSpent } from '#store/spent';
import { AttemptLog, type Charge } from './attempt-log';
import type { Statistics } from './statistics';

/** How long a click id is stored: far longer than a visit repeats its call. */
const CLICK_ID_KEPT_MS = 600_000;
const RETRY_AFTER_MS = 5_000;
/**
 * How long late clicks may take to reach the statistics. After this time KV has carried the new entry, isolates have
 * dropped the old one, and their click buffers have been flushed.
 */
const LATE_CLICKS_MS = 90_000;
/**
 * How often the statistics are read until then. A click that was buffered before the limit was set takes up to five
 * seconds to arrive.
 */
const RECOUNT_EVERY_MS = 6_000;

type Bindings = LinkStore & Locality & { readonly STATISTICS: DurableObjectNamespace<Statistics> };

const TABLE = 'CREATE TABLE IF NOT EXISTS clicks (id TEXT PRIMARY KEY, number INTEGER, at INTEGER) WITHOUT ROWID';

/** `outdated`: the visit came with an older version of the link than the object has, and must read the link again. */
export type Taken = 'granted' | 'refused' | 'outdated';

/**
 * One object per link id. It stores `limits` (the highest version wins), a row per recent click with its number,
 * `count` (the number of the last click whose row was deleted, or what the statistics had counted), and a row per
 * recent attempt. Checking and counting are one synchronous step.
 */
export class ClickCounter extends DurableObject<Bindings> {
  #count: number;
  #limits: Limits | null;
  #alarmAt: number | null = null;
  readonly #attempts: AttemptLog;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    const { kv, sql } = ctx.storage;
    sql.exec(TABLE);
    const newest = sql.exec<{ number: number | null }>('SELECT max(number) AS number FROM clicks').one().number;
    // The greater of both: under a clock that stepped back, the newest row may be trimmed before an older one.
    this.#count = Math.max(newest ?? 0, kv.get<number>('count') ?? 0);
    this.#limits = kv.get<Limits>('limits') ?? null;
    this.#attempts = new AttemptLog(sql);
    ctx.blockConcurrencyWhile(async () => {
      this.#alarmAt = await ctx.storage.getAlarm();
    });
  }

  /**
   * Grants a visit its click, or refuses it. The same click id gets the same result, so a call whose reply was lost may
   * be repeated: it neither uses up a click nor grants a second one.
   * @param clickId one per visit
   * @param limits as the entry at the visit's location has them; a click with an older version than the object's is
   * outdated
   * @throws as `limit` does
   */
  async take(clickId: string, limits: Limits): Promise<Taken> {
    await this.limit(limits);
    const held = this.#limits ?? limits;
    const { sql } = this.ctx.storage;
    const now = Date.now();
    const isOutdated = limits.version < held.version;
    if (isOutdated || refusesClick(held, this.#count, now)) {
      const isKnown = sql.exec('SELECT 1 FROM clicks WHERE id = ?', clickId).toArray().length > 0;
      return isKnown ? 'granted' : isOutdated ? 'outdated' : 'refused';
    }
    const { rowsWritten } = sql.exec('INSERT OR IGNORE INTO clicks VALUES (?, ?, ?)', clickId, this.#count + 1, now);
    if (rowsWritten === 0) return 'granted';
    this.#count += 1;
    if (isUsedUp(held, this.#count)) this.#spend(now);
    else this.#wakeAt(now + CLICK_ID_KEPT_MS);
    return 'granted';
  }

  /**
   * Charges one attempt at the password, before it is checked. The name `guess` stays, because workers of other
   * versions call it.
   * @param attemptId one per visit, so that a call whose reply was lost may be repeated
   * @param network digest of the visitor's network
   * @param wideNetwork digest of the wide network around it; callers up to version 0.10.0 send none
   */
  guess(attemptId: string, network: string, wideNetwork = network): Charge {
    const now = Date.now();
    const charge = this.#attempts.charge(attemptId, network, wideNetwork, now);
    if (charge.isCharged) this.#wakeAt(now + LINK_PERIOD_MS);
    return charge;
  }

  /** Gives back an attempt that was not checked. */
  refundGuess(attemptId: string): void {
    this.#attempts.refund(attemptId);
  }

  /** Gives back a right attempt and takes the click of a limited link, in one call. */
  async open(attemptId: string, clickId: string, limits: Limits): Promise<Taken> {
    this.#attempts.refund(attemptId);
    return limits.maxClicks === null ? 'granted' : this.take(clickId, limits);
  }

  /**
   * Stores limits of a newer version, and returns the number of clicks granted since the link was made. Where some may
   * have been granted without a limit, the statistics are read first.
   * @throws Error where that read fails: without the number of earlier clicks no click is granted
   */
  async limit(limits: Limits): Promise<number> {
    if (mayHaveLateClicks(this.#limits, limits)) {
      await this.#recount(limits);
      const now = Date.now();
      this.ctx.storage.kv.put('recountUntil', now + LATE_CLICKS_MS);
      this.#wakeAt(now + RECOUNT_EVERY_MS);
    }
    const held = mergeLimits(this.#limits, limits);
    if (held !== this.#limits) {
      this.ctx.storage.kv.put('limits', held);
      this.#limits = held;
    }
    return this.#count;
  }

  /** The number of clicks granted so far. */
  count(): number {
    return this.#count;
  }

  /**
   * Publishes the end of a spent link, counts late clicks, and deletes old click ids and attempts. Where one of the
   * first two fails, the alarm runs again after five seconds.
   */
  override async alarm(): Promise<void> {
    this.#alarmAt = null;
    try {
      await this.#publishWhereSpent();
      await this.#countLateClicks();
    } catch {
      this.#wakeAt(Date.now() + RETRY_AFTER_MS);
      return;
    }
    this.#trim(Date.now());
  }

  /**
   * Marks the link as spent, in one write with its last click. The alarm publishes that, because an alarm survives the
   * eviction of the object.
   */
  #spend(now: number): void {
    this.ctx.storage.kv.put('spent', true);
    this.#wakeAt(now);
  }

  async #publishWhereSpent(): Promise<void> {
    const { kv } = this.ctx.storage;
    if (kv.get('spent') !== true || this.#limits === null) return;
    const published = this.#count;
    await publishSpent(this.env, this.#limits, published, Date.now());
    // A count that has grown means that the limit was raised and used up again meanwhile: that end is still to be
    // published.
    if (this.#count === published) kv.delete('spent');
    else this.#wakeAt(Date.now());
  }

  /**
   * Raises the count to the statistics', and returns true where that changed it. The statistics get every click, some
   * of them late, and never more clicks than were granted.
   */
  async #recount({ linkId, statistics }: Limits): Promise<boolean> {
    const { totals } = await objectNamed(this.env, this.env.STATISTICS, statistics).link(linkId, null);
    if (totals.clicks <= this.#count) return false;
    this.#count = totals.clicks;
    this.ctx.storage.kv.put('count', this.#count);
    return true;
  }

  /** Counts late clicks, which may use the link up. */
  async #countLateClicks(): Promise<void> {
    const { kv } = this.ctx.storage;
    const until = kv.get<number>('recountUntil');
    if (until === undefined || this.#limits === null) return;
    const isNews = await this.#recount(this.#limits);
    const now = Date.now();
    if (isNews && isUsedUp(this.#limits, this.#count)) this.#spend(now);
    if (now < until) this.#wakeAt(now + RECOUNT_EVERY_MS);
    else kv.delete('recountUntil');
  }

  #trim(now: number): void {
    const { kv, sql } = this.ctx.storage;
    kv.put('count', this.#count);
    sql.exec('DELETE FROM clicks WHERE at <= ?', now - CLICK_ID_KEPT_MS);
    const areAttemptsLeft = this.#attempts.trim(now);
    const isLeft = areAttemptsLeft || sql.exec('SELECT 1 FROM clicks LIMIT 1').toArray().length > 0;
    if (isLeft) this.#wakeAt(now + CLICK_ID_KEPT_MS);
  }

  #wakeAt(at: number): void {
    if (this.#alarmAt !== null && this.#alarmAt <= at) return;
    this.#alarmAt = at;
    // Not awaited: the alarm is written together with the click, and the output gate holds the reply until both are
    // durable.
    void this.ctx.storage.setAlarm(at);
  }
}
