/** The orders in which a list of links reads its rows. Each is the order of an index, so a page reads only its rows. */
import { type SQL, sql } from 'drizzle-orm';
import { linkDetails, links, linkTags } from '#api/database/schema';
import { nameOf } from '#api/database/statements';

/** The sort key of a row. */
export type RowKey = { readonly code: string; readonly createdAt: number };

/**
 * The position at which a page begins: this row or, if it was deleted, the next row in the order. `isExclusive`: the
 * page begins after this row. `isBackward`: the page is read against the order, towards the beginning of the list.
 */
export type Position = RowKey & { readonly isBackward?: true; readonly isExclusive?: true };

/** Whether a page is read against the order of its list. */
export const isBackward = (from: Position | null): boolean => from?.isBackward === true;

/** The position whose page ends where the page of the other position begins, read the other way. */
export const oppositeOf = ({ code: at, createdAt: time, ...way }: Position): Position => ({
  code: at,
  createdAt: time,
  ...(!way.isBackward && { isBackward: true }),
  ...(!way.isExclusive && { isExclusive: true }),
});

/** The position of a row at which a page goes on in the direction of the page before it. */
export const onwardFrom = (row: RowKey, from: Position | null): Position => ({
  code: row.code,
  createdAt: row.createdAt,
  ...(isBackward(from) && { isBackward: true }),
});

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

/** The two columns of a sort key, in the order of an index, newest first, or against it. */
const byKey = (time: SQL, of: SQL, from: Position | null): SQL =>
  isBackward(from) ? sql`${time}, ${of}` : sql`${time} DESC, ${of} DESC`;

/**
 * The rows of a period from a position on. Each end of the range is one comparison, because an index is read from one
 * comparison to the other.
 */
function rangeOf(time: SQL, of: SQL, period: Period, from: Position | null): SQL {
  const { createdFrom = Number.MIN_SAFE_INTEGER, createdTo = Number.MAX_SAFE_INTEGER } = period;
  const key = sql`(${time}, ${of})`;
  if (from !== null && isBackward(from)) {
    const start = from.createdAt < createdFrom ? sql`(${createdFrom}, '')` : sql`(${from.createdAt}, ${from.code})`;
    return sql`${time} <= ${createdTo} AND ${key} ${from.isExclusive ? sql`>` : sql`>=`} ${start}`;
  }
  const isLater = from === null || from.createdAt > createdTo;
  const start = isLater ? sql`(${createdTo}, '~')` : sql`(${from.createdAt}, ${from.code})`;
  return sql`${time} >= ${createdFrom} AND ${key} ${from?.isExclusive ? sql`<` : sql`<=`} ${start}`;
}

/**
 * Newest first, by the account's index. The sort key contains the code, because a batch creates fifty links in one
 * millisecond. Each row needs a lookup by its code, which costs fifteen times as much if destinations are long.
 */
export const byAge = (owner: string, period: Period, from: Position | null): Order => ({
  source: LINKS,
  range: sql`${links.accountId} = ${owner} AND ${rangeOf(sql`${links.createdAt}`, sql`${links.code}`, period, from)}`,
  by: byKey(sql`${links.createdAt}`, sql`${links.code}`, from),
  rowsBy: byKey(createdAt, code, from),
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
export const byCode = (prefix: string, from: Position | null): Order => {
  const start = from?.code ?? prefix;
  const range = isBackward(from)
    ? sql`${links.code} >= ${prefix} AND ${links.code} ${from?.isExclusive ? sql`<` : sql`<=`} ${start}`
    : sql`${links.code} ${from?.isExclusive ? sql`>` : sql`>=`} ${start} AND ${links.code} < ${`${prefix}~`}`;
  const way = isBackward(from) ? sql` DESC` : sql``;
  return { source: LINKS, range, by: sql`${links.code}${way}`, rowsBy: sql`${code}${way}`, mostRows: 1_000 };
};

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
  range: sql`${linkTags.tagId} = ${tagId} AND ${rangeOf(sql`${linkTags.createdAt}`, sql`${linkTags.code}`, period, from)}`,
  by: byKey(sql`${linkTags.createdAt}`, sql`${linkTags.code}`, from),
  rowsBy: byKey(sql`tagged_at`, sql`tagged_code`, from),
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
