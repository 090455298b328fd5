/** Decides whether and when a failed attempt is followed by another one. */
import { SwiftletConnectionError, type SwiftletError } from './errors.js';

const FIRST_BACKOFF_MS = 250;
const LONGEST_BACKOFF_MS = 8_000;

/** The error of an attempt. A response that asks the client to wait counts as an error too. */
export type AttemptError = SwiftletError | SwiftletConnectionError;

/**
 * Whether the API asks the client to wait. The attempt after such a wait does not count towards `retries`: only
 * `maxWaitMs` and the deadline limit the waits.
 */
export const isWaitRequest = (error: AttemptError): boolean =>
  !(error instanceof SwiftletConnectionError) && (error.status === 429 || error.errorType === 'IDEMPOTENCY_KEY_IN_USE');

const isTransient = (error: AttemptError): boolean => error instanceof SwiftletConnectionError || error.status >= 500;

/** The state of a call: the number of retries left, the number of waits so far, and the longest allowed wait. */
type CallState = { readonly retriesLeft: number; readonly waits: number; readonly maxWaitMs: number };

/**
 * The wait before the next attempt, in milliseconds; null if there is no next attempt. The wait is Retry-After plus an
 * exponential back-off with full jitter. The jitter spreads the attempts of clients that were refused together.
 * @param random from 0 to 1
 */
export function waitAfter(
  error: AttemptError,
  { retriesLeft, waits, maxWaitMs }: CallState,
  random: number,
): number | null {
  if (!isWaitRequest(error) && (!isTransient(error) || retriesLeft <= 0)) return null;
  const retryAfterMs = error instanceof SwiftletConnectionError ? 0 : (error.retryAfter ?? 0) * 1_000;
  if (retryAfterMs > maxWaitMs) return null;
  const backoffMs = Math.min(FIRST_BACKOFF_MS * 2 ** waits, LONGEST_BACKOFF_MS);
  return Math.min(retryAfterMs + random * backoffMs, maxWaitMs);
}
