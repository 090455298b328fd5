/** Whether a call that failed is worth another try, and when. */
import { SwiftletConnectionError, type SwiftletError } from './errors.js';

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 8_000;

/** What came of a try that did not succeed. */
export type Failure = SwiftletError | SwiftletConnectionError;

/** A wait that the API asks for is no failure: it is bounded by the cap and the deadline, not by `retries`. */
export const isAskedToWait = (failure: Failure): boolean =>
  !(failure instanceof SwiftletConnectionError) &&
  (failure.status === 429 || failure.errorType === 'IDEMPOTENCY_KEY_IN_USE');

const isTransient = (failure: Failure): boolean => failure instanceof SwiftletConnectionError || failure.status >= 500;

/** `retriesLeft` and `waits`: how many failures may still be tried again, and how often the call has waited. */
export type Stand = { readonly retriesLeft: number; readonly waits: number; readonly maxWaitMs: number };

/**
 * How long to wait before the next try, milliseconds; null where there is to be none. Exponential back-off with full
 * jitter on top of what Retry-After asks for, so that those who were sent away together do not come back together.
 * @param random from 0 to 1
 */
export function waitAfter(failure: Failure, { retriesLeft, waits, maxWaitMs }: Stand, random: number): number | null {
  if (!isAskedToWait(failure) && (!isTransient(failure) || retriesLeft <= 0)) return null;
  const askedMs = failure instanceof SwiftletConnectionError ? 0 : (failure.retryAfter ?? 0) * 1_000;
  if (askedMs > maxWaitMs) return null;
  const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** waits, LONGEST_BACKOFF_MS);
  return Math.min(askedMs + random * backoffMs, maxWaitMs);
}
