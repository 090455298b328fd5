/** Classifies faults of D1 by their messages (developers.cloudflare.com/d1/observability/debug-d1/). */

import { ObjectUnreachable } from './object-call';
import { TimedOut } from './time-limit';

/**
 * `transient`: a retry may help. `unavailable`: D1 is down or overloaded, and a retry would not help now. `other`: a
 * bug.
 */
type D1Fault = 'transient' | 'unavailable' | 'other';

const TRANSIENT = [
  'Network connection lost',
  'storage caused object to be reset',
  'reset because its code was updated',
  'Internal error while starting up D1 DB storage',
  'Cannot resolve D1 DB due to transient issue',
];

/** The innermost error. drizzle's own message holds bound values, so it is neither read nor logged. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause;
}

/** What the log may hold of an error: the stack of the innermost one. */
export function innermost(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

/** Whether a store or an object is unavailable, which is not a bug: a later request may succeed. */
export const isAway = (error: unknown): boolean =>
  error instanceof ObjectUnreachable || error instanceof TimedOut || classifyD1Fault(error) !== 'other';

export function classifyD1Fault(error: unknown): D1Fault {
  const cause = causeOf(error);
  const message = cause instanceof Error ? cause.message : String(cause);
  if (TRANSIENT.some((text) => message.includes(text))) return 'transient';
  // What SQLite itself refuses (syntax, constraints) is a bug; for any other error D1 is unavailable or overloaded.
  return message.startsWith('D1_') && !message.includes('SQLITE_') ? 'unavailable' : 'other';
}

const ATTEMPTS = 3;

/**
 * Runs a statement that may run twice without harm, up to three times while the fault is transient. An overloaded
 * database gets no retry, because a retry would only add to its load. `attempt` counts from 1.
 */
export async function withRetry<T>(run: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(attempt);
    } catch (error) {
      if (attempt === ATTEMPTS || classifyD1Fault(error) !== 'transient') throw error;
    }
  }
}
