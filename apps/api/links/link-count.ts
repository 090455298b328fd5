/** Counts the links of an account, or of a tag, up to a limit. */
import { type SQL, sql } from 'drizzle-orm';
import { links, linkTags } from '#api/database/schema';

export type LinkCount = {
  readonly count: number;
  /** Whether there are more links than `count`. */
  readonly isMore: boolean;
};

/** The most links that are counted. An account may have millions, which a page of the console must not read. */
const MAX_COUNTED = 10_000;

const countOf = (rows: SQL): SQL => sql`SELECT count(*) AS n FROM (SELECT 1 ${rows} LIMIT ${MAX_COUNTED + 1})`;

/** The statement whose rows `linkCountOf` reads. */
export const countOfLinks = (accountId: string): SQL =>
  countOf(sql`FROM ${links} WHERE ${links.accountId} = ${accountId}`);

/** As countOfLinks, for the links of a tag. */
export const countOfTagLinks = (tagId: string): SQL =>
  countOf(sql`FROM ${linkTags} WHERE ${linkTags.tagId} = ${tagId}`);

/** @param rows of one of these statements */
export function linkCountOf(rows: readonly unknown[]): LinkCount {
  const [{ n }] = rows as [{ n: number }];
  return { count: Math.min(n, MAX_COUNTED), isMore: n > MAX_COUNTED };
}
