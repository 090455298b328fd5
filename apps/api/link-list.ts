/**
 * Listing an account's links, a page at a time. A page begins at a row's key, never after so many rows, so that nothing is
 * skipped or repeated while links come and go.
 */
import type { Denylist } from '#domain/denylist';
import type { Link } from '#domain/link';
import { databaseFor } from '#store/database';
import { LINK_COLUMNS, type LinkRow, linkOf } from '#store/link-row';
import type { Env } from './env';
import { type LinkStatus, statusOf } from './link-status';

export type LinkFilter = {
  readonly status?: LinkStatus['status'] | undefined;
  /** Lower case. */
  readonly prefix?: string | undefined;
  readonly search?: string | undefined;
};

/** Where a page begins: with that row, or with the one that follows where it would be. */
export type Position = { readonly code: string; readonly createdAt: number };

export type LinkPage = {
  readonly links: readonly Link[];
  /** Null after the last page. */
  readonly next: Position | null;
};

/** A page is short rather than look at more rows than this. It may read each of them twice. */
const MAX_LOOKED_AT = 5_000;
/** So many are read where the denylist may take some away again: D1 does not know what host an address leads to. */
const ROWS_TO_JUDGE = 500;

/** How rows follow each other. `?1` is the account; `?2` and `?3` are where the page begins, or how its codes do. */
type Order = { readonly range: string; readonly by: string; readonly bounds: readonly [unknown, unknown] };

/** Newest first, by the account's index: a batch makes fifty links in one millisecond, so the code belongs to the key. */
const byAge = (from: Position | null): Order => ({
  range: 'account_id = ?1 AND (created_at, code) <= (?2, ?3)',
  by: 'created_at DESC, code DESC',
  bounds: from === null ? [Number.MAX_SAFE_INTEGER, ''] : [from.createdAt, from.code],
});

/** By the primary key, in which other accounts' codes lie between. `~` sorts after every character of a code. */
const byCode = (prefix: string, from: Position | null): Order => ({
  range: 'code >= ?2 AND code < ?3',
  by: 'code',
  bounds: [from?.code ?? prefix, `${prefix}~`],
});

const ALIVE = '(gone IS NULL AND blocked IS NULL AND (expires_at IS NULL OR expires_at > ?4))';

/** What is to hold of a row, as far as D1 can tell. `?4` is now, `?5` what is searched for. */
function conditionsOf({ status, prefix, search }: LinkFilter, mayBeDenied: boolean): string[] {
  return [
    ...(prefix !== undefined ? ['account_id = ?1'] : []),
    // Not LIKE, in which % and _ mean something, and whose patterns D1 limits.
    ...(search !== undefined ? ['(instr(code, ?5) > 0 OR instr(lower(url), ?5) > 0)'] : []),
    ...(status === 'active' ? [ALIVE] : []),
    ...(status === 'expired' && !mayBeDenied ? [`NOT ${ALIVE}`] : []),
  ];
}

/** Of a row at which a page may begin only its place is told: it may be another account's. */
const PLACE = LINK_COLUMNS.split(', ')
  .map((name) => (name === 'code' || name === 'created_at' ? name : 'NULL'))
  .join(', ');

/** `?6` is how many rows are wanted. Where they are not found, the first one that was not looked at follows, if there is one. */
function statementOf({ range, by }: Order, conditions: readonly string[]): string {
  const rows = (columns: string, limit: string) =>
    `SELECT ${columns} FROM links WHERE ${range} ORDER BY ${by} LIMIT ${limit}`;
  if (conditions.length === 0) return rows(LINK_COLUMNS, '?6');
  const looked = rows(LINK_COLUMNS, String(MAX_LOOKED_AT));
  const found = `SELECT *, 0 AS is_place FROM (${looked}) WHERE ${conditions.join(' AND ')} ORDER BY ${by} LIMIT ?6`;
  // One statement, so that both parts see the same rows. SQLite comes to the second only if the first leaves room.
  return `SELECT * FROM (${found}) UNION ALL SELECT *, 1 FROM (${rows(PLACE, `1 OFFSET ${MAX_LOOKED_AT}`)}) LIMIT ?6`;
}

type Row = LinkRow & { readonly is_place?: 0 | 1 };

/**
 * A page of an account's links, dead ones included: newest first, or in code order where a prefix is given. It may hold
 * fewer than `limit`, and yet not be the last.
 */
export async function listLinks(
  env: Env,
  accountId: string,
  filter: LinkFilter,
  { limit, from }: { readonly limit: number; readonly from: Position | null },
  { denylist, now }: { readonly denylist: Denylist; readonly now: number },
): Promise<LinkPage> {
  const { status, prefix, search = '' } = filter;
  const order = prefix === undefined ? byAge(from) : byCode(prefix, from);
  const mayBeDenied = status !== undefined && denylist.hosts.size > 0;
  const judged = mayBeDenied ? ROWS_TO_JUDGE : limit;
  const { results } = await databaseFor(env, prefix ?? '')
    .prepare(statementOf(order, conditionsOf(filter, mayBeDenied)))
    .bind(accountId, ...order.bounds, now, foldAscii(search), judged + 1)
    .all<Row>();

  const found = results.filter((row) => row.is_place !== 1).map(linkOf);
  const kept = found
    .slice(0, judged)
    .filter((link) => status === undefined || statusOf(link, denylist, now).status === status);
  const place = results.find((row) => row.is_place === 1);
  const next = kept[limit] ?? found[judged] ?? (place && { code: place.code, createdAt: place.created_at });
  return { links: kept.slice(0, limit), next: next ?? null };
}

/** As SQLite's `lower` does it: what is not ASCII stays. */
const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
