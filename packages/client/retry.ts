/** Decides whether and when a failed call is tried again. */
import { SwiftletConnectionError, type SwiftletError } from './errors.js';

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 8_000;

/** The error of a failed try. */
export type Failure = SwiftletError | SwiftletConnectionError;

/**
 * Whether the API asks the client to wait. Such a wait is no failure: `maxWaitMs` and the deadline bound it, not
 * `retries`.
 */
export const isAskedToWait = (failure: Failure): boolean =>
  !(failure instanceof SwiftletConnectionError) &&
  (failure.status === 429 || failure.errorType === 'IDEMPOTENCY_KEY_IN_USE');

const isTransient = (failure: Failure): boolean => failure instanceof SwiftletConnectionError || failure.status >= 500;

/** The state of a call: the failures that may still be retried, the waits so far, and the longest wait. */
type Stand = { readonly retriesLeft: number; readonly waits: number; readonly maxWaitMs: number };

/**
 * The wait before the next try, milliseconds; null where there is none. The wait is Retry-After plus an exponential
 * back-off with full jitter, so that clients that were refused together do not return together.
 * @param random from 0 to 1
 */
export function waitAfter(failure: Failure, { retriesLeft, waits, maxWaitMs }: Stand, random: number): number | null {
  if (!isAskedToWait(failure) && (!isTransient(failure) || retriesLeft <= 0)) return null;
  const askedMs = failure instanceof SwiftletConnectionError ? 0 : (failure.retryAfter ?? 0) * 1_000;
  if (askedMs > maxWaitMs) return null;
  const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** waits, LONGEST_BACKOFF_MS);
  return Math.min(askedMs + random * backoffMs, maxWaitMs);
}
