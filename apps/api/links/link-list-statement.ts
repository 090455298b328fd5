/**
 * The statement that reads a page of links. Each order is that of an index, and a page reads a limited number of rows
 * and bytes, because all accounts share one D1 (docs/design/cost-limits.md).
 */
import { type Column, type SQL, sql } from 'drizzle-orm';
import { columnName } from '#api/database/database';
import { columnsWhere } from '#api/database/link-columns';
import { linkDetails, links, linkTags } from '#api/database/schema';
import { detailsAsJson } from './link-details';

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
export const reversePosition = ({ code: at, createdAt: time, ...way }: Position): Position => ({
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

const code = columnName(links.code);
const createdAt = columnName(links.createdAt);
const LINKS = sql`${links}`;

/** The two columns of a sort key, in the order of an index, newest first, or against it. */
const byKey = (time: SQL, of: SQL, from: Position | null): SQL =>
  isBackward(from) ? sql`${time}, ${of}` : sql`${time} DESC, ${of} DESC`;

/**
 * The rows of a period from a position on. Each end of the range is one comparison, because an index is read from one
 * comparison to the other.
 */
function selectRange(time: SQL, of: SQL, period: Period, from: Position | null): SQL {
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
  range: sql`${links.accountId} = ${owner} AND ${selectRange(sql`${links.createdAt}`, sql`${links.code}`, period, from)}`,
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
  range: sql`${linkTags.tagId} = ${tagId} AND ${selectRange(sql`${linkTags.createdAt}`, sql`${linkTags.code}`, period, from)}`,
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

/** A page ends once the destinations, titles and notes that it has read have this many bytes. */
const ENOUGH_BYTES = 1_000_000;

const READ = columnsWhere(({ isRead }) => isRead).map(({ column }) => column);
const fields = (sqlOf: (column: Column, name: SQL) => SQL): SQL =>
  sql.join(
    READ.map((column) => sqlOf(column, columnName(column))),
    sql`, `,
  );

/** Selects the first `limit` rows, without a condition. */
export const plainPage = ({ source, range, by }: Order, limit: number): SQL =>
  sql`SELECT ${fields((column) => sql`${column}`)}, ${detailsAsJson()} AS details FROM ${source} WHERE ${range} ORDER BY ${by} LIMIT ${limit}`;

/** The title and the notes, for a search in them. A lookup of them costs as much as that of the link. */
const TEXTS = {
  join: sql` LEFT JOIN ${linkDetails} ON ${linkDetails.code} = ${links.code} AND ${linkDetails.linkId} = ${links.id}`,
  bytes: sql` + ifnull(octet_length(title), 0) + ifnull(octet_length(notes), 0)`,
};

type Bounds = {
  readonly owner: string;
  readonly isSearchedByText: boolean;
  /** Whether the rows have no details. */
  readonly isBare?: boolean;
  /** Whether the rows after the limit follow, with their code and date only, so that they can be counted. */
  readonly isCounted?: boolean;
  readonly limit: number;
};

/**
 * Selects the first `limit` rows of `page` that satisfy the condition. If the limit of rows or bytes ends the page
 * earlier, the code and the date of the later rows follow, with `is_position` = 1. The next page begins at the first of
 * them.
 */
export function boundedPage(
  order: Order,
  condition: SQL,
  { owner, isSearchedByText, isBare = false, isCounted = false, limit }: Bounds,
): SQL {
  const { source, range, by, rowsBy, further = sql`` } = order;
  const mostRows = isSearchedByText ? order.mostRows / 2 : order.mostRows;
  const isOwn = sql`${links.accountId} = ${owner}`;
  // The texts of other accounts are neither read nor counted.
  const own = fields((column, name) =>
    column === links.url ? sql`iif(${isOwn}, ${column}, NULL) AS ${name}` : sql`${column} AS ${name}`,
  );
  const texts = isSearchedByText
    ? sql`, iif(${isOwn}, ${linkDetails.title}, NULL) AS title, iif(${isOwn}, ${linkDetails.notes}, NULL) AS notes`
    : sql``;
  const rows = sql`SELECT ${own}, ${links.madeBy}${texts}${further} FROM ${source}${isSearchedByText ? TEXTS.join : sql``}
    WHERE ${range} ORDER BY ${by} LIMIT ${mostRows + 1}`;
  const bytes = sql`octet_length(${columnName(links.url)})${isSearchedByText ? TEXTS.bytes : sql``}`;
  const isExamined = sql`count(*) OVER earlier < ${mostRows} AND total(${bytes}) OVER earlier < ${ENOUGH_BYTES}`;
  const examined = sql`SELECT *, ${isExamined} AS is_examined FROM (${rows})
    WINDOW earlier AS (ORDER BY ${rowsBy} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) ORDER BY ${rowsBy}`;
  const matching = sql`(${examined}) AS page WHERE NOT is_examined OR ${condition}`;
  const numbered = sql`(SELECT *, row_number() OVER (ORDER BY ${rowsBy}) AS nth FROM ${matching}) AS page`;
  const isShown = isCounted ? sql`is_examined AND nth <= ${limit}` : sql`is_examined`;
  // A row after the limit of rows has only its code and date, because it may belong to another account.
  const shown = fields((column, name) =>
    column === links.code || column === links.createdAt ? name : sql`iif(${isShown}, ${name}, NULL) AS ${name}`,
  );
  // SQLite evaluates the details only for the rows that the page returns, and not for a row of another account.
  const details = isBare ? sql`NULL` : detailsAsJson({ code: sql`page.code`, id: sql`page.id` });
  // The outer SELECT has no ORDER BY: its rows have the inner order, and SQLite stops after `limit` rows.
  return sql`SELECT ${shown}, iif(${isShown}, ${details}, NULL) AS details,
    iif(${isShown}, ${columnName(links.madeBy)}, NULL) AS made_by, NOT is_examined AS is_position
    FROM ${isCounted ? numbered : sql`${matching} LIMIT ${limit}`}`;
}
