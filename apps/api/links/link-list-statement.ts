/**
 * The statement of a page of links. All accounts share one D1, so what a page looks at is bounded by rows and by bytes:
 * docs/adr/0018 has the figures, and what they were measured by.
 */
import { and, type Column, not, type SQL, sql } from 'drizzle-orm';
import { columnsWhere } from '#api/database/link-columns';
import { links } from '#api/database/schema';
import { nameOf } from '#api/database/statements';
import type { LinkStatus } from './link-status';

export type LinkFilter = {
  readonly status?: LinkStatus['status'] | undefined;
  /** Lower case. */
  readonly prefix?: string | undefined;
  readonly search?: string | undefined;
};

/** Where a page begins: with that row, or with the one that follows where it would be. */
export type Position = { readonly code: string; readonly createdAt: number };

/** How rows follow each other from where a page begins, and how many of them it looks at. */
export type Order = {
  readonly range: SQL;
  readonly by: SQL;
  readonly mostRows: number;
};

/** The names that a row has here, where it comes from a subquery. */
const code = nameOf(links.code);
const createdAt = nameOf(links.createdAt);
const accountId = nameOf(links.accountId);
const url = nameOf(links.url);

/**
 * Newest first, by the account's index: a batch makes fifty links in one millisecond, so the code belongs to the key.
 * Every row is looked up by its code, and among long destinations that costs fifteen times as much as among short ones.
 */
export const byAge = (owner: string, from: Position | null): Order => ({
  range: sql`${accountId} = ${owner}
    AND (${createdAt}, ${code}) <= (${from?.createdAt ?? Number.MAX_SAFE_INTEGER}, ${from?.code ?? ''})`,
  by: sql`${createdAt} DESC, ${code} DESC`,
  mostRows: 400,
});

/** Oldest first. */
export const fromOldest = (owner: string, from: Position | null): Order => ({
  range: sql`${accountId} = ${owner}
    AND (${createdAt}, ${code}) >= (${from?.createdAt ?? Number.MIN_SAFE_INTEGER}, ${from?.code ?? ''})`,
  by: sql`${createdAt}, ${code}`,
  mostRows: 400,
});

/** By the primary key, in which other accounts' codes lie between. `~` sorts after every character of a code. */
export const byCode = (prefix: string, from: Position | null): Order => ({
  range: sql`${code} >= ${from?.code ?? prefix} AND ${code} < ${`${prefix}~`}`,
  by: code,
  mostRows: 1_000,
});

/** A page looks at no further destination once those before it have so many bytes. */
const ENOUGH_BYTES = 1_000_000;

/** What is to hold of a row, as far as D1 can tell. @param mayBeDenied the denylist may take it away again */
export function conditionOf({ status, search }: LinkFilter, owner: string, mayBeDenied: boolean, now: number): SQL {
  const expiresAt = nameOf(links.expiresAt);
  const isAlive = sql`(${nameOf(links.gone)} IS NULL AND ${nameOf(links.blocked)} IS NULL
    AND (${expiresAt} IS NULL OR ${expiresAt} > ${now}))`;
  const sought = search === undefined ? undefined : foldAscii(search);
  return and(
    sql`${accountId} = ${owner}`,
    // Not LIKE, in which % and _ mean something, and whose patterns D1 limits.
    sought === undefined ? undefined : sql`(instr(${code}, ${sought}) > 0 OR instr(lower(${url}), ${sought}) > 0)`,
    status === 'active' ? isAlive : undefined,
    status === 'expired' && !mayBeDenied ? not(isAlive) : undefined,
  ) as SQL;
}

/** As SQLite's `lower` does it: what is not ASCII stays. */
const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const READ = columnsWhere(({ isRead }) => isRead).map(({ column }) => column);
const fields = (sqlOf: (column: Column, name: SQL) => SQL): SQL =>
  sql.join(
    READ.map((column) => sqlOf(column, nameOf(column))),
    sql`, `,
  );

/** `limit` rows from the beginning on, whatever they are. */
export const plainPage = ({ range, by }: Order, limit: number): SQL =>
  sql`SELECT ${fields((_, name) => name)} FROM ${links} WHERE ${range} ORDER BY ${by} LIMIT ${limit}`;

/**
 * The first `limit` rows for which the condition holds; then, where a page may look no further, the place of the row at
 * which the next one begins, and of more rows behind it.
 */
export function boundedPage({ range, by, mostRows }: Order, owner: string, condition: SQL, limit: number): SQL {
  // The text of other accounts' destinations is neither read nor counted.
  const own = fields((column, name) =>
    column === links.url ? sql`iif(${accountId} = ${owner}, ${name}, NULL) AS ${name}` : name,
  );
  const rows = sql`SELECT ${own} FROM ${links} WHERE ${range} ORDER BY ${by} LIMIT ${mostRows + 1}`;
  const isLooked = sql`count(*) OVER earlier < ${mostRows} AND total(octet_length(${url})) OVER earlier < ${ENOUGH_BYTES}`;
  const judged = sql`SELECT *, ${isLooked} AS is_looked FROM (${rows})
    WINDOW earlier AS (ORDER BY ${by} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) ORDER BY ${by}`;
  // Of a row at which a page may begin only its place is told: it may be another account's.
  const shown = fields((column, name) =>
    column === links.code || column === links.createdAt ? name : sql`iif(is_looked, ${name}, NULL) AS ${name}`,
  );
  // Without ORDER BY, rows come as the inner SELECT has them, and no more are looked at than it takes to find them.
  return sql`SELECT ${shown}, NOT is_looked AS is_place FROM (${judged}) WHERE NOT is_looked OR ${condition} LIMIT ${limit}`;
}
