/** What is written to the log: never a body, a header, a bound value or a destination. */
import { innermost } from './faults';

/** What was being done, and to what: names and ids. */
type Where = { readonly [name: string]: string };

/**
 * Logs a fault whole; of a request under the `requestId` that its answer carries. Only the innermost error is written:
 * drizzle's own message repeats the values that were bound.
 */
export function logFault(error: unknown, where: Where): void {
  console.error(JSON.stringify({ ...where, fault: innermost(error) }));
}
