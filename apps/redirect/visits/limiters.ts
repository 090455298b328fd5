/**
 * The rate limits on a visitor's network and wide network (docs/design/keys-and-metering.md). The platform counts, and
 * the isolate remembers the networks that it has refused.
 */
import { toNetwork, toWideNetwork } from '#secrets/client-address';
import { makeExpiringNames } from '#store/isolate';
import type { Env } from '../env';
import type { Visit } from './request';

/** The period of the limiters. No refusal lasts longer. */
export const LIMITER_PERIOD_MS = 60_000;

/** 600 a minute from a network, 3,000 from a wide one, because many people of one network may know the password. */
const attempts = makeNetworkLimiter(
  ({ TRIES }) => TRIES,
  ({ WIDE_TRIES }) => WIDE_TRIES,
);
/** A hundred a minute from a network, a thousand from a wide one. */
const forms = makeNetworkLimiter(
  ({ MISSES }) => MISSES,
  ({ WIDE_MISSES }) => WIDE_MISSES,
);

/** Counts one read of D1 by a charged attempt. Returns false for a client that has caused too many. */
export const mayReadD1 = ({ request, now }: Visit, env: Env): Promise<boolean> => attempts.allows(request, env, now);

/**
 * Counts one form sent to a link without a password. Returns false for a client that has sent too many. Forms have a
 * count of their own, because a form is cheap and must not use up the attempts of its network.
 */
export const maySendForm = ({ request, now }: Visit, env: Env): Promise<boolean> =>
  forms.allows(request, env, now, 'form');

/**
 * Counts one call of a link's object to charge an attempt. Returns false for a client that has caused too many. Each
 * link has a count of its own, so that a flood at one link does not keep the network from opening another.
 */
export const mayAttempt = async (linkId: string, { request, now }: Visit, env: Env): Promise<boolean> =>
  !attempts.isRefused(request, env, now) && attempts.allows(request, env, now, linkId);

/**
 * Limits requests for unknown codes. A network that requests more than a hundred a minute gets 429, and so does a wide
 * network beyond a thousand (specification 11.9).
 */
export const notFoundLimiter = makeNetworkLimiter(
  ({ MISSES }) => MISSES,
  ({ WIDE_MISSES }) => WIDE_MISSES,
);

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
function makeNetworkLimiter(
  limiterOf: (env: Env) => RateLimit,
  wideLimiterOf: (env: Env) => RateLimit,
): NetworkLimiter {
  const tiers = [
    { limiterOf, networkOf: toNetwork, refused: makeExpiringNames() },
    { limiterOf: wideLimiterOf, networkOf: toWideNetwork, refused: makeExpiringNames() },
  ];

  function makeKey({ headers }: Request, subject: string | undefined, network: typeof toNetwork): string {
    const client = network(headers.get('CF-Connecting-IP') ?? '');
    return client && subject ? `${client} ${subject}` : client;
  }

  const isRefused: NetworkLimiter['isRefused'] = (request, env, now, subject) =>
    tiers.some(({ refused, networkOf }) => refused.get(env, makeKey(request, subject, networkOf), now) !== null);

  return {
    isRefused,
    async allows(request, env, now, subject) {
      if (isRefused(request, env, now, subject)) return false;
      for (const { limiterOf, networkOf, refused } of tiers) {
        const key = makeKey(request, subject, networkOf);
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
