/** Whole numbers as a query or a header writes them. */
import * as z from 'zod';

/** Digits without a leading zero, and a number from `minimum` to `maximum`. @param rule what is said of anything else */
export const wholeNumber = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER, rule?: string) =>
  z
    .string(rule)
    .regex(/^(0|[1-9]\d*)$/, rule)
    .transform(Number)
    .pipe(z.int(rule).min(minimum, rule).max(maximum, rule));
