/** The hour in which each text of a key was last admitted, as the key's object stores it. */
import type { UsedAt } from '#domain/admission';

const HOUR_MS = 3_600_000;

/** The value `usedAt` of a KeyMeter. It names texts by their digests, so a rotation changes nothing in it. */
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
   * Notes a call that was admitted at `now`. The value is written once an hour for each text, after the response, so that
   * no caller waits for it. If an eviction loses it, the next call notes it again.
   */
  note(digest: string, now: number): void {
    const hour = now - (now % HOUR_MS);
    if ((this.#usedAt[digest] ?? 0) >= hour) return;
    this.#usedAt = { ...this.#usedAt, [digest]: hour };
    this.#ctx.waitUntil(scheduler.wait(0).then(() => this.#write()));
  }

  /** Deletes every text except those of the given digests. */
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
