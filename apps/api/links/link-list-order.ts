/** The orders in which a list of links reads its rows. Each is the order of an index, so a page reads only its rows. */
import { type SQL, sql } from 'drizzle-orm';
import { linkDetails, links, linkTags } from '#api/database/schema';
import { nameOf } from '#api/database/statements';

/** The position at which a page begins: this row or, if it was deleted, the next row in the order. */
export type Position = { readonly code: string; readonly createdAt: number };

/** The times of creation between which links are listed, both included: epoch milliseconds. */
export type Period = { readonly createdFrom?: number | undefined; readonly createdTo?: number | undefined };

/** A link of a list that was made before: its code, and its id, because the code may belong to another link by now. */
export type ListedLink = { readonly code: string; readonly linkId: string };

/** The rows from the beginning of a page on, their order, and the most rows that a page reads. */
export type Order = {
  /** What follows FROM, and reads `links`. */
  readonly source: SQL;
  readonly range: SQL;
  /** The order, by the columns of the source. */
  readonly by: SQL;
  /** The same order, by the columns of the selected rows. */
  readonly rowsBy: SQL;
  /** Columns that `rowsBy` needs in addition to those of `links`. */
  readonly further?: SQL;
  readonly mostRows: number;
};

const code = nameOf(links.code);
const createdAt = nameOf(links.createdAt);
const LINKS = sql`${links}`;
const NEWEST_FIRST = sql`${createdAt} DESC, ${code} DESC`;

const upTo = ({ createdTo = Number.MAX_SAFE_INTEGER }: Period, from: Position | null): SQL =>
  from === null || from.createdAt > createdTo ? sql`(${createdTo}, '~')` : sql`(${from.createdAt}, ${from.code})`;

const since = ({ createdFrom = Number.MIN_SAFE_INTEGER }: Period): SQL => sql`${createdFrom}`;

/**
 * Newest first, by the account's index. The sort key contains the code, because a batch creates fifty links in one
 * millisecond. Each row needs a lookup by its code, which costs fifteen times as much if destinations are long.
 */
export const byAge = (owner: string, period: Period, from: Position | null): Order => ({
  source: LINKS,
  range: sql`${links.accountId} = ${owner} AND ${links.createdAt} >= ${since(period)}
    AND (${links.createdAt}, ${links.code}) <= ${upTo(period, from)}`,
  by: sql`${links.createdAt} DESC, ${links.code} DESC`,
  rowsBy: NEWEST_FIRST,
  mostRows: 400,
});

/** Oldest first, by the account's index. */
export const fromOldest = (owner: string, from: Position | null): Order => ({
  source: LINKS,
  range: sql`${links.accountId} = ${owner}
    AND (${links.createdAt}, ${links.code}) >= (${from?.createdAt ?? Number.MIN_SAFE_INTEGER}, ${from?.code ?? ''})`,
  by: sql`${links.createdAt}, ${links.code}`,
  rowsBy: sql`${createdAt}, ${code}`,
  mostRows: 400,
});

/**
 * In the order of codes, by the primary key, among the codes of all accounts. `~` sorts after every character of a
 * code.
 */
export const byCode = (prefix: string, from: Position | null): Order => ({
  source: LINKS,
  range: sql`${links.code} >= ${from?.code ?? prefix} AND ${links.code} < ${`${prefix}~`}`,
  by: sql`${links.code}`,
  rowsBy: code,
  mostRows: 1_000,
});

/** The one link that has an id of the caller. */
export const byExternalId = (owner: string, externalId: string): Order => ({
  source: LINKS,
  range: sql`${links.code} IN (SELECT ${linkDetails.code} FROM ${linkDetails}
    WHERE ${linkDetails.accountId} = ${owner} AND ${linkDetails.externalId} = ${externalId})`,
  by: sql`${links.code}`,
  rowsBy: code,
  mostRows: 1,
});

/** The links of a tag, newest first, by the rows of the tag. */
export const byTag = (tagId: string | SQL, period: Period, from: Position | null): Order => ({
  source: sql`${linkTags} CROSS JOIN ${links} ON ${links.code} = ${linkTags.code} AND ${links.id} = ${linkTags.linkId}`,
  range: sql`${linkTags.tagId} = ${tagId} AND ${linkTags.createdAt} >= ${since(period)}
    AND (${linkTags.createdAt}, ${linkTags.code}) <= ${upTo(period, from)}`,
  by: sql`${linkTags.createdAt} DESC, ${linkTags.code} DESC`,
  rowsBy: sql`tagged_at DESC, tagged_code DESC`,
  further: sql`, ${linkTags.createdAt} AS tagged_at, ${linkTags.code} AS tagged_code`,
  mostRows: 400,
});

/** The links of a list, in its order. */
export const byList = (listed: readonly ListedLink[]): Order => ({
  source: sql`json_each(${JSON.stringify(listed)}) AS listed
    CROSS JOIN ${links} ON ${links.code} = listed.value ->> 'code' AND ${links.id} = listed.value ->> 'linkId'`,
  range: sql`TRUE`,
  by: sql`listed.rowid`,
  rowsBy: sql`place`,
  further: sql`, listed.rowid AS place`,
  mostRows: 400,
});
