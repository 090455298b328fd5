/** What is written to the log: never a body, a header, a bound value or a destination. */

type Where = { readonly requestId: string; readonly method: string; readonly route: string };

/**
 * Logs a fault whole, under the id that the answer carries. Only the innermost error is written: drizzle's own message
 * repeats the values that were bound.
 */
export function logFault(error: unknown, where: Where): void {
  let cause = error;
  while (cause instanceof Error && cause.cause instanceof Error) cause = cause.cause;
  console.error(JSON.stringify({ ...where, fault: cause instanceof Error ? cause.stack : String(cause) }));
}
