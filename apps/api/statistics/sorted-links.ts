/** Lists links by their clicks or last clicks, in the order of the account's statistics object (specification 8.3). */

import { sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { links } from '#api/database/schema';
import type { ListPosition, SortedPosition } from '#api/links/link-cursor';
import type { DetailedLink } from '#api/links/link-details';
import { type ListContext, listedLinks, listLinks } from '#api/links/link-list';
import type { Listing } from '#api/links/link-list-filter';
import { fromOldest, type Position } from '#api/links/link-list-order';
import type { Env } from '#api/platform/env';
import { Refusal } from '#domain/refusal';
import type { OrderPage, OrderStart, SortedBy, SortedLink } from '#redirect/click-order';
import { callNewStatistics } from './statistics-call';

/** How many links of an order one page reads at most. */
const MAX_LINKS = 400;

type Range<From> = { readonly limit: number; readonly from: From | null };
type Page = { readonly links: readonly DetailedLink[]; readonly next: ListPosition | null };

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
  listing: Listing & { readonly sort: SortedBy },
  { limit, from }: Range<SortedPosition>,
  context: ListContext,
): Promise<Page> {
  const { owner, sort } = listing;
  const [start, unread] = from !== null && 'order' in from ? [from, null] : [null, from?.unread ?? null];
  const page = await orderPage(env, owner.accountId, sort, start);
  if (page.is === 'expired') throw new Refusal('CURSOR_EXPIRED');
  if (page.is === 'unknown')
    return { links: [], next: await learnCodes(env, owner.accountId, sort, page.linkIds, unread) };
  const listed = page.links;
  const { links: found, next } = await listedLinks(env, listing, { limit, listed }, context);
  if (next === null && page.isLast) return { links: found, next: null };
  const read = next === null ? listed.length : listed.findIndex(({ code }) => code === next.code);
  return { links: found, next: { order: page.order, from: page.from + read } };
}

async function orderPage(env: Env, accountId: string, by: SortedBy, start: OrderStart | null): Promise<OrderPage> {
  const page = await callNewStatistics(env, accountId, async (object) => await object.sorted(by, start, MAX_LINKS));
  if (page === null) throw new Refusal('CLICK_QUERIES_DISABLED');
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
  const rows = await databaseOf(env.DB).all<SortedLink & Position>(sql`SELECT ${links.id} AS "linkId",
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
