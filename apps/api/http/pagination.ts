/**
 * Keyset pagination: a cursor is the last id of a page, so creations and deletions make no page skip or repeat a row.
 */
import * as z from 'zod';
import { strictQuery } from './strict-query';
import { wholeNumber } from './whole-number';

const MAX_PAGE = 1_000;
const LIMIT_RULE = `limit must be a whole number from 1 to ${MAX_PAGE}`;

export const Pagination = strictQuery({
  cursor: z
    .string('cursor is not one of ours')
    .max(64, 'cursor is not one of ours')
    .default('')
    .describe('The `nextCursor` of the previous page.'),
  limit: wholeNumber(1, MAX_PAGE, LIMIT_RULE).default(MAX_PAGE).describe('The most rows of the page.'),
});
export type Pagination = z.output<typeof Pagination>;

export const NextCursor = z.string().nullable().describe('The `cursor` of the next page; `null` on the last page.');

/**
 * Returns the cursor of the next page: the last id of a full page. A page that is not full is the last, and gets null.
 */
export const nextCursor = (rows: readonly { id: string }[], { limit }: Pagination): string | null =>
  rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
