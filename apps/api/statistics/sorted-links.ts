/** Lists links by their clicks or last clicks, in the order of the account's statistics object (specification 8.3). */

import { sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { links } from '#api/database/schema';
import type { ListPosition, SortedPosition } from '#api/links/link-cursor';
import type { DetailedLink } from '#api/links/link-details';
import { type ListContext, listedLinks, listLinks } from '#api/links/link-list';
import type { Listing } from '#api/links/link-list-filter';
import { fromOldest, type Position, type RowKey } from '#api/links/link-list-order';
import type { Env } from '#api/platform/env';
import { Refusal } from '#domain/refusal';
import type { OrderPage, OrderStart, SortedBy, SortedLink } from '#redirect/click-order';
import { callNewStatistics } from './statistics-call';

/** How many links of an order one page reads at most. */
const MAX_LINKS = 400;

type Range<From> = { readonly limit: number; readonly from: From | null };
type Page = {
  readonly links: readonly DetailedLink[];
  readonly next: ListPosition | null;
  readonly previous: ListPosition | null;
};
type SortedListing = Listing & { readonly sort: SortedBy };

/**
 * Returns a page of a list in the order that it asks for.
 * @param from the position of a cursor of this list
 * @throws Refusal CURSOR_EXPIRED · CLICK_QUERIES_DISABLED @throws ObjectUnreachable
 */
export const pageOfLinks = (
  env: Env,
  listing: Listing,
  { limit, from }: Range<ListPosition>,
  context: ListContext,
): Promise<Page> =>
  listing.sort === undefined
    ? listLinks(env, listing, { limit, from: from as Position | null }, context)
    : sortedLinks(env, { ...listing, sort: listing.sort }, { limit, from: from as SortedPosition | null }, context);

async function sortedLinks(
  env: Env,
  listing: SortedListing,
  { limit, from }: Range<SortedPosition>,
  context: ListContext,
): Promise<Page> {
  const { owner, sort } = listing;
  if (from !== null && 'before' in from) return sortedLinksBefore(env, listing, { limit, ...from }, context);
  const [start, unread] = from !== null && 'order' in from ? [from, null] : [null, from?.unread ?? null];
  const page = await orderPage(env, owner.accountId, sort, start, MAX_LINKS);
  if (page.is === 'unknown') {
    const next = await learnCodes(env, owner.accountId, sort, page.linkIds, unread);
    return { links: [], next, previous: null };
  }
  const { order, links: listed } = page;
  const previous = page.from === 0 ? null : { order, before: page.from };
  const { links: found, next } = await listedLinks(env, listing, { limit, listed }, context);
  if (next === null && page.isLast) return { links: found, next: null, previous };
  const read = next === null ? listed.length : placeOf(next, listed);
  return { links: found, next: { order, from: page.from + read }, previous };
}

/** Returns the page before a place of a stored order. It reads the links against the order. */
async function sortedLinksBefore(
  env: Env,
  listing: SortedListing,
  { limit, order, before }: { readonly limit: number; readonly order: string; readonly before: number },
  context: ListContext,
): Promise<Page> {
  const first = Math.max(0, before - MAX_LINKS);
  const start = { order, from: first };
  const page = await orderPage(env, listing.owner.accountId, listing.sort, start, before - first);
  const listed = page.is === 'page' ? page.links.toReversed() : [];
  const { links: found, next } = await listedLinks(env, listing, { limit, listed }, context);
  const unread = next === null ? first : before - placeOf(next, listed);
  return {
    links: found.toReversed(),
    next: { order, from: before },
    previous: unread === 0 ? null : { order, before: unread },
  };
}

const placeOf = ({ code }: { readonly code: string }, listed: readonly SortedLink[]): number =>
  listed.findIndex((one) => one.code === code);

/** @throws Refusal CURSOR_EXPIRED · CLICK_QUERIES_DISABLED */
async function orderPage(
  env: Env,
  accountId: string,
  by: SortedBy,
  start: OrderStart | null,
  count: number,
): Promise<Exclude<OrderPage, { readonly is: 'expired' }>> {
  const page = await callNewStatistics(env, accountId, async (object) => await object.sorted(by, start, count));
  if (page === null) throw new Refusal('CLICK_QUERIES_DISABLED');
  if (page.is === 'expired') throw new Refusal('CURSOR_EXPIRED');
  return page;
}

/**
 * Sends codes of links to the object, which has only the ids of these links. One call reads a part of the account's
 * links.
 * @returns where the next page continues: at the links that are still unread or, after the last, with the order
 */
async function learnCodes(
  env: Env,
  accountId: string,
  by: SortedBy,
  linkIds: readonly string[],
  from: Position | null,
): Promise<SortedPosition> {
  const { source, range, by: order, mostRows } = fromOldest(accountId, from);
  const rows = await databaseOf(env.DB).all<SortedLink & RowKey>(sql`SELECT ${links.id} AS "linkId",
    ${links.code} AS code, ${links.createdAt} AS "createdAt" FROM ${source} WHERE ${range} ORDER BY ${order}
    LIMIT ${mostRows + 1}`);
  const unknown = new Set(linkIds);
  const known = rows.filter(({ linkId }) => unknown.has(linkId)).map(({ linkId, code }) => ({ linkId, code }));
  const next = rows[mostRows];
  await callNewStatistics(env, accountId, async (object) => await object.learnCodes(known, by, next === undefined));
  // After the last link the object has every code. The next request then ignores `unread`, and gets the first page.
  return { unread: next ?? FIRST };
}

const FIRST: Position = { createdAt: 0, code: '0' };
