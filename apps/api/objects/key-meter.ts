/** The object of one API key: its record, its minute window, its month and its Idempotency-Keys. */
import { DurableObject } from 'cloudflare:workers';
import type { Admission, KeyUse, LeaseRequest, LookupPermission, Settlement } from '#domain/admission';
import type { Lease } from '#domain/idempotency';
import {
  type Count,
  chargeLinks,
  countAt,
  meterCall,
  NO_COUNT,
  type RateLimitStatus,
  rateLimitStatusOf,
  refundCall,
  refundLinks,
} from '#domain/meter';
import { PLAN_LIMITS, type Plan } from '#domain/plans';
import type { AddressMeters } from './address-meter';
import { chargedLookup } from './charged-lookup';
import { IdempotencyStore } from './idempotency-store';
import { acceptsDigest, digestsOf, readStoredKey, type StoredKey } from './stored-key';
import { TextUses } from './text-uses';

/** A copy of the record older than this is compared with D1 after the response. */
const REFRESH_AFTER_MS = 60_000;

/** How long D1 is not read again for a key that it did not have: a program with an old key is charged once a minute. */
const UNKNOWN_LASTS_MS = 60_000;

/** How often expired Idempotency-Keys are deleted. */
const TRIM_EVERY_MS = 3_600_000;

type Bindings = AddressMeters & { readonly DB: D1Database };

const OUTCOMES = { WINDOW: 'window-exceeded', MONTH: 'month-exceeded' } as const;

/**
 * A Durable Object per key id. It stores `record` (D1's, the highest version wins), `count`, `usedAt` and a table. It
 * checks and counts in one synchronous step, so no two requests share a unit; the output gate holds the reply until the
 * count is durable. Without a record it stores only the counts and forms of a console.
 */
export class KeyMeter extends DurableObject<Bindings> {
  #record: StoredKey | null;
  #count: Count;
  #checkedAt = Number.NEGATIVE_INFINITY;
  #unknownAt = Number.NEGATIVE_INFINITY;
  readonly #idempotency: IdempotencyStore;
  readonly #uses: TextUses;

  constructor(ctx: DurableObjectState, env: Bindings) {
    super(ctx, env);
    this.#record = ctx.storage.kv.get<StoredKey>('record') ?? null;
    this.#count = ctx.storage.kv.get<Count>('count') ?? NO_COUNT;
    this.#idempotency = new IdempotencyStore(ctx.storage);
    this.#uses = new TextUses(ctx);
  }

