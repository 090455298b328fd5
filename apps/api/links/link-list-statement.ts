/**
 * The statement that reads a page of links. All accounts share one D1, so a page reads a limited number of rows and
 * bytes. docs/design/cost-limits.md says why, docs/performance.md has the measurements.
 */
import { type Column, type SQL, sql } from 'drizzle-orm';
import { columnsWhere } from '#api/database/link-columns';
import { linkDetails, links } from '#api/database/schema';
import { nameOf } from '#api/database/statements';
import { detailsOf } from './link-details';
import type { Order } from './link-list-order';

/** A page ends once the destinations, titles and notes that it has read have this many bytes. */
const ENOUGH_BYTES = 1_000_000;

const READ = columnsWhere(({ isRead }) => isRead).map(({ column }) => column);
const fields = (sqlOf: (column: Column, name: SQL) => SQL): SQL =>
  sql.join(
    READ.map((column) => sqlOf(column, nameOf(column))),
    sql`, `,
  );

/** Selects the first `limit` rows, without a condition. */
export const plainPage = ({ source, range, by }: Order, limit: number): SQL =>
  sql`SELECT ${fields((column) => sql`${column}`)}, ${detailsOf()} AS details FROM ${source} WHERE ${range} ORDER BY ${by} LIMIT ${limit}`;

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
  { owner, isSearchedByText, isBare = false, limit }: Bounds,
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
  const bytes = sql`octet_length(${nameOf(links.url)})${isSearchedByText ? TEXTS.bytes : sql``}`;
  const isExamined = sql`count(*) OVER earlier < ${mostRows} AND total(${bytes}) OVER earlier < ${ENOUGH_BYTES}`;
  const judged = sql`SELECT *, ${isExamined} AS is_examined FROM (${rows})
    WINDOW earlier AS (ORDER BY ${rowsBy} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) ORDER BY ${rowsBy}`;
  // A row after the limit has only its code and date, because it may belong to another account.
  const shown = fields((column, name) =>
    column === links.code || column === links.createdAt ? name : sql`iif(is_examined, ${name}, NULL) AS ${name}`,
  );
  // SQLite evaluates the details only for the rows that the page returns, and not for a row of another account.
  const details = isBare ? sql`NULL` : detailsOf({ code: sql`page.code`, id: sql`page.id` });
  // The outer SELECT has no ORDER BY: its rows have the inner order, and SQLite stops after `limit` rows.
  return sql`SELECT ${shown}, iif(is_examined, ${details}, NULL) AS details,
    iif(is_examined, ${nameOf(links.madeBy)}, NULL) AS made_by, NOT is_examined AS is_position FROM (${judged}) AS page WHERE NOT is_examined OR ${condition} LIMIT ${limit}`;
}
