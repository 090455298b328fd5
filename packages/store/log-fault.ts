/** Logs faults, without bodies, headers, bound values and destinations. */
import { innermost } from './faults';

/** The operation that failed and its subject: names and ids. */
type FaultContext = { readonly [name: string]: string };

/**
 * Logs a fault with its stack. For a request `where` has the `requestId` of its response. Only the innermost cause is
 * logged, because drizzle's own message holds the bound values.
 */
export function logFault(error: unknown, where: FaultContext): void {
  console.error(JSON.stringify({ ...where, fault: innermost(error) }));
}
