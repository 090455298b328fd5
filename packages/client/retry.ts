/** Decides whether and when a failed call is tried again. */
import { SwiftletConnectionError, type SwiftletError } from './errors.js';

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 8_000;

/** The error of a failed try. */
export type Failure = SwiftletError | SwiftletConnectionError;

/**
 * Whether the API asks the client to wait. The try after such a wait does not count towards `retries`. Only `maxWaitMs`
 * and the deadline limit it.
 */
export const isAskedToWait = (failure: Failure): boolean =>
  !(failure instanceof SwiftletConnectionError) &&
  (failure.status === 429 || failure.errorType === 'IDEMPOTENCY_KEY_IN_USE');

const isTransient = (failure: Failure): boolean => failure instanceof SwiftletConnectionError || failure.status >= 500;

/** The state of a call: the number of retries left, the number of waits so far, and the longest allowed wait. */
type Stand = { readonly retriesLeft: number; readonly waits: number; readonly maxWaitMs: number };

/**
 * The wait before the next try, in milliseconds; null if there is no next try. The wait is Retry-After plus an
 * exponential back-off with full jitter. The jitter spreads the tries of clients that were refused together.
 * @param random from 0 to 1
 */
export function waitAfter(failure: Failure, { retriesLeft, waits, maxWaitMs }: Stand, random: number): number | null {
  if (!isAskedToWait(failure) && (!isTransient(failure) || retriesLeft <= 0)) return null;
  const askedMs = failure instanceof SwiftletConnectionError ? 0 : (failure.retryAfter ?? 0) * 1_000;
  if (askedMs > maxWaitMs) return null;
  const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** waits, LONGEST_BACKOFF_MS);
  return Math.min(askedMs + random * backoffMs, maxWaitMs);
}
