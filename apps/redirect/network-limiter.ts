/**
 * A rate limit per network, and per wide network (docs/design/keys-and-metering.md). The platform counts, and the
 * isolate remembers the networks that it has refused.
 */
import { networkOf, wideNetworkOf } from '#secrets/client-address';
import { expiringNames } from '#store/expiring-names';
import type { Env } from './env';

/** How long an isolate refuses a network without calling the rate limiter again. */
const REFUSED_MS = 10_000;

/**
 * Each `subject`, such as a link, has a count of its own. Calls without a subject share one count. A request without a
 * client address is not limited.
 */
type NetworkLimiter = {
  /** Whether this isolate has refused the client within the last ten seconds. */
  readonly isRefused: (request: Request, env: Env, now: number, subject?: string) => boolean;
  /**
   * Counts one call of this client for its network and then for its wide network, unless it was refused within ten
   * seconds. The wide network is not charged if the network is refused. Returns false if the client is refused.
   */
  readonly allows: (request: Request, env: Env, now: number, subject?: string) => Promise<boolean>;
};

/** @param limiterOf the limiter of networks @param wideLimiterOf the limiter of wide networks */
export function networkLimiter(
  limiterOf: (env: Env) => RateLimit,
  wideLimiterOf: (env: Env) => RateLimit,
): NetworkLimiter {
  const tiers = [
    { limiterOf, networkOf, refused: expiringNames() },
    { limiterOf: wideLimiterOf, networkOf: wideNetworkOf, refused: expiringNames() },
  ];

  function keyOf({ headers }: Request, subject: string | undefined, network: typeof networkOf): string {
    const client = network(headers.get('CF-Connecting-IP') ?? '');
    return client && subject ? `${client} ${subject}` : client;
  }

  const isRefused: NetworkLimiter['isRefused'] = (request, env, now, subject) =>
    tiers.some(({ refused, networkOf }) => refused.get(env, keyOf(request, subject, networkOf), now) !== null);

  return {
    isRefused,
    async allows(request, env, now, subject) {
      if (isRefused(request, env, now, subject)) return false;
      for (const { limiterOf, networkOf, refused } of tiers) {
        const key = keyOf(request, subject, networkOf);
        if (key === '' || (await isWithinLimit(limiterOf(env), key))) continue;
        refused.set(env, key, now + REFUSED_MS);
        return false;
      }
      return true;
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
