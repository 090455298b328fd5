/** Lists links by their clicks or last clicks, in the order of the account's statistics object (specification 8.3). */

import type { DetailedLink } from '#api/links/link-details';
import { type Further, type ListContext, listedLinks, listLinks } from '#api/links/link-list';
import type { Listing } from '#api/links/link-list-filter';
import type { ListPosition, SortedPosition } from '#api/links/link-list-query';
import type { Position } from '#api/links/link-list-statement';
import type { Env } from '#api/platform/env';
import { Refusal } from '#domain/refusal';
import type { OrderPage, OrderStart, SortedBy, SortedLink } from '#redirect/statistics/click-order';
import { callStatistics } from './statistics-object';

/** How many links of an order one page reads at most. */
const MAX_LINKS = 400;

type Range<From> = { readonly limit: number; readonly from: From | null };
type Page = {
  readonly links: readonly DetailedLink[];
  readonly next: ListPosition | null;
  readonly previous: ListPosition | null;
  readonly further: Further;
};
type SortedListing = Listing & { readonly sort: SortedBy };

/**
 * Returns a page of a list in the order that it asks for.
 * @param from the position of a cursor of this list
 * @throws Refusal CURSOR_EXPIRED
 * @throws ObjectUnreachable
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
  const page = await orderPage(env, owner.accountId, sort, from, MAX_LINKS);
  const { order, links: listed } = page;
  const previous = page.from === 0 ? null : { order, before: page.from };
  const { links: found, next, ...counted } = await listedLinks(env, listing, { limit, listed }, context);
  const further = { ...counted.further, isMore: counted.further.isMore || !page.isLast };
  if (next === null && page.isLast) return { links: found, next: null, previous, further };
  const read = next === null ? listed.length : findPlace(next, listed);
  return { links: found, next: { order, from: page.from + read }, previous, further };
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
  const listed = page.links.toReversed();
  const { links: found, next, further } = await listedLinks(env, listing, { limit, listed }, context);
  const unread = next === null ? first : before - findPlace(next, listed);
  return {
    links: found.toReversed(),
    next: { order, from: before },
    previous: unread === 0 ? null : { order, before: unread },
    further,
  };
}

const findPlace = ({ code }: { readonly code: string }, listed: readonly SortedLink[]): number =>
  listed.findIndex((one) => one.code === code);

/** @throws Refusal CURSOR_EXPIRED @throws ObjectUnreachable */
async function orderPage(
  env: Env,
  accountId: string,
  by: SortedBy,
  start: OrderStart | null,
  count: number,
): Promise<OrderPage> {
  const page = await callStatistics(env, accountId, async (object) => await object.readSorted(by, start, count));
  if (page === null) throw new Refusal('CURSOR_EXPIRED');
  return page;
}
