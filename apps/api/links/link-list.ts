/**
 * Lists an account's links, a page at a time. A page begins at the key of a row, not after a number of rows, so that no
 * link is skipped or repeated while others are made and deleted.
 */
import type { SQL } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import type { Env } from '#api/platform/env';
import type { Denylist } from '#domain/denylist';
import type { Link } from '#domain/link';
import { type LinkRow, linkOf } from '#store/link-row';
import {
  boundedPage,
  byAge,
  byCode,
  conditionOf,
  fromOldest,
  type LinkFilter,
  type Position,
  plainPage,
} from './link-list-statement';
import { statusOf } from './link-status';

export type LinkPage = {
  readonly links: readonly Link[];
  /** Null after the last page. */
  readonly next: Position | null;
};

/**
 * Rows read at once by an export, and by a list from which the denylist may remove some: D1 does not know the host of an
 * address.
 */
const ROWS_AT_ONCE = 250;

/** Whether a list is a search, which may look at many more rows than it shows (specification 8.3). */
export const isSearch = (filter: LinkFilter): boolean => Object.values(filter).some((value) => value !== undefined);

/**
 * Returns a page of an account's links, expired ones included: newest first, or in code order with a prefix. It may have
 * fewer than `limit` links and not be the last.
 */
export async function listLinks(
  env: Env,
  accountId: string,
  filter: LinkFilter,
  { limit, from }: { readonly limit: number; readonly from: Position | null },
  { denylist, now }: { readonly denylist: Denylist; readonly now: number },
): Promise<LinkPage> {
  const { status, prefix } = filter;
  const order = prefix === undefined ? byAge(accountId, from) : byCode(prefix, from);
  const mayBeDenied = status !== undefined && denylist.hosts.size > 0;
  const wanted = mayBeDenied ? ROWS_AT_ONCE : limit;
  const statement = isSearch(filter)
    ? boundedPage(order, accountId, conditionOf(filter, accountId, mayBeDenied, now), wanted + 1)
    : plainPage(order, wanted + 1);
  const found = await read(env, statement, wanted);
  const kept = found.links.filter((link) => status === undefined || statusOf(link, denylist, now).status === status);
  return { links: kept.slice(0, limit), next: kept[limit] ?? found.next };
}

/** Returns the next page of all links of an account, oldest first, for an export. */
export async function nextLinks(env: Env, accountId: string, from: Position | null): Promise<LinkPage> {
  const isOwn = conditionOf({}, accountId, false, 0);
  return read(env, boundedPage(fromOldest(accountId, from), accountId, isOwn, ROWS_AT_ONCE + 1), ROWS_AT_ONCE);
}

type Row = LinkRow & { readonly is_place?: 0 | 1 };

/** Reads a page by a statement that selects one row more than `wanted`, at which the next page begins. */
async function read(env: Env, statement: SQL, wanted: number): Promise<LinkPage> {
  const rows = await databaseOf(env.DB).all<Row>(statement);
  const end = rows.findIndex((row, index) => index === wanted || row.is_place === 1);
  const next = rows[end];
  return {
    links: rows.slice(0, end === -1 ? undefined : end).map(linkOf),
    next: next === undefined ? null : { code: next.code, createdAt: next.created_at },
  };
}
