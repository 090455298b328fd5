/** The Durable Object of one API key. It holds the key's record, its counts and its Idempotency-Keys. */
import { DurableObject } from 'cloudflare:workers';
import type { Admission, KeyUse, LeaseRequest, LookupPermission, Settlement } from '#domain/admission';
import type { Lease } from '#domain/idempotency';
import {
  type Count,
  chargeLinks,
  computeRateLimitStatus,
  countAt,
  countDay,
  type DayOfCalls,
  isStoredRefusal,
  meterCall,
  NO_COUNT,
  type RateLimitStatus,
  refundCall,
  refundLinks,
} from '#domain/meter';
import type { KeyState, Part } from '#domain/object-state';
import { PLAN_LIMITS, type Plan } from '#domain/plans';
import { logFault } from '#store/faults';
import { IdempotencyStore } from './idempotency-store';
import { readKeyPart, storeCounts } from './key-handover';
import { CallDays, storeLastUse, TextUses } from './key-uses';
import type { AddressMeters } from './network-meter';
import { acceptsDigest, hasText, isClosed, KeyCopy, limitsOfKey, listDigests, type StoredKey } from './stored-key';

/** How often expired Idempotency-Keys are deleted. */
const TRIM_EVERY_MS = 3_600_000;

type Bindings = AddressMeters & { readonly DB: D1Database };

const OUTCOMES = { WINDOW: 'window-exceeded', MONTH: 'month-exceeded' } as const;

/**
 * One object per key id; objects of the console have no record. An object stores `record` (the highest version wins),
 * `count`, `usedAt` and a table. It checks and counts in one synchronous step. The output gate holds the response until
 * the count is durable.
 */
