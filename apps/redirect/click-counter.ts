/** The object of one limited or protected link: counts its clicks and the guesses at its password, exactly. */
import { DurableObject } from 'cloudflare:workers';
import { LINK_PERIOD_MS } from '#domain/guesses';
import { type Limits, mergeLimits, refusesClick } from '#domain/limits';
import { publishSpent } from '#store/spent';
import type { Env } from './env';
import { type Charge, GuessLog } from './guess-log';

/** A visit's click id is known this long: far longer than anything repeats a call. */
const CLICK_ID_KEPT_MS = 600_000;
const RETRY_AFTER_MS = 5_000;

const TABLE = 'CREATE TABLE IF NOT EXISTS clicks (id TEXT PRIMARY KEY, number INTEGER, at INTEGER) WITHOUT ROWID';

/**
 * One per link id. The state: `limits` (highest version wins), a row per recent click with its number, `count` (the
 * number of the last click whose row has been trimmed), and a row per recent wrong guess. Checking and counting are one
 * synchronous step.
 */
export class ClickCounter extends DurableObject<Env> {
  #count: number;
  #limits: Limits | null;
  #hasAlarm = false;
  readonly #guesses: GuessLog;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    const { kv, sql } = ctx.storage;
    sql.exec(TABLE);
    const newest = sql.exec<{ number: number | null }>('SELECT max(number) AS number FROM clicks').one().number;
    // The greater of both: under a clock that stepped back, the newest row may be trimmed before an older one.
    this.#count = Math.max(newest ?? 0, kv.get<number>('count') ?? 0);
    this.#limits = kv.get<Limits>('limits') ?? null;
    this.#guesses = new GuessLog(sql);
    ctx.blockConcurrencyWhile(async () => {
      this.#hasAlarm = (await ctx.storage.getAlarm()) !== null;
    });
  }

  /**
   * Grants a visit its click, or refuses it. The same click id gets the same answer, so a call whose answer was lost
   * may be made again: it neither burns a click nor gives one.
   * @param clickId one per visit
   * @param limits as the visitor's edge knows them; an older version cannot loosen what is known here
   */
  take(clickId: string, limits: Limits): boolean {
    const held = this.limit(limits);
    const { sql } = this.ctx.storage;
    if (sql.exec('SELECT 1 FROM clicks WHERE id = ?', clickId).toArray().length > 0) return true;
    const now = Date.now();
    if (refusesClick(held, this.#count, now)) return false;
    sql.exec('INSERT INTO clicks (id, number, at) VALUES (?, ?, ?)', clickId, this.#count + 1, now);
    this.#count += 1;
    if (this.#count === held.maxClicks) this.#spend(now);
    else if (!this.#hasAlarm) this.#setAlarm(now + CLICK_ID_KEPT_MS);
    return true;
  }

  /**
   * Charges one guess at the password, before anybody looks at it.
   * @param guessId one per visit, so that a call whose answer was lost may be made again
   * @param network digest of the visitor's network
   */
  guess(guessId: string, network: string): Charge {
    const now = Date.now();
    const charge = this.#guesses.charge(guessId, network, now);
    if (charge.isCharged && !this.#hasAlarm) this.#setAlarm(now + LINK_PERIOD_MS);
    return charge;
  }

  /** A right guess: it is given back, and the click of a limited link is taken, in one step. */
  open(guessId: string, clickId: string, limits: Limits): boolean {
    this.#guesses.refund(guessId);
    return limits.maxClicks === null || this.take(clickId, limits);
  }

  /** Takes over limits from whoever knows a newer version, and returns the ones that hold. */
  limit(limits: Limits): Limits {
    const held = mergeLimits(this.#limits, limits);
    if (held !== this.#limits) {
      this.ctx.storage.kv.put('limits', held);
      this.#limits = held;
    }
    return held;
  }

  /** Clicks granted so far. */
  count(): number {
    return this.#count;
  }

  /** Publishes that the link is spent until that is done, and forgets click ids that nobody will repeat, and old guesses. */
  override async alarm(): Promise<void> {
    this.#hasAlarm = false;
    const { kv } = this.ctx.storage;
    if (kv.get('spent') === true && this.#limits !== null) {
      const published = this.#count;
      try {
        await publishSpent(this.env, this.#limits, published, Date.now());
        // Unless the limit was raised and used up again meanwhile: then there is another end to publish.
        if (this.#count === published) kv.delete('spent');
        else this.#setAlarm(Date.now());
      } catch {
        this.#setAlarm(Date.now() + RETRY_AFTER_MS);
        return;
      }
    }
    this.#trim(Date.now());
  }

  /** The last click: remembered together with it, and published by the alarm, which survives this object's eviction. */
  #spend(now: number): void {
    this.ctx.storage.kv.put('spent', true);
    this.#setAlarm(now);
  }

  #trim(now: number): void {
    const { kv, sql } = this.ctx.storage;
    kv.put('count', this.#count);
    sql.exec('DELETE FROM clicks WHERE at <= ?', now - CLICK_ID_KEPT_MS);
    const areGuessesLeft = this.#guesses.trim(now);
    const isLeft = areGuessesLeft || sql.exec('SELECT 1 FROM clicks LIMIT 1').toArray().length > 0;
    if (isLeft && !this.#hasAlarm) this.#setAlarm(now + CLICK_ID_KEPT_MS);
  }

  #setAlarm(at: number): void {
    this.#hasAlarm = true;
    // Not awaited: it is written together with the click, and the output gate holds the answer until both are durable.
    void this.ctx.storage.setAlarm(at);
  }
}
