/**
 * The statement that reads a page of links. All accounts share one D1, so a page reads a limited number of rows and
 * bytes. docs/adr/0018 has the limits and their measurements.
 */
import { and, type Column, not, type SQL, sql } from 'drizzle-orm';
import { columnsWhere } from '#api/database/link-columns';
import { links } from '#api/database/schema';
import { nameOf } from '#api/database/statements';
import { detailsOf } from './link-details';
import type { LinkStatus } from './link-status';

export type LinkFilter = {
  readonly status?: LinkStatus['status'] | undefined;
  /** The beginning of a code, in lower case. */
  readonly prefix?: string | undefined;
  readonly search?: string | undefined;
};

/** The position at which a page begins: this row or, if it was deleted, the next row in the order. */
export type Position = { readonly code: string; readonly createdAt: number };

/** The rows from the beginning of a page on, their order, and the most rows that a page reads. */
type Order = {
  readonly range: SQL;
  readonly by: SQL;
  readonly mostRows: number;
};

/** Names of columns without their table, because the rows come from a subquery. */
const code = nameOf(links.code);
const createdAt = nameOf(links.createdAt);
const accountId = nameOf(links.accountId);
const url = nameOf(links.url);

/**
 * Newest first, by the account's index. The sort key contains the code, because a batch creates fifty links in one
 * millisecond. Each row needs a lookup by its code, which costs fifteen times as much if destinations are long.
 */
export const byAge = (owner: string, from: Position | null): Order => ({
  range: sql`${accountId} = ${owner}
    AND (${createdAt}, ${code}) <= (${from?.createdAt ?? Number.MAX_SAFE_INTEGER}, ${from?.code ?? ''})`,
  by: sql`${createdAt} DESC, ${code} DESC`,
  mostRows: 400,
});

/** Oldest first, by the account's index. */
export const fromOldest = (owner: string, from: Position | null): Order => ({
  range: sql`${accountId} = ${owner}
    AND (${createdAt}, ${code}) >= (${from?.createdAt ?? Number.MIN_SAFE_INTEGER}, ${from?.code ?? ''})`,
  by: sql`${createdAt}, ${code}`,
  mostRows: 400,
});

/**
 * In the order of codes, by the primary key, among the codes of all accounts. `~` sorts after every character of a
 * code.
 */
export const byCode = (prefix: string, from: Position | null): Order => ({
  range: sql`${code} >= ${from?.code ?? prefix} AND ${code} < ${`${prefix}~`}`,
  by: code,
  mostRows: 1_000,
});

/** A page ends once the destinations that it has read have this many bytes. */
const ENOUGH_BYTES = 1_000_000;

/** The SQL condition of a list. @param mayBeDenied whether the caller applies the denylist to the rows afterwards */
export function conditionOf({ status, search }: LinkFilter, owner: string, mayBeDenied: boolean, now: number): SQL {
  const expiresAt = nameOf(links.expiresAt);
  const isAlive = sql`(${nameOf(links.gone)} IS NULL AND ${nameOf(links.blocked)} IS NULL
    AND (${expiresAt} IS NULL OR ${expiresAt} > ${now}))`;
  const searched = search === undefined ? undefined : foldAscii(search);
  return and(
    sql`${accountId} = ${owner}`,
    // In LIKE the characters % and _ would be wildcards, and D1 limits the length of LIKE patterns.
    searched === undefined
      ? undefined
      : sql`(instr(${code}, ${searched}) > 0 OR instr(lower(${url}), ${searched}) > 0)`,
    status === 'active' ? isAlive : undefined,
    status === 'expired' && !mayBeDenied ? not(isAlive) : undefined,
  ) as SQL;
}

/** Lower-cases ASCII letters only, as SQLite's `lower` does. */
const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

const READ = columnsWhere(({ isRead }) => isRead).map(({ column }) => column);
const fields = (sqlOf: (column: Column, name: SQL) => SQL): SQL =>
  sql.join(
    READ.map((column) => sqlOf(column, nameOf(column))),
    sql`, `,
  );

/** Selects the first `limit` rows, without a condition. */
export const plainPage = ({ range, by }: Order, limit: number): SQL =>
  sql`SELECT ${fields((_, name) => name)}, ${detailsOf()} AS details FROM ${links} WHERE ${range} ORDER BY ${by} LIMIT ${limit}`;

/**
 * Selects the first `limit` rows that satisfy the condition. If the limit of rows or bytes ends the page earlier, the
 * code and the date of the later rows follow, with `is_position` = 1. The next page begins at the first of them.
 */
export function boundedPage({ range, by, mostRows }: Order, owner: string, condition: SQL, limit: number): SQL {
  // The destinations of other accounts are neither read nor counted.
  const own = fields((column, name) =>
    column === links.url ? sql`iif(${accountId} = ${owner}, ${name}, NULL) AS ${name}` : name,
  );
  const rows = sql`SELECT ${own} FROM ${links} WHERE ${range} ORDER BY ${by} LIMIT ${mostRows + 1}`;
  const isExamined = sql`count(*) OVER earlier < ${mostRows} AND total(octet_length(${url})) OVER earlier < ${ENOUGH_BYTES}`;
  const judged = sql`SELECT *, ${isExamined} AS is_examined FROM (${rows})
    WINDOW earlier AS (ORDER BY ${by} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) ORDER BY ${by}`;
  // A row after the limit has only its code and date, because it may belong to another account.
  const shown = fields((column, name) =>
    column === links.code || column === links.createdAt ? name : sql`iif(is_examined, ${name}, NULL) AS ${name}`,
  );
  // Evaluated only for the rows that the page returns, and not for a row of another account.
  const details = detailsOf({ code: sql`page.code`, id: sql`page.id`, gone: sql`page.gone` });
  // The outer SELECT has no ORDER BY: its rows have the inner order, and SQLite stops after `limit` rows.
  return sql`SELECT ${shown}, iif(is_examined, ${details}, NULL) AS details, NOT is_examined AS is_position
    FROM (${judged}) AS page WHERE NOT is_examined OR ${condition} LIMIT ${limit}`;
}
