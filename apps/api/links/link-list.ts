/**
 * Listing an account's links, a page at a time. A page begins at a row's key, never after so many rows, so that nothing is
 * skipped or repeated while links come and go.
 */
import type { Env } from '#api/platform/env';
import type { Denylist } from '#domain/denylist';
import type { Link } from '#domain/link';
import { databaseFor } from '#store/database';
import { type LinkRow, linkOf } from '#store/link-row';
import {
  boundedPage,
  byAge,
  byCode,
  conditionsOf,
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
 * So many are read where the denylist may take some away again, because D1 does not know what host an address leads to;
 * and where all are wanted.
 */
const ROWS_AT_ONCE = 250;

/** Whether a list is a search: it may look at many more rows than it shows. */
export const isSearch = (filter: LinkFilter): boolean => Object.values(filter).some((value) => value !== undefined);

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
  const wanted = mayBeDenied ? ROWS_AT_ONCE : limit;
  const statement = isSearch(filter) ? boundedPage(order, conditionsOf(filter, mayBeDenied)) : plainPage(order);
  const values = [accountId, ...order.bounds, now, foldAscii(search)];
  const found = await read(env, prefix ?? '', { statement, values, wanted });
  const kept = found.links.filter((link) => status === undefined || statusOf(link, denylist, now).status === status);
  return { links: kept.slice(0, limit), next: kept[limit] ?? found.next };
}

/** As many of an account's links as may be read at once, oldest first. */
export async function nextLinks(env: Env, accountId: string, from: Position | null): Promise<LinkPage> {
  const order = fromOldest(from);
  const statement = boundedPage(order, conditionsOf({}, false));
  return read(env, '', { statement, values: [accountId, ...order.bounds, null, null], wanted: ROWS_AT_ONCE });
}

type Asked = { readonly statement: string; readonly values: readonly unknown[]; readonly wanted: number };
type Row = LinkRow & { readonly is_place?: 0 | 1 };

async function read(env: Env, code: string, { statement, values, wanted }: Asked): Promise<LinkPage> {
  const { results } = await databaseFor(env, code)
    .prepare(statement)
    .bind(...values, wanted + 1)
    .all<Row>();
  const end = results.findIndex((row, index) => index === wanted || row.is_place === 1);
  const next = results[end];
  return {
    links: results.slice(0, end === -1 ? undefined : end).map(linkOf),
    next: next === undefined ? null : { code: next.code, createdAt: next.created_at },
  };
}

/** As SQLite's `lower` does it: what is not ASCII stays. */
const foldAscii = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
