/**
 * The limiters of what a stranger can make us ask at a link that is there: attempts at its password, and POST where the
 * edge knows of none. A hundred a minute from one network, a thousand from a wide one (docs/adr/0024).
 */
import { networkOf, wideNetworkOf } from '#secrets/client-address';
import type { Env } from './env';
import { networkLimiter } from './network-limiter';
import type { Visit } from './response';

/** The longest that a refusal lasts: the limiters' period. */
export const LIMITER_PERIOD_MS = 60_000;

const ofNetwork = networkLimiter(({ TRIES }) => TRIES, networkOf);
const ofWideNetwork = networkLimiter(({ WIDE_TRIES }) => WIDE_TRIES, wideNetworkOf);

/** Counts one look at D1 for an attempt that was charged. False when this client has had too many. */
export const mayReadD1 = (one: Visit, env: Env): Promise<boolean> => allows(one, env, '');

/** Counts one form sent to a link without a password. Apart: it costs nothing to send them, and attempts must not wait for that. */
export const maySendForm = (one: Visit, env: Env): Promise<boolean> => allows(one, env, 'form');

/**
 * Counts one call of a link's object, to charge an attempt. Each link apart: who floods one keeps nobody of his network
 * from opening another.
 */
export const mayAttempt = async (linkId: string, one: Visit, env: Env): Promise<boolean> =>
  !isRefused(one, env, '') && allows(one, env, linkId);

/** A wide network is not charged for what a network of it is refused. */
const allows = async (one: Visit, env: Env, subject: string): Promise<boolean> =>
  !isRefused(one, env, subject) &&
  (await ofNetwork.allows(one.request, env, one.now, subject)) &&
  ofWideNetwork.allows(one.request, env, one.now, subject);

const isRefused = ({ request, now }: Visit, env: Env, subject: string): boolean =>
  ofNetwork.isRefused(request, env, now, subject) || ofWideNetwork.isRefused(request, env, now, subject);
