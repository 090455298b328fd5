/**
 * The rate limiting binding (developers.cloudflare.com/workers/runtime-apis/bindings/rate-limit), in memory. Its
 * windows are fixed, and begin at multiples of the period.
 */

/** The most keys counted at once. One more drops the oldest, so that a flood of keys cannot fill the memory. */
const MAX_KEYS = 100_000;

class RateLimit {
  readonly #limit: number;
  readonly #periodMs: number;
  #window = -1;
  #counts = new Map<string, number>();

  constructor({ limit, period }: { limit: number; period: number }) {
    this.#limit = limit;
    this.#periodMs = period * 1000;
  }

  async limit({ key }: { key: string }): Promise<{ success: boolean }> {
    const window = Math.floor(Date.now() / this.#periodMs);
    if (window !== this.#window) this.#counts = new Map();
    this.#window = window;
    const count = this.#counts.get(key) ?? 0;
    if (count >= this.#limit) return { success: false };
    this.#counts.set(key, count + 1);
    const oldest = this.#counts.size > MAX_KEYS ? this.#counts.keys().next().value : undefined;
    if (oldest !== undefined) this.#counts.delete(oldest);
    return { success: true };
  }
}

export default (env: { limit: number; period: number }): RateLimit => new RateLimit(env);
