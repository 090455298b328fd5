/** Paging by key: the cursor is the last id shown, so no row is skipped or repeated while others are made and deleted. */
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
    .describe('`nextCursor` of the page before.'),
  limit: wholeNumber(1, MAX_PAGE, LIMIT_RULE).default(MAX_PAGE).describe('Rows of the page, at most.'),
});
export type Pagination = z.output<typeof Pagination>;

export const NextCursor = z.string().nullable().describe('The `cursor` of the next page; null on the last page.');

/** Returns the cursor of the next page: the last id of a full page, null after a page that is not full. */
export const nextCursor = (rows: readonly { id: string }[], { limit }: Pagination): string | null =>
  rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
