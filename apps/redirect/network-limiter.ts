/** A rate limit per network. The platform counts, and the isolate remembers the networks that it has refused. */
import { expiringNames } from '#store/expiring-names';
import type { Env } from './env';

/** How long an isolate refuses a network without calling the rate limiter again. */
const REFUSED_MS = 10_000;

/** Each `subject`, such as a link, has a count of its own. Calls without a subject share one count. */
type NetworkLimiter = {
  /** Whether this isolate has refused the client within the last ten seconds. */
  readonly isRefused: (request: Request, env: Env, now: number, subject?: string) => boolean;
  /**
   * Counts one call of this client, unless it was refused within ten seconds. Returns false if the client is refused.
   */
  readonly allows: (request: Request, env: Env, now: number, subject?: string) => Promise<boolean>;
};

/** @param networkOf returns the network of a client address; '' for a client that is not limited */
export function networkLimiter(
  limiterOf: (env: Env) => RateLimit,
  networkOf: (address: string) => string,
): NetworkLimiter {
  const refused = expiringNames();

  function keyOf({ headers }: Request, subject?: string): string {
    const client = networkOf(headers.get('CF-Connecting-IP') ?? '');
    return client && subject ? `${client} ${subject}` : client;
  }

  return {
    isRefused: (request, env, now, subject) => refused.get(env, keyOf(request, subject), now) !== null,
    async allows(request, env, now, subject) {
      const key = keyOf(request, subject);
      if (key === '') return true;
      if (refused.get(env, key, now) !== null) return false;
      const isWithin = await isWithinLimit(limiterOf(env), key);
      if (!isWithin) refused.set(env, key, now + REFUSED_MS);
      return isWithin;
    },
  };
}

/** Calls the rate limiter. If the limiter fails, the request passes, because a failing limiter must cause no fault. */
async function isWithinLimit(limiter: RateLimit, key: string): Promise<boolean> {
  try {
    return (await limiter.limit({ key })).success;
  } catch {
    return true;
  }
}