export class KeyMeter extends DurableObject<Bindings> {
  #count: Count;
  readonly #copy: KeyCopy;
  #idempotency: IdempotencyStore;
  #uses: TextUses;
  #days: CallDays;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.#count = ctx.storage.kv.get<Count>('count') ?? NO_COUNT;
    this.#idempotency = new IdempotencyStore(ctx.storage);
    this.#uses = new TextUses(ctx);
    this.#days = new CallDays(ctx.storage.kv);
    this.#copy = new KeyCopy(
      ctx,
      () => this.env,
      (record) => this.#forget(record),
    );
  }

  /**
   * Authenticates a request and counts it, in one call.
   * @param keyId the id in the key's text; it also names this object
   * @param digest the SHA-256 of the text
   * @param leaseRequest the lease to take; null without an Idempotency-Key
   * @param permission whether the object may read a missing record from D1, and which network's meter to charge
   * @throws Error if there is no record and D1 or the network's meter does not respond
   */
  async admit(
    keyId: string,
    digest: string,
    leaseRequest: LeaseRequest | null = null,
    permission: LookupPermission = 'free',
  ): Promise<Admission> {
    if (this.#copy.record === null) {
      if (permission === 'none') return { outcome: 'not-loaded' };
      const refused = await this.#copy.load(keyId, permission);
      if (refused !== null) return { outcome: 'unknown', ...refused };
    }
    const now = Math.max(Date.now(), this.#count.lastAt);
    const { record } = this.#copy;
    if (record === null) return { outcome: 'unknown' };
    this.#copy.refreshWhenOld(keyId, now); // even if the key is refused, because it may be active in D1
    if (!acceptsDigest(record, digest, now))
      return { outcome: 'unknown', origins: hasText(record, digest) ? record.rights.origins : null };

    const limits = limitsOfKey(record);
    const { count: metered, refusal } = meterCall(this.#count, limits, now);
    const { count, ended } = countDay(metered, refusal);
    if (ended !== null) this.#days.end(ended, now);
    if (refusal !== 'WINDOW') this.#setCount(count);
    else this.#setToday(count.today);
    if (refusal === null) this.#recordUse(keyId, digest, now);
    return {
      outcome: refusal === null ? 'admitted' : OUTCOMES[refusal],
      key: {
        id: keyId,
        accountId: record.accountId,
        name: record.name,
        plan: record.plan,
        reservedOverride: record.reservedOverride,
        rights: record.rights,
      },
      reading: computeRateLimitStatus(count, limits),
      month: count.month,
      lease: refusal === null && leaseRequest !== null ? this.#lease(leaseRequest, now) : null,
    };
  }

  /** Returns the use of the key without counting a call; null for an id that no key has. */
  async use(keyId: string): Promise<KeyUse | null> {
    if (this.#copy.record === null) await this.#copy.load(keyId, 'free');
    if (this.#copy.record === null) return null;
    const reading = computeRateLimitStatus(countAt(this.#count, Date.now()), limitsOfKey(this.#copy.record));
    const days = this.#days.daysAt(Math.max(Date.now(), this.#count.lastAt), this.#count.today);
    return { reading, lastUsedAt: this.#count.lastAt || null, textsUsedAt: this.#uses.usedAt, days };
  }

  /** Takes the lease of a form of the console, as `IdempotencyStore.lease` does. */
  leaseForm(leaseRequest: LeaseRequest): Lease {
    return this.#lease(leaseRequest, Date.now());
  }

  /** Returns the stored result of a form of the console; null if there is none. */
  readForm(key: string): string | null {
    return this.#idempotency.readBody(key, Date.now());
  }

  /** Counts one call of the console under the limits of a plan (specification 14.5). */
  meter(plan: Plan): { refusal: 'WINDOW' | 'MONTH' | null; reading: RateLimitStatus } {
    const limits = PLAN_LIMITS[plan];
    const { count, refusal } = meterCall(this.#count, limits, Date.now());
    if (refusal !== 'WINDOW') this.#setCount(count);
    return { refusal, reading: computeRateLimitStatus(count, limits) };
  }

  /** Records the refund and the lease after a response. @returns what remains after the refund */
  settle({ refundMonth, lease }: Settlement): RateLimitStatus | null {
    if (lease !== null) this.#idempotency.settle(lease.key, lease.leasedAt, lease.response);
    const { record } = this.#copy;
    // D1 may have lost the key since its call was admitted.
    if (refundMonth !== null && record !== null) this.#setCount(refundCall(this.#count, refundMonth));
    return record && computeRateLimitStatus(this.#count, limitsOfKey(record));
  }

  /** Charges links to the month's quota of links. @returns how many links the quota grants, and the month */
  chargeLinks(links: number, quota: number): { granted: number; month: number } {
    const { count, granted } = chargeLinks(this.#count, links, quota, Date.now());
    this.#setCount(count);
    return { granted, month: count.month };
  }

  /** Refunds links that were charged and not created. */
  refundLinks(links: number, month: number): void {
    this.#setCount(refundLinks(this.#count, links, month));
  }

  /** Deletes Idempotency-Keys that are older than a day, and then all of an object without a record and a count. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    if (this.#idempotency.trim(now)) await this.ctx.storage.setAlarm(now + TRIM_EVERY_MS);
    else if (this.#copy.record === null && this.#count === NO_COUNT) this.#erase();
  }

  /** Stores a record that was changed in D1. A record whose version is not higher than the stored one is ignored. */
  adopt(record: StoredKey): void {
    this.#copy.adopt(record);
  }

  /** Returns one part of the state for a backup. @param after `next` of the previous part; '' for the first part */
  handOver(after: string): Part<KeyState, string> {
    return readKeyPart(this.ctx.storage, after);
  }

  /** Stores one part of the state of a backup. It may be repeated. */
  async takeOver(state: KeyState): Promise<void> {
    storeCounts(this.ctx.storage, state);
    this.#count = this.ctx.storage.kv.get<Count>('count') ?? NO_COUNT;
    this.#uses = new TextUses(this.ctx);
    this.#days = new CallDays(this.ctx.storage.kv);
    this.#idempotency.restore(state.idempotency);
    if (state.idempotency.length > 0) await this.#scheduleTrim(Date.now());
  }

  /**
   * Deletes the uses of texts that have ended, the days of calls of a closed account, and all of a key that D1 lacks.
   */
  #forget(record: StoredKey | null): void {
    if (record === null) {
      this.#erase();
      return;
    }
    this.#uses.keepOnly(listDigests(record));
    if (!isClosed(record)) return;
    this.#days.erase();
    if (this.#count.today !== null) this.#setCount({ ...this.#count, today: null });
  }

  /** Deletes everything, with its alarm. */
  #erase(): void {
    void this.ctx.storage.deleteAll(); // the output gate holds responses until it is durable
    this.#count = NO_COUNT;
    this.#idempotency = new IdempotencyStore(this.ctx.storage);
    this.#uses = new TextUses(this.ctx);
    this.#days = new CallDays(this.ctx.storage.kv);
  }

  /** Records the use of a text. The first call of an hour is stored in D1 too, after the response. */
  #recordUse(keyId: string, digest: string, now: number): void {
    const hour = this.#uses.record(digest, now);
    if (hour === null) return;
    const log = (error: unknown) => logFault(error, { doing: 'store last use', key: keyId });
    this.ctx.waitUntil(scheduler.wait(0).then(() => storeLastUse(this.env.DB, keyId, hour).catch(log)));
  }

  #lease({ key, seed }: LeaseRequest, now: number): Lease {
    this.ctx.waitUntil(this.#scheduleTrim(now));
    return this.#idempotency.lease(key, seed, now);
  }

  async #scheduleTrim(now: number): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + TRIM_EVERY_MS);
  }

  /** Counts a refusal by the window. Few are stored, because a flood must not cost a write per request. */
  #setToday(today: DayOfCalls): void {
    const count = { ...this.#count, today };
    if (isStoredRefusal(today)) this.#setCount(count);
    else this.#count = count;
  }

  #setCount(count: Count): void {
    this.ctx.storage.kv.put('count', count);
    this.#count = count;
  }
}
