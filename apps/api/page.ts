/** Paging by key: the cursor is the last id shown, so nothing is skipped or repeated while rows come and go. */
import * as z from 'zod';

const MAX_PAGE = 1_000;
const LIMIT_RULE = `limit must be a whole number from 1 to ${MAX_PAGE}`;

export const Page = z.object({
  cursor: z.string('cursor is not one of ours').max(64, 'cursor is not one of ours').default(''),
  limit: z
    .string(LIMIT_RULE)
    .regex(/^\d{1,4}$/, LIMIT_RULE)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= MAX_PAGE, LIMIT_RULE)
    .default(MAX_PAGE),
});
export type Page = z.output<typeof Page>;

/** The cursor of the page after one that was full; null after the last. */
export const nextCursor = (rows: readonly { id: string }[], { limit }: Page): string | null =>
  rows.length === limit ? (rows.at(-1)?.id ?? null) : null;
