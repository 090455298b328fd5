/** The object of one API key: its record, its minute window, its month. */
import { DurableObject } from 'cloudflare:workers';
import type { Admission, KeyUse, LeaseRequest, Leave, Settlement } from '#domain/admission';
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
import { chargedLook } from './charged-look';
import { IdempotencyStore } from './idempotency-store';
import { acceptsDigest, digestsOf, readStoredKey, type StoredKey } from './stored-key';
import { TextUses } from './text-uses';

/** A copy of the record older than this is compared with D1 again, after the answer. */
const REFRESH_AFTER_MS = 60_000;

/** So long nobody charges a network again for a key that D1 has just not known: a program with an old key is one stranger. */
const UNKNOWN_LASTS_MS = 60_000;

/** How often Idempotency-Keys are looked through for those whose day is over. */
const TRIM_EVERY_MS = 3_600_000;

type Bindings = AddressMeters & { readonly DB: D1Database };

const OUTCOMES = { WINDOW: 'window-exceeded', MONTH: 'month-exceeded' } as const;

/**
 * One per key id. The state is three values, `record` (a copy of D1's, higher version wins), `count` and `usedAt`, and a
 * table of Idempotency-Keys. Checking and counting are one synchronous step, so no two requests share a unit; the output gate
 * holds an answer back until the count is durable. An id without a record stores nothing, but for what a
 * console counts and remembers of its forms.
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
   * @param wanted the lease to take, where an Idempotency-Key was sent
   * @param leave what to do without a record
   * @throws when the record was never loaded and D1, or the network's meter, does not answer
   */
  async admit(
    keyId: string,
    digest: string,
    wanted: LeaseRequest | null = null,
    leave: Leave = 'free',
  ): Promise<Admission> {
    if (this.#record === null) {
      if (leave === 'none') return { outcome: 'not-loaded' };
      const refusedUntil = await this.#load(keyId, leave);
      if (refusedUntil !== null) return { outcome: 'unknown', refusedUntil };
    }
    const now = Math.max(Date.now(), this.#count.lastAt);
    const record = this.#record;
    if (record !== null) this.#refreshWhenOld(keyId, now); // of a refused key too: it may be good again in D1
    if (record === null || !acceptsDigest(record, digest, now)) return { outcome: 'unknown' };

    const limits = PLAN_LIMITS[record.plan];
    const { count, refusal } = meterCall(this.#count, limits, now);
    // A flood beyond the window must not cost a write per refusal.
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

  /** Tells what the key has used, and counts nothing. Null of an id that no key has. */
  async use(keyId: string): Promise<KeyUse | null> {
    if (this.#record === null) await this.#load(keyId, 'free');
    if (this.#record === null) return null;
    const reading = rateLimitStatusOf(countAt(this.#count, Date.now()), PLAN_LIMITS[this.#record.plan]);
    return { reading, lastUsedAt: this.#count.lastAt || null, textsUsedAt: this.#uses.usedAt };
  }

  /** Takes the lease of a form of the console, or tells who has it or what it was answered. */
  leaseForm(wanted: LeaseRequest): Lease {
    return this.#lease(wanted, Date.now());
  }

  /** Counts one call made without a key, under the limits of a plan: links made in the console. */
  meter(plan: Plan): { refusal: 'WINDOW' | 'MONTH' | null; reading: RateLimitStatus } {
    const limits = PLAN_LIMITS[plan];
    const { count, refusal } = meterCall(this.#count, limits, Date.now());
    if (refusal !== 'WINDOW') this.#setCount(count);
    return { refusal, reading: rateLimitStatusOf(count, limits) };
  }

  /** Settles what an answer owes, and returns what remains then. */
  settle({ refundMonth, lease }: Settlement): RateLimitStatus | null {
    if (lease !== null) this.#idempotency.settle(lease.key, lease.leasedAt, lease.answer);
    if (refundMonth !== null) this.#setCount(refundCall(this.#count, refundMonth));
    return this.#record && rateLimitStatusOf(this.#count, PLAN_LIMITS[this.#record.plan]);
  }

  /** Charges links against a month's quota of links. Returns how many of them fit. */
  chargeLinks(wanted: number, quota: number): { granted: number; month: number } {
    const { count, granted } = chargeLinks(this.#count, wanted, quota, Date.now());
    this.#setCount(count);
    return { granted, month: count.month };
  }

  /** Gives links back that were charged but not made. */
  refundLinks(links: number, month: number): void {
    this.#setCount(refundLinks(this.#count, links, month));
  }

  /** Forgets Idempotency-Keys whose day is over. */
  override async alarm(): Promise<void> {
    const now = Date.now();
    if (this.#idempotency.trim(now)) await this.ctx.storage.setAlarm(now + TRIM_EVERY_MS);
  }

  /** Takes a record over from the operator's call that changed it. An older version than the one held changes nothing. */
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
   * The first load: everybody who asks meanwhile waits for it. A failure is thrown outside, so the object lives on. Returns
   * until when the network may make nobody ask D1, null where it may.
   */
  async #load(keyId: string, leave: Exclude<Leave, 'none'>): Promise<number | null> {
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

  /** Loads at the expense of the network, unless D1 has just not known the key. Returns as `#load` does. */
  async #loadCharged(keyId: string, meterName: string): Promise<number | null> {
    const sinceUnknown = Date.now() - this.#unknownAt;
    if (sinceUnknown >= 0 && sinceUnknown < UNKNOWN_LASTS_MS) return null;
    const look = await chargedLook(this.env, meterName, async () => {
      await this.#refresh(keyId);
      return this.#record;
    });
    if ('refusedUntil' in look) return look.refusedUntil;
    if (look.found === null) this.#unknownAt = Date.now();
    return null;
  }

  async #refresh(keyId: string): Promise<void> {
    const record = await readStoredKey(this.env.DB, keyId);
    if (record === null) return this.#forget();
    this.#checkedAt = Date.now();
    this.adopt(record);
  }

  /** No row of a key is ever deleted: D1 was restored to a moment before the key was made, and nobody could revoke it. */
  #forget(): void {
    if (this.#record === null) return;
    this.ctx.storage.kv.delete('record');
    this.#record = null;
    this.#uses.keepOnly([]);
  }

  /** A refresh that fails keeps the copy: D1's absence must not lock keys out, and the next call tries again. */
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
