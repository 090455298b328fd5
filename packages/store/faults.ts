/**
 * What a failing D1 means. Messages by Cloudflare's page on debugging D1
 * (developers.cloudflare.com/d1/observability/debug-d1/).
 */

/** transient: worth another try · unavailable: it is not, but the caller's later try may be · other: a fault of ours. */
import { ObjectUnreachable } from './object-call';
import { TimedOut } from './time-limit';

type D1Fault = 'transient' | 'unavailable' | 'other';

const TRANSIENT = [
  'Network connection lost',
  'storage caused object to be reset',
  'reset because its code was updated',
  'Internal error while starting up D1 DB storage',
  'Cannot resolve D1 DB due to transient issue',
];

/** The error at the bottom. drizzle's own message holds bound values, so it is never looked at nor logged. */
function causeOf(error: unknown): unknown {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause;
}

/** What a log may tell of an error: where the innermost one came from. */
export function innermost(error: unknown): string {
  const cause = causeOf(error);
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

/** Whether a store or an object is away, which is no bug of ours: a later try may succeed. */
export const isAway = (error: unknown): boolean =>
  error instanceof ObjectUnreachable || error instanceof TimedOut || classifyD1Fault(error) !== 'other';

export function classifyD1Fault(error: unknown): D1Fault {
  const cause = causeOf(error);
  const message = cause instanceof Error ? cause.message : String(cause);
  if (TRANSIENT.some((text) => message.includes(text))) return 'transient';
  // What SQLite itself refuses (syntax, constraints) is our own mistake; all else is the database being away or overloaded.
  return message.startsWith('D1_') && !message.includes('SQLITE_') ? 'unavailable' : 'other';
}

const ATTEMPTS = 3;

/**
 * Runs a statement that may be run twice without harm, up to three times, as long as the fault is transient.
 * An overloaded database is not asked again: a retry would only add to its load. `attempt` counts from 1.
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
