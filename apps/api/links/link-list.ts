/**
 * Lists an account's links in pages. A page begins at the key of a row, not after a number of rows, so that creations
 * and deletions make no page skip or repeat a link.
 */
import type { SQL } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import type { Env } from '#api/platform/env';
import type { Denylist } from '#domain/denylist';
import { type DetailedLink, type DetailedRow, detailedLinkOf } from './link-details';
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
  readonly links: readonly DetailedLink[];
  /** The position of the next page; null on the last page. */
  readonly next: Position | null;
};

/**
 * The rows that one statement reads for an export, or for a list from which the denylist may remove links afterwards.
 * D1 cannot apply the denylist, because it does not know the host of a destination.
 */
const ROWS_AT_ONCE = 250;

/** Whether a list is a search. A search may read many more rows than it returns (specification 8.3). */
export const isSearch = (filter: LinkFilter): boolean => Object.values(filter).some((value) => value !== undefined);

/**
 * Returns a page of an account's active and expired links: newest first, or with a prefix in the order of their codes.
 * A page with fewer than `limit` links need not be the last.
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
  const rowCount = mayBeDenied ? ROWS_AT_ONCE : limit;
  const statement = isSearch(filter)
    ? boundedPage(order, accountId, conditionOf(filter, accountId, mayBeDenied, now), rowCount + 1)
    : plainPage(order, rowCount + 1);
  const found = await read(env, statement, rowCount);
  const matching = found.links.filter(
    (link) => status === undefined || statusOf(link, denylist, now).status === status,
  );
  return { links: matching.slice(0, limit), next: matching[limit] ?? found.next };
}

/** Returns the next page of all links of an account, oldest first, for an export. */
export async function nextLinks(env: Env, accountId: string, from: Position | null): Promise<LinkPage> {
  const isOwn = conditionOf({}, accountId, false, 0);
  return read(env, boundedPage(fromOldest(accountId, from), accountId, isOwn, ROWS_AT_ONCE + 1), ROWS_AT_ONCE);
}

type Row = DetailedRow & { readonly is_position?: 0 | 1 };

/** Reads a page of `rowCount` rows. The statement selects one more row, at which the next page begins. */
async function read(env: Env, statement: SQL, rowCount: number): Promise<LinkPage> {
  const rows = await databaseOf(env.DB).all<Row>(statement);
  const end = rows.findIndex((row, index) => index === rowCount || row.is_position === 1);
  const next = rows[end];
  return {
    links: rows.slice(0, end === -1 ? undefined : end).map(detailedLinkOf),
    next: next === undefined ? null : { code: next.code, createdAt: next.created_at },
  };
}
