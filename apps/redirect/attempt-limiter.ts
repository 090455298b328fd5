/**
 * The rate limits on requests of strangers to an existing link (docs/design/keys-and-metering.md). Attempts at its
 * password: 600 a minute from a network, 3,000 from a wide network, because many people of one network may know the
 * password. Forms sent to a link whose edge entry has no password: a hundred and a thousand.
 */
import type { Env } from './env';
import { networkLimiter } from './network-limiter';
import type { Visit } from './visit-request';

/** The period of the limiters. No refusal lasts longer. */
export const LIMITER_PERIOD_MS = 60_000;

const attempts = networkLimiter(
  ({ TRIES }) => TRIES,
  ({ WIDE_TRIES }) => WIDE_TRIES,
);
const forms = networkLimiter(
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
