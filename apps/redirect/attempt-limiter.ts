/**
 * The rate limits on requests of strangers to an existing link: attempts at its password, and forms sent to a link
 * whose edge entry has no password. A network may send a hundred a minute, a wide network a thousand (docs/adr/0024).
 */
import { networkOf, wideNetworkOf } from '#secrets/client-address';
import type { Env } from './env';
import { networkLimiter } from './network-limiter';
import type { Visit } from './visit-request';

/** The period of the limiters. No refusal lasts longer. */
export const LIMITER_PERIOD_MS = 60_000;

const perNetwork = networkLimiter(({ TRIES }) => TRIES, networkOf);
const perWideNetwork = networkLimiter(({ WIDE_TRIES }) => WIDE_TRIES, wideNetworkOf);

/** Counts one read of D1 by a charged attempt. Returns false for a client that has caused too many. */
export const mayReadD1 = (visit: Visit, env: Env): Promise<boolean> => allows(visit, env, '');

/**
 * Counts one form sent to a link without a password. Returns false for a client that has sent too many. Forms have a
 * count of their own, because a form is cheap and must not use up the attempts of its network.
 */
export const maySendForm = (visit: Visit, env: Env): Promise<boolean> => allows(visit, env, 'form');

/**
 * Counts one call of a link's object to charge an attempt. Returns false for a client that has caused too many. Each
 * link has a count of its own, so that a flood at one link does not keep the network from opening another.
 */
export const mayAttempt = async (linkId: string, visit: Visit, env: Env): Promise<boolean> =>
  !isRefused(visit, env, '') && allows(visit, env, linkId);

/**
 * Counts a request for its network, then for its wide network. The wide network is not charged if the network is
 * refused.
 * @param subject what a network is counted at: a link id, `form`, or the empty string for reads of D1
 */
const allows = async (visit: Visit, env: Env, subject: string): Promise<boolean> =>
  !isRefused(visit, env, subject) &&
  (await perNetwork.allows(visit.request, env, visit.now, subject)) &&
  perWideNetwork.allows(visit.request, env, visit.now, subject);

const isRefused = ({ request, now }: Visit, env: Env, subject: string): boolean =>
  perNetwork.isRefused(request, env, now, subject) || perWideNetwork.isRefused(request, env, now, subject);