  /**
   * Authenticates a request and counts it, in one call.
   * @param keyId the id in the key's text, which also names this object
   * @param digest SHA-256 of the text
   * @param wanted the lease to take; null without an Idempotency-Key
   * @param leave whether, and at which network's charge, a missing record may be read from D1
   * @throws if the record was never loaded and D1 or the network's meter does not respond
   */
  async admit(
    keyId: string,
    digest: string,
    wanted: LeaseRequest | null = null,
    leave: LookupPermission = 'free',
  ): Promise<Admission> {
    if (this.#record === null) {
      if (leave === 'none') return { outcome: 'not-loaded' };
      const refusedUntil = await this.#load(keyId, leave);
      if (refusedUntil !== null) return { outcome: 'unknown', refusedUntil };
    }
    const now = Math.max(Date.now(), this.#count.lastAt);
    const record = this.#record;
    if (record !== null) this.#refreshWhenOld(keyId, now); // also if it refuses: in D1 the key may be active again
    if (record === null || !acceptsDigest(record, digest, now)) return { outcome: 'unknown' };

    const limits = PLAN_LIMITS[record.plan];
    const { count, refusal } = meterCall(this.#count, limits, now);
    // A refusal beyond the window is not stored: a flood must not cost a write each.
    if (refusal !== 'WINDOW') this.#setCount(count);
    if (refusal === null) this.#uses.note(digest, now);
    return {
      outcome: refusal === null ? 'admitted' : OUTCOMES[refusal],
      key: {
        id: keyId,
        accountId: record.accountId,
        name: record.name,
        plan: record.plan,
        reservedOverride: record.reservedOverride,
      },
      reading: rateLimitStatusOf(count, limits),
      month: count.month,
      lease: refusal === null && wanted !== null ? this.#lease(wanted, now) : null,
    };
  }

  /** Returns what the key has used, and counts nothing. Null for an id that no key has. */
  async use(keyId: string): Promise<KeyUse | null> {
    if (this.#record === null) await this.#load(keyId, 'free');
    if (this.#record === null) return null;
    const reading = rateLimitStatusOf(countAt(this.#count, Date.now()), PLAN_LIMITS[this.#record.plan]);
    return { reading, lastUsedAt: this.#count.lastAt || null, textsUsedAt: this.#uses.usedAt };
  }

  /** Takes the lease of a form of the console, or returns that it is running, or its stored response. */
  leaseForm(wanted: LeaseRequest): Lease {
    return this.#lease(wanted, Date.now());
  }

  /** Counts one call of the console, which has no key, under the limits of a plan (specification 14.5). */
  meter(plan: Plan): { refusal: 'WINDOW' | 'MONTH' | null; reading: RateLimitStatus } {
    const limits = PLAN_LIMITS[plan];
    const { count, refusal } = meterCall(this.#count, limits, Date.now());
    if (refusal !== 'WINDOW') this.#setCount(count);
    return { refusal, reading: rateLimitStatusOf(count, limits) };
  }

  /** Records the refund and the lease after a response. @returns what remains then */
  settle({ refundMonth, lease }: Settlement): RateLimitStatus | null {
    if (lease !== null) this.#idempotency.settle(lease.key, lease.leasedAt, lease.answer);
    if (refundMonth !== null) this.#setCount(refundCall(this.#count, refundMonth));
    return this.#record && rateLimitStatusOf(this.#count, PLAN_LIMITS[this.#record.plan]);
  }

  /** Charges links to the month's quota of links. @returns how many are within it, and the month */
  chargeLinks(wanted: number, quota: number): { granted: number; month: number } {
    const { count, granted } = chargeLinks(this.#count, wanted, quota, Date.now());
    this.#setCount(count);
    return { granted, month: count.month };
  }

  /** Refunds links that were charged and not made. */
  refundLinks(links: number, month: number): void {
    this.#setCount(refundLinks(this.#count, links, month));
  }

  /** Deletes Idempotency-Keys whose day is over. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    if (this.#idempotency.trim(now)) await this.ctx.storage.setAlarm(now + TRIM_EVERY_MS);
  }

  /**
   * Stores the record that an operator's call has changed. A version that is not higher than the stored one is ignored.
   */
  adopt(record: StoredKey): void {
    if (this.#record !== null && record.version <= this.#record.version) return;
    this.ctx.storage.kv.put('record', record);
    this.#record = record;
    this.#uses.keepOnly(digestsOf(record));
  }

  #lease({ key, draw }: LeaseRequest, now: number): Lease {
    this.ctx.waitUntil(this.#trimLater(now));
    return this.#idempotency.lease(key, draw, now);
  }

  async #trimLater(now: number): Promise<void> {
    if ((await this.ctx.storage.getAlarm()) === null) await this.ctx.storage.setAlarm(now + TRIM_EVERY_MS);
  }

  #setCount(count: Count): void {
    this.ctx.storage.kv.put('count', count);
    this.#count = count;
  }

  /**
   * Loads the record for the first time, while all other calls wait. A failure is thrown outside of the block, because
   * one thrown inside would reset the object.
   * @returns the moment until which the network gets no reads of D1; null if it got one
   */
  async #load(keyId: string, leave: Exclude<LookupPermission, 'none'>): Promise<number | null> {
    const loaded = await this.ctx.blockConcurrencyWhile(async () => {
      if (this.#record !== null) return { refusedUntil: null };
      try {
        if (leave !== 'free') return { refusedUntil: await this.#loadCharged(keyId, leave.meter) };
        await this.#refresh(keyId);
        return { refusedUntil: null };
      } catch (error) {
        return { error };
      }
    });
    if ('error' in loaded) throw loaded.error;
    return loaded.refusedUntil;
  }

  /** Loads the record, charged to the network, unless D1 lacked it within the last minute. @returns as `#load` does */
  async #loadCharged(keyId: string, meterName: string): Promise<number | null> {
    const sinceUnknown = Date.now() - this.#unknownAt;
    if (sinceUnknown >= 0 && sinceUnknown < UNKNOWN_LASTS_MS) return null;
    const lookup = await chargedLookup(this.env, meterName, async () => {
      await this.#refresh(keyId);
      return this.#record;
    });
    if ('refusedUntil' in lookup) return lookup.refusedUntil;
    if (lookup.found === null) this.#unknownAt = Date.now();
    return null;
  }

  async #refresh(keyId: string): Promise<void> {
    const record = await readStoredKey(this.env.DB, keyId);
    if (record === null) return this.#forget();
    this.#checkedAt = Date.now();
    this.adopt(record);
  }

  /**
   * Deletes the record of a key that D1 lacks. Rows of keys are never deleted, so D1 was restored to a moment before
   * the key was made, and nobody could revoke it.
   */
  #forget(): void {
    if (this.#record === null) return;
    this.ctx.storage.kv.delete('record');
    this.#record = null;
    this.#uses.keepOnly([]);
  }

  /**
   * Refreshes an old copy after the response. A failure keeps the copy, so that no key is locked out while D1 is away;
   * the next call retries.
   */
  #refreshWhenOld(keyId: string, now: number): void {
    if (now - this.#checkedAt < REFRESH_AFTER_MS) return;
    this.#checkedAt = now;
    this.ctx.waitUntil(
      this.#refresh(keyId).catch(() => {
        this.#checkedAt = Number.NEGATIVE_INFINITY;
      }),
    );
  }
}
