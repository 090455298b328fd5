/** Stores the hour in which each text of a key was last admitted, in the key's object. */
import type { UsedAt } from '#domain/admission';

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
