/** Whole numbers in a query or a header (specification 2.6). */
import * as z from 'zod';

/** Returns the schema of a whole number from `minimum` to `maximum`. @param rule the message of the refusal */
export const wholeNumber = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER, rule?: string) =>
  z
    .string(rule)
    .regex(/^(0|[1-9]\d*)$/, rule)
    .transform(Number)
    .pipe(z.int(rule).min(minimum, rule).max(maximum, rule));
