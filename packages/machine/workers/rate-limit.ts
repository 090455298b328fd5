/** The rate limiting binding in memory: a window that begins with the clock's minute, as the platform's may (CF/workers/runtime-apis/bindings/rate-limit). */

/** How many keys are counted at once: beyond it the oldest are forgotten, so that a flood of keys fills no memory. */
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
