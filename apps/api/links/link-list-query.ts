/** The query parameters of GET /v2/links (specification 8.2). */
import * as z from 'zod';
import { strictQuery } from '#api/http/strict-query';
import { wholeNumber } from '#api/http/whole-number';
import { codeOf, MAX_CODE_LENGTH } from '#domain/codes';
import { STATUSES } from './link-status';

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
/**
 * The least length of a prefix. A shorter one would mostly match codes of other accounts, which the statement reads
 * too.
 */
const MIN_PREFIX_LENGTH = 4;
const MAX_SEARCH_BYTES = 48;

const LIMIT_RULE = `limit must be a whole number from 1 to ${MAX_LIMIT}`;
const STATUS_RULE = `status must be ${STATUSES.join(' or ')}`;
const PREFIX_RULE = `prefix must be ${MIN_PREFIX_LENGTH} to ${MAX_CODE_LENGTH} letters, digits and hyphens`;
const SEARCH_RULE = `search must be at most ${MAX_SEARCH_BYTES} bytes`;
export const CURSOR_RULE = 'cursor must be the nextCursor of a page with the same parameters';

const bytesOf = (text: string): number => new TextEncoder().encode(text).byteLength;

/** The query of GET /v2/links. All parameters may be combined. */
export const LinkListQuery = strictQuery({
  cursor: z.string(CURSOR_RULE).max(512, CURSOR_RULE).optional().describe('The `nextCursor` of the previous page.'),
  limit: wholeNumber(1, MAX_LIMIT, LIMIT_RULE).default(DEFAULT_LIMIT).describe('The most links of the page.'),
  status: z.enum(STATUSES, STATUS_RULE).optional().describe('Only links with this status.'),
  prefix: z
    .string(PREFIX_RULE)
    .min(MIN_PREFIX_LENGTH, PREFIX_RULE)
    .max(MAX_CODE_LENGTH, PREFIX_RULE)
    .regex(/^[A-Za-z0-9-]*$/, PREFIX_RULE)
    .transform(codeOf)
    .optional()
    .describe('Only links whose code begins with this text.'),
  search: z
    .string(SEARCH_RULE)
    .refine((text) => bytesOf(text) <= MAX_SEARCH_BYTES, SEARCH_RULE)
    .optional()
    .describe(`Only links whose code or destination contains this text, of at most ${MAX_SEARCH_BYTES} bytes.`),
});
export type LinkListQuery = z.output<typeof LinkListQuery>;
