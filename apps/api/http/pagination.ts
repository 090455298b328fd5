/** Paging by key: the cursor is the last id shown, so nothing is skipped or repeated while rows come and go. */
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

export const NextCursor = z.string().nullable().describe('Ask for the next page with it; null: this is the last one.');

/** The cursor of the page after one that was full; null after the last. */
export const nextCursor = (rows: readonly { id: string }[], { limit }: Pagination): string | null =>
  rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
