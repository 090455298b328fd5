/**
 * When and how often a key was used: the hour of each of its texts and the calls of each day, in its object, and its
 * last hour in D1 for lists of keys (specification 12.11).
 */
import type { UsedAt } from '#domain/admission';
import { utcDayAt } from '#domain/daily-counts';
import { type DayOfCalls, dropOldDays } from '#domain/meter';

const HOUR_MS = 3_600_000;

/** The value `usedAt` of a KeyMeter. It identifies texts by their digests, so a rotation does not change it. */
export class TextUses {
  readonly #ctx: DurableObjectState;
  #usedAt: UsedAt;

  constructor(ctx: DurableObjectState) {
    this.#ctx = ctx;
    this.#usedAt = ctx.storage.kv.get<UsedAt>('usedAt') ?? {};
  }

  get usedAt(): UsedAt {
    return this.#usedAt;
  }

  /**
   * Records a call that was admitted at `now`. The value is written once an hour per text, after the response, so that
   * no caller waits for the write. If an eviction loses the value, the next call records it again.
   * @returns the beginning of the hour if this is the first call of the key in it; otherwise null
   */
  record(digest: string, now: number): number | null {
    const hour = now - (now % HOUR_MS);
    if ((this.#usedAt[digest] ?? 0) >= hour) return null;
    const isFirst = Object.values(this.#usedAt).every((other) => other < hour);
    this.#usedAt = { ...this.#usedAt, [digest]: hour };
    this.#ctx.waitUntil(scheduler.wait(0).then(() => this.#write()));
    return isFirst ? hour : null;
  }

  /** Deletes the hours of all texts except those with the given digests. */
  keepOnly(digests: readonly string[]): void {
    const kept = Object.entries(this.#usedAt).filter(([digest]) => digests.includes(digest));
    if (kept.length === Object.keys(this.#usedAt).length) return;
    this.#usedAt = Object.fromEntries(kept);
    this.#write();
  }

  #write(): void {
    this.#ctx.storage.kv.put('usedAt', this.#usedAt);
  }
}

/** The calls of a key by day, without today. Its object stores them as one value, written once a day at most. */
export class CallDays {
  readonly #kv: SyncKvStorage;
  #ended: readonly DayOfCalls[];

  constructor(kv: SyncKvStorage) {
    this.#kv = kv;
    this.#ended = kv.get<readonly DayOfCalls[]>('callDays') ?? [];
  }

  /** Stores a day that has ended. */
  end(day: DayOfCalls, now: number): void {
    this.#ended = dropOldDays([...this.#ended, day], utcDayAt(now));
    this.#kv.put('callDays', this.#ended);
  }

  /** The days with calls of the last thirty days, oldest first. */
  daysAt(now: number, today: DayOfCalls | null): DayOfCalls[] {
    return dropOldDays(today === null ? [...this.#ended] : [...this.#ended, today], utcDayAt(now));
  }

  erase(): void {
    if (this.#ended.length > 0) this.#kv.delete('callDays');
    this.#ended = [];
  }
}

const UPDATE = `UPDATE keys SET last_used_at = ?1
  WHERE id = ?2 AND status <> 'revoked' AND coalesce(last_used_at, 0) < ?1`;

/** @param hour the beginning of the hour, epoch milliseconds. An earlier hour than the stored one changes nothing. */
export async function storeLastUse(db: D1Database, keyId: string, hour: number): Promise<void> {
  await db.prepare(UPDATE).bind(hour, keyId).run();
}
