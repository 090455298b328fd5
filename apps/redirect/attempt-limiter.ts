/**
 * The rate limits on what a stranger can cause at an existing link: attempts at its password, and POST where the edge
 * entry has no password. A network has a hundred a minute, a wide network a thousand (docs/adr/0024).
 */
import { networkOf, wideNetworkOf } from '#secrets/client-address';
import type { Env } from './env';
import { networkLimiter } from './network-limiter';
import type { Visit } from './response';

/** The period of the limiters, and so the longest that a refusal lasts. */
export const LIMITER_PERIOD_MS = 60_000;

const ofNetwork = networkLimiter(({ TRIES }) => TRIES, networkOf);
const ofWideNetwork = networkLimiter(({ WIDE_TRIES }) => WIDE_TRIES, wideNetworkOf);

/** Counts one D1 read for a charged attempt. False for a client that has made too many. */
export const mayReadD1 = (one: Visit, env: Env): Promise<boolean> => allows(one, env, '');

/**
 * Counts one form sent to a link without a password. Forms have a count of their own: sending one costs nothing, and
 * must not use up the attempts of its network.
 */
export const maySendForm = (one: Visit, env: Env): Promise<boolean> => allows(one, env, 'form');

/**
 * Counts one call that charges an attempt at a link's object. Each link has a count of its own, so that a client who
 * floods one link does not keep its network from opening another.
 */
export const mayAttempt = async (linkId: string, one: Visit, env: Env): Promise<boolean> =>
  !isRefused(one, env, '') && allows(one, env, linkId);

/** A wide network is not charged for requests that one of its networks is refused. */
const allows = async (one: Visit, env: Env, subject: string): Promise<boolean> =>
  !isRefused(one, env, subject) &&
  (await ofNetwork.allows(one.request, env, one.now, subject)) &&
  ofWideNetwork.allows(one.request, env, one.now, subject);

const isRefused = ({ request, now }: Visit, env: Env, subject: string): boolean =>
  ofNetwork.isRefused(request, env, now, subject) || ofWideNetwork.isRefused(request, env, now, subject);
