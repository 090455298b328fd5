/**
 * Faults of stores and objects: their classes by the messages of D1
 * (developers.cloudflare.com/d1/observability/debug-d1/), retries, the log, and limits of time.
 */
import { ObjectUnreachable } from './objects';

/**
 * `transient`: a retry may help. `unavailable`: D1 is down or overloaded, and a retry would not help now. `other`: the
 * error is a bug.
 */
type D1Fault = 'transient' | 'unavailable' | 'other';

const TRANSIENT = [
  'Network connection lost',
  'storage caused object to be reset',
  'reset because its code was updated',
  'Internal error while starting up D1 DB storage',
  'Cannot resolve D1 DB due to transient issue',
];

/**
 * The innermost cause of an error. drizzle's own message holds bound values, so nothing reads or logs that message.
 */
function findInnermostCause(error: unknown): unknown {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  return cause;
}

/** The text of an error for the log: the stack of its innermost cause. */
export function describeFault(error: unknown): string {
  const cause = findInnermostCause(error);
  return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}

/**
 * Whether the error says that a store or an object is unavailable. It is no bug then, and a later request may succeed.
 */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof ObjectUnreachable || error instanceof TimedOut || classifyD1Fault(error) !== 'other';

export function classifyD1Fault(error: unknown): D1Fault {
  const cause = findInnermostCause(error);
  const message = cause instanceof Error ? cause.message : String(cause);
  if (TRANSIENT.some((text) => message.includes(text))) return 'transient';
  // An error of SQLite itself (syntax, constraints) is a bug. Any other error of D1 means that it is unavailable.
  return message.startsWith('D1_') && !message.includes('SQLITE_') ? 'unavailable' : 'other';
}

const D1_ATTEMPTS = 3;

/**
 * Runs a statement that may run twice without harm. After a transient fault it runs again, up to three times in all. An
 * overloaded database gets no retry, because a retry would only add to its load. `attempt` counts from 1.
 */
export async function withRetry<T>(run: (attempt: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await run(attempt);
    } catch (error) {
      if (attempt === D1_ATTEMPTS || classifyD1Fault(error) !== 'transient') throw error;
    }
  }
}

/** The operation that failed and its subject: names and ids. */
type FaultContext = { readonly [name: string]: string };

/**
 * Logs a fault with its stack, without bodies, headers, bound values and destinations. For a request `where` has the
 * `requestId` of its response.
 */
export function logFault(error: unknown, where: FaultContext): void {
  console.error(JSON.stringify({ ...where, fault: describeFault(error) }));
}

/** How long a read of KV may take. A longer one counts as a miss, because D1 responds before a visitor gives up. */
export const KV_LIMIT_MS = 250;
/** How long a read of D1 that somebody waits for may take. */
export const D1_LIMIT_MS = 5_000;

export class TimedOut extends Error {
  constructor(ms: number) {
    super(`No answer within ${ms} ms`);
    this.name = 'TimedOut';
  }
}

/**
 * Resolves with the promise's value, or rejects with TimedOut after `ms` milliseconds. The work itself then goes on,
 * and its result is ignored.
 */
export const withinMs = <T>(ms: number, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimedOut(ms)), ms);
    void promise.then(resolve, reject).then(() => clearTimeout(timer));
  });
