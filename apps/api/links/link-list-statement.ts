/**
 * The statement of a page of links. All accounts share one D1, so what a page looks at is bounded by rows and by bytes:
 * docs/adr/0018 has the figures, and what they were measured by.
 */
import { LINK_COLUMNS } from '#store/link-row';
import type { LinkStatus } from './link-status';

export type LinkFilter = {
  readonly status?: LinkStatus['status'] | undefined;
  /** Lower case. */
  readonly prefix?: string | undefined;
  readonly search?: string | undefined;
};

/** Where a page begins: with that row, or with the one that follows where it would be. */
export type Position = { readonly code: string; readonly createdAt: number };

/**
 * How rows follow each other, and how many of them a page looks at. `?1` is the account; `?2` and `?3` are where the
 * page begins, or how its codes do.
 */
export type Order = {
  readonly range: string;
  readonly by: string;
  readonly bounds: readonly [unknown, unknown];
  readonly mostRows: number;
};

/**
 * Newest first, by the account's index: a batch makes fifty links in one millisecond, so the code belongs to the key.
 * Every row is looked up by its code, and among long destinations that costs fifteen times as much as among short ones.
 */
export const byAge = (from: Position | null): Order => ({
  range: 'account_id = ?1 AND (created_at, code) <= (?2, ?3)',
  by: 'created_at DESC, code DESC',
  bounds: from === null ? [Number.MAX_SAFE_INTEGER, ''] : [from.createdAt, from.code],
  mostRows: 400,
});

/** Oldest first. */
export const fromOldest = (from: Position | null): Order => ({
  range: 'account_id = ?1 AND (created_at, code) >= (?2, ?3)',
  by: 'created_at, code',
  bounds: from === null ? [Number.MIN_SAFE_INTEGER, ''] : [from.createdAt, from.code],
  mostRows: 400,
});

/** By the primary key, in which other accounts' codes lie between. `~` sorts after every character of a code. */
export const byCode = (prefix: string, from: Position | null): Order => ({
  range: 'code >= ?2 AND code < ?3',
  by: 'code',
  bounds: [from?.code ?? prefix, `${prefix}~`],
  mostRows: 1_000,
});

/** A page looks at no further destination once those before it have so many bytes. */
const ENOUGH_BYTES = 1_000_000;

const ALIVE = '(gone IS NULL AND blocked IS NULL AND (expires_at IS NULL OR expires_at > ?4))';

/** What is to hold of a row, as far as D1 can tell. `?4` is now, `?5` what is searched for. */
export function conditionsOf({ status, search }: LinkFilter, mayBeDenied: boolean): string[] {
  return [
    'account_id = ?1',
    // Not LIKE, in which % and _ mean something, and whose patterns D1 limits.
    ...(search !== undefined ? ['(instr(code, ?5) > 0 OR instr(lower(url), ?5) > 0)'] : []),
    ...(status === 'active' ? [ALIVE] : []),
    ...(status === 'expired' && !mayBeDenied ? [`NOT ${ALIVE}`] : []),
  ];
}

const columns = (sqlOf: (name: string) => string): string => LINK_COLUMNS.split(', ').map(sqlOf).join(', ');

/** `?6` rows from the beginning on, whatever they are. */
export const plainPage = ({ range, by }: Order): string =>
  `SELECT ${LINK_COLUMNS} FROM links WHERE ${range} ORDER BY ${by} LIMIT ?6`;

/**
 * The first `?6` rows for which the conditions hold; then, where a page may look no further, the place of the row at
 * which the next one begins, and of more rows behind it.
 */
export function boundedPage({ range, by, mostRows }: Order, conditions: readonly string[]): string {
  // The text of other accounts' destinations is neither read nor counted.
  const own = columns((name) => (name === 'url' ? 'iif(account_id = ?1, url, NULL) AS url' : name));
  const rows = `SELECT ${own} FROM links WHERE ${range} ORDER BY ${by} LIMIT ${mostRows + 1}`;
  const isLooked = `count(*) OVER earlier < ${mostRows} AND total(octet_length(url)) OVER earlier < ${ENOUGH_BYTES}`;
  const judged = `SELECT *, ${isLooked} AS is_looked FROM (${rows})
    WINDOW earlier AS (ORDER BY ${by} ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) ORDER BY ${by}`;
  // Of a row at which a page may begin only its place is told: it may be another account's.
  const shown = columns((name) =>
    name === 'code' || name === 'created_at' ? name : `iif(is_looked, ${name}, NULL) AS ${name}`,
  );
  // Without ORDER BY, rows come as the inner SELECT has them, and no more are looked at than it takes to find `?6`.
  return `SELECT ${shown}, NOT is_looked AS is_place FROM (${judged}) WHERE NOT is_looked OR (${conditions.join(' AND ')}) LIMIT ?6`;
}
