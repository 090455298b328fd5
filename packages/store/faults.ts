/**
 * What a failing D1 means. Messages by Cloudflare's page on debugging D1
 * (developers.cloudflare.com/d1/observability/debug-d1/).
 */

/** transient: worth another try · unavailable: it is not, but the caller's later try may be · other: a fault of ours. */
export type D1Fault = 'transient' | 'unavailable' | 'other';

const TRANSIENT = [
  'Network connection lost',
  'storage caused object to be reset',
  'reset because its code was updated',
  'Internal error while starting up D1 DB storage',
  'Cannot resolve D1 DB due to transient issue',
];

/** The innermost message. drizzle's own message holds bound values, so it is never looked at nor logged. */
export function causeOf(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause instanceof Error ? cause.message : String(cause);
}

export function classifyD1Fault(error: unknown): D1Fault {
  const message = causeOf(error);
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
