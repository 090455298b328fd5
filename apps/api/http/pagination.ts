/**
 * Keyset pagination: a cursor is the last id of a page, so creations and deletions make no page skip or repeat a row.
 */
import * as z from 'zod';
import { strictQuery } from './strict-query';
import { wholeNumber } from './whole-number';

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
