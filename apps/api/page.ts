/** Paging by key: the cursor is the last id shown, so nothing is skipped or repeated while rows come and go. */
import * as z from 'zod';

const MAX_PAGE = 1_000;

export const Page = z.object({
  cursor: z.string().max(64, 'cursor is not one of ours').default(''),
  limit: z.coerce
    .number('limit must be a whole number from 1 to 1000')
    .int('limit must be a whole number from 1 to 1000')
    .min(1, 'limit must be a whole number from 1 to 1000')
    .max(MAX_PAGE, 'limit must be a whole number from 1 to 1000')
    .default(MAX_PAGE),
});
export type Page = z.output<typeof Page>;

/** The cursor of the page after one that was full; null after the last. */
export const nextCursor = (rows: readonly { id: string }[], { limit }: Page): string | null =>
  rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
