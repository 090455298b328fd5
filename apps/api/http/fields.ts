/** Schemas that many endpoints share: timestamps, the error envelope, numbers, and queries with their pages. */

import { domainToUnicode } from 'node:url';
import * as z from 'zod';
import type { Extra } from '#domain/errors';
import { REASON_PHRASES } from '#domain/visit-errors';

export const Timestamp = z.iso.datetime({ precision: 3 }).meta({
  id: 'Timestamp',
  description: 'ISO 8601, UTC, with milliseconds.',
  pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
});

/** The fields of every envelope. */
export const COMMON_FIELDS = {
  statusCode: z.int().min(400).max(599).describe('The HTTP status.'),
  timestamp: Timestamp,
  path: z.string().regex(/^\//).describe('The path of the request, without its query.'),
  method: z.string().describe('The method of the request.'),
  message: z.string().describe('A text for people. Programs should use `errorType`.'),
  error: z.enum(Object.values(REASON_PHRASES)).describe('The name of the HTTP status.'),
  errorType: z
    .string()
    .regex(/^[A-Z][A-Z_]*[A-Z]$/)
    .describe('Stable name of the error.'),
};

/** The fields of some envelopes. The error table names the fields of each error. */
export const EXTRA_FIELDS = {
  retryAfter: z.int().min(1).describe('The seconds to wait, as in the header Retry-After.'),
  resetDate: Timestamp.describe('The end of the month.'),
  requestId: z
    .string()
    .min(1)
    .describe('The id of the request in the operator’s log. Send it to the operator with your question.'),
} satisfies Record<Extra, z.ZodType>;

export const Envelope = z.strictObject({ ...COMMON_FIELDS, ...z.object(EXTRA_FIELDS).partial().shape });
export type Envelope = z.output<typeof Envelope>;

/** Returns the schema of a whole number from `minimum` to `maximum`. @param rule the message of the refusal */
export const wholeNumber = (minimum: number, maximum: number = Number.MAX_SAFE_INTEGER, rule?: string) =>
  z
    .string(rule)
    .regex(/^(0|[1-9]\d*)$/, rule)
    .transform(Number)
    .pipe(z.int(rule).min(minimum, rule).max(maximum, rule));

/** Returns the schema of a query with these parameters only. The refusal names the first unknown parameter. */
export const strictQuery = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.strictObject(shape, {
    error: (issue) => (issue.code === 'unrecognized_keys' ? `${issue.keys[0]} is not a parameter here` : undefined),
  });

const MAX_PAGE = 1_000;
const LIMIT_RULE = `limit must be a whole number from 1 to ${MAX_PAGE}`;

/** The number of rows of a page of the operator's lists. */
export const PageLimit = wholeNumber(1, MAX_PAGE, LIMIT_RULE).default(MAX_PAGE).describe('Items per page.');

export const Pagination = strictQuery({
  cursor: z
    .string('cursor is not one of ours')
    .max(64, 'cursor is not one of ours')
    .default('')
    .describe('The `nextCursor` of the previous page.'),
  limit: PageLimit,
});
export type Pagination = z.output<typeof Pagination>;

export const NextCursor = z.string().nullable().describe('The `cursor` of the next page; `null` on the last page.');

/** A page of rows, and the cursor of the next page: the id of the last row, or null on the last page. */
export type Page<Row> = { readonly rows: readonly Row[]; readonly nextCursor: string | null };

/**
 * Reads a page. Its query reads one more row, which only shows that another page follows.
 * @param read reads the first `count` rows after the cursor, in the order of their ids
 */
export async function readPage<Row extends { readonly id: string }>(
  limit: number,
  read: (count: number) => PromiseLike<readonly Row[]>,
): Promise<Page<Row>> {
  const found = await read(limit + 1);
  const rows = found.slice(0, limit);
  return { rows, nextCursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null };
}

/**
 * Whether a browser can open a host. The URL parser of workerd leaves a label as it is that is not Punycode (RFC 3492),
 * or whose Unicode form UTS 46 forbids; browsers refuse such a label. `domainToUnicode` too leaves exactly these labels
 * as they are.
 * @param host as the URL parser writes it: in lower case and ASCII
 */
export const isDecodableHost = (host: string): boolean => !/(^|\.)xn--/.test(domainToUnicode(host));
