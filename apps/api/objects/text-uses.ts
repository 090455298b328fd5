/** When a key's texts were last let in, as the key's object keeps it: to the hour. */
import type { UsedAt } from '#domain/admission';

const HOUR_MS = 3_600_000;

/** The value `usedAt` of a KeyMeter. It names texts by their digests, so a rotation has nothing to move. */
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
   * Notes a call that was let in at `now`. It is written once in an hour and text, and after the answer, which no caller
   * waits for: what an eviction loses of it, the next call notes again.
   */
  note(digest: string, now: number): void {
    const hour = now - (now % HOUR_MS);
    if ((this.#usedAt[digest] ?? 0) >= hour) return;
    this.#usedAt = { ...this.#usedAt, [digest]: hour };
    this.#ctx.waitUntil(scheduler.wait(0).then(() => this.#write()));
  }

  /** Forgets every text but those of the given digests. */
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
