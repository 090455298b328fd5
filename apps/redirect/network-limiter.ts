/** A limit of so many a minute per network: the platform counts, and the isolate remembers whom it has refused. */
import { ShortMemory } from '#store/short-memory';
import type { Env } from './env';

/** A network that was refused is refused without asking anybody for this long. */
const REFUSED_MS = 10_000;

export class NetworkLimiter {
  readonly #refused = new ShortMemory();
  readonly #limiterOf: (env: Env) => RateLimit;
  readonly #networkOf: (address: string) => string;

  /** @param networkOf what counts as one client of an address; '' where there is none, and so no limit */
  constructor(limiterOf: (env: Env) => RateLimit, networkOf: (address: string) => string) {
    this.#limiterOf = limiterOf;
    this.#networkOf = networkOf;
  }

  /**
   * Whether this client was refused a moment ago.
   * @param subject what is counted apart; '' for all that is not
   */
  isRefused(request: Request, env: Env, now: number, subject = ''): boolean {
    return this.#refused.until(env, this.#keyOf(request, subject), now) !== null;
  }

  /** Counts one for this client, unless it was refused a moment ago. False when it has had too many. */
  async allows(request: Request, env: Env, now: number, subject = ''): Promise<boolean> {
    const key = this.#keyOf(request, subject);
    if (key === '') return true;
    if (this.isRefused(request, env, now, subject)) return false;
    const isWithin = await isWithinLimit(this.#limiterOf(env), key);
    if (!isWithin) this.#refused.remember(env, key, now + REFUSED_MS);
    return isWithin;
  }

  #keyOf(request: Request, subject: string): string {
    const client = this.#networkOf(request.headers.get('CF-Connecting-IP') ?? '');
    return client && subject ? `${client} ${subject}` : client;
  }
}

/** A limiter that is away must not turn an answer into a fault. */
async function isWithinLimit(limiter: RateLimit, key: string): Promise<boolean> {
  try {
    return (await limiter.limit({ key })).success;
  } catch {
    return true;
  }
}
