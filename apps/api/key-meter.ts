/** The object of one API key: its record, its minute window, its month. */
import { DurableObject } from 'cloudflare:workers';
import { type Count, meterCall, NO_COUNT, type Reading, readingOf, refundCall } from '#domain/meter';
import { PLAN_LIMITS, type Plan } from '#domain/plans';
import type { Env } from './env';
import { acceptsDigest, type KeyRecord, readKeyRecord } from './key-record';

/** A copy of the record older than this is compared with D1 again, after the answer. */
const REFRESH_AFTER_MS = 60_000;

/** What the API needs to know of a key that was let in. */
export type AdmittedKey = {
  readonly id: string;
  readonly accountId: string;
  readonly name: string;
  readonly plan: Plan;
  readonly reservedOverride: boolean;
};

export type Admission =
  | { readonly outcome: 'unknown' }
  | {
      readonly outcome: 'admitted' | 'window-exceeded' | 'month-exceeded';
      readonly key: AdmittedKey;
      readonly reading: Reading;
      /** The month the call was charged to, for a refund. */
      readonly month: number;
    };

const OUTCOMES = { WINDOW: 'window-exceeded', MONTH: 'month-exceeded' } as const;

/**
 * One per key id. The state is two values: `record` (a copy of D1's, higher version wins) and `count`. Checking and
 * counting are one synchronous step, so no two requests share a unit; the output gate holds an answer back until the
 * count is durable. An id without a record stores nothing.
 */
export class KeyMeter extends DurableObject<Env> {
  #record: KeyRecord | null;
  #count: Count;
  #checkedAt = Number.NEGATIVE_INFINITY;

  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    this.#record = ctx.storage.kv.get<KeyRecord>('record') ?? null;
    this.#count = ctx.storage.kv.get<Count>('count') ?? NO_COUNT;
  }

  /**
   * Authenticates a request and counts it, in one call.
   * @param keyId the id in the key's text, which also names this object
   * @param digest SHA-256 of the text
   * @throws when the record was never loaded and D1 does not answer
   */
  async admit(keyId: string, digest: string): Promise<Admission> {
    if (this.#record === null) await this.#load(keyId);
    const now = Math.max(Date.now(), this.#count.lastAt);
    const record = this.#record;
    if (record === null || !acceptsDigest(record, digest, now)) return { outcome: 'unknown' };

    const limits = PLAN_LIMITS[record.plan];
    const { count, refusal } = meterCall(this.#count, limits, now);
    // A flood beyond the window must not cost a write per refusal.
    if (refusal !== 'WINDOW') this.#setCount(count);
    this.#refreshWhenOld(keyId, now);
    return {
      outcome: refusal === null ? 'admitted' : OUTCOMES[refusal],
      key: {
        id: keyId,
        accountId: record.accountId,
        name: record.name,
        plan: record.plan,
        reservedOverride: record.reservedOverride,
      },
      reading: readingOf(count, limits),
      month: count.month,
    };
  }

  /** Gives a call back to the month it was charged to, because it met a fault of ours. */
  refund(month: number): void {
    this.#setCount(refundCall(this.#count, month));
  }

  /** Takes a record over from the operator's call that changed it. An older version than the one held changes nothing. */
  adopt(record: KeyRecord): void {
    if (this.#record !== null && record.version <= this.#record.version) return;
    this.ctx.storage.kv.put('record', record);
    this.#record = record;
  }

  #setCount(count: Count): void {
    this.ctx.storage.kv.put('count', count);
    this.#count = count;
  }

  /** The first load: everybody who asks meanwhile waits for it. A failure is thrown outside, so the object lives on. */
  async #load(keyId: string): Promise<void> {
    const failure = await this.ctx.blockConcurrencyWhile(async () => {
      if (this.#record !== null) return null;
      try {
        await this.#refresh(keyId);
        return null;
      } catch (error) {
        return { error };
      }
    });
    if (failure !== null) throw failure.error;
  }

  async #refresh(keyId: string): Promise<void> {
    const record = await readKeyRecord(this.env.DB, keyId);
    if (record === null) return;
    this.#checkedAt = Date.now();
    this.adopt(record);
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
