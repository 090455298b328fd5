/** Logs faults: never a body, a header, a bound value or a destination. */
import { innermost } from './faults';

/** What the worker was doing, and to which thing: names and ids. */
type Where = { readonly [name: string]: string };

/**
 * Logs a fault with its stack; that of a request under the `requestId` of its response. Only the innermost error is
 * logged, because drizzle's own message holds the bound values.
 */
export function logFault(error: unknown, where: Where): void {
  console.error(JSON.stringify({ ...where, fault: innermost(error) }));
}
