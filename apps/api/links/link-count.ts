/** Counts the links of an account, up to a limit. */
import { type SQL, sql } from 'drizzle-orm';
import { links } from '#api/database/schema';

export type LinkCount = {
  readonly count: number;
  /** Whether the account has more links than `count`. */
  readonly isMore: boolean;
};

/** The most links that are counted. An account may have millions, which a page of the console must not read. */
const MAX_COUNTED = 10_000;

/** The statement whose rows `linkCountOf` reads. */
export const countOfLinks = (accountId: string): SQL =>
  sql`SELECT count(*) AS n FROM
    (SELECT 1 FROM ${links} WHERE ${links.accountId} = ${accountId} LIMIT ${MAX_COUNTED + 1})`;

/** @param rows of countOfLinks */
export function linkCountOf(rows: readonly unknown[]): LinkCount {
  const [{ n }] = rows as [{ n: number }];
  return { count: Math.min(n, MAX_COUNTED), isMore: n > MAX_COUNTED };
}
