/**
 * The statement that reads a page of links. All accounts share one D1, so the rows and the bytes that a page looks at are
 * bounded. docs/adr/0018 has the limits and their measurements.
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

/** Where a page begins: at that row or, if it is gone, at the next one in the order. */
export type Position = { readonly code: string; readonly createdAt: number };

/** The rows of a list from the beginning of a page on, their order, and how many of them a page looks at. */
type Order = {
  readonly range: SQL;
  readonly by: SQL;
  readonly mostRows: number;
};

/** Column names without their table: the rows come from a subquery. */
const code = nameOf(links.code);
const createdAt = nameOf(links.createdAt);
const accountId = nameOf(links.accountId);
const url = nameOf(links.url);

/**
 * Newest first, by the account's index. The code is part of the sort key, because a batch makes fifty links in one
 * millisecond. Each row takes a look-up by its code, which costs fifteen times as much among long destinations.
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

/** In code order, by the primary key, among codes of other accounts. `~` sorts after every character of a code. */
export const byCode = (prefix: string, from: Position | null): Order => ({
  range: sql`${code} >= ${from?.code ?? prefix} AND ${code} < ${`${prefix}~`}`,
  by: code,
  mostRows: 1_000,
});

/** A page ends once the destinations it has looked at have so many bytes. */
const ENOUGH_BYTES = 1_000_000;

/** The condition for the rows of a list, as far as D1 can judge it. @param mayBeDenied the denylist decides afterwards */
export function conditionOf({ status, search }: LinkFilter, owner: string, mayBeDenied: boolean, now: number): SQL {
  const expiresAt = nameOf(links.expiresAt);
  const isAlive = sql`(${nameOf(links.gone)} IS NULL AND ${nameOf(links.blocked)} IS NULL
    AND (${expiresAt} IS NULL OR ${expiresAt} > ${now}))`;
  const sought = search === undefined ? undefined : foldAscii(search);
  return and(
    sql`${accountId} = ${owner}`,
    // LIKE would give % and _ a meaning, and D1 limits the length of its patterns.
    sought === undefined ? undefined : sql`(instr(${code}, ${sought}) > 0 OR instr(lower(${url}), ${sought}) > 0)`,
    status === 'active' ? isAlive : undefined,
    status === 'expired' && !mayBeDenied ? not(isAlive) : undefined,
  ) as SQL;
}

/** Lower-cases as SQLite's `lower` does: ASCII letters only. */
const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const READ = columnsWhere(({ isRead }) => isRead).map(({ column }) => column);
const fields = (sqlOf: (column: Column, name: SQL) => SQL): SQL =>
  sql.join(
    READ.map((column) => sqlOf(column, nameOf(column))),
    sql`, `,
  );

/** The first `limit` rows, without a condition. */
export const plainPage = ({ range, by }: Order, limit: number): SQL =>
  sql`SELECT ${fields((_, name) => name)} FROM ${links} WHERE ${range} ORDER BY ${by} LIMIT ${limit}`;

/**
 * The first `limit` rows for which the condition holds. Where a bound ends the page before that, the code and the date of
 * the rows behind the bound follow, marked `is_place`: the next page begins at the first of them.
 */
export function boundedPage({ range, by, mostRows }: Order, owner: string, condition: SQL, limit: number): SQL {
  // Destinations of other accounts are neither read nor counted as bytes.
  const own = fields((column, name) =>
    column === links.url ? sql`iif(${accountId} = ${owner}, ${name}, NULL) AS ${name}` : name,
  );
  const rows = sql`SELECT ${own} FROM ${links} WHERE ${range} ORDER BY ${by} LIMIT ${mostRows + 1}`;
  const isExamined = sql`count(*) OVER earlier < ${mostRows} AND total(octet_length(${url})) OVER earlier < ${ENOUGH_BYTES}`;
  const judged = sql`SELECT *, ${isExamined} AS is_examined FROM (${rows})
    WINDOW earlier AS (ORDER BY ${by} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) ORDER BY ${by}`;
  // A row behind the bound shows its code and date only, because it may be another account's.
  const shown = fields((column, name) =>
    column === links.code || column === links.createdAt ? name : sql`iif(is_examined, ${name}, NULL) AS ${name}`,
  );
  // The outer SELECT has no ORDER BY: rows come in the inner order, and SQLite stops once it has `limit` of them.
  return sql`SELECT ${shown}, NOT is_examined AS is_place FROM (${judged}) WHERE NOT is_examined OR ${condition} LIMIT ${limit}`;
}
