/** A page of the account's links, from the same list as GET /v2/links. */
import { countSearch } from '#api/accounts/account-windows';
import { countOfLinks, type LinkCount, linkCountOf } from '#api/links/link-count';
import { cursorOf, isReadBackward, type ListPosition, positionOf } from '#api/links/link-cursor';
import { isSearch, type Listing } from '#api/links/link-list-filter';
import { LinkListQuery } from '#api/links/link-list-query';
import { wholeAccount } from '#api/links/link-owner';
import { statusOf } from '#api/links/link-status';
import { tagsStatement } from '#api/links/tag-list';
import type { Tag } from '#api/links/tags';
import { oneTrip } from '#api/platform/one-trip';
import { recentClicksOf } from '#api/statistics/recent-clicks';
import { pageOfLinks } from '#api/statistics/sorted-links';
import { currentDenylist } from '#store/denylist-copy';
import { clicksUnlessDown } from './clicks-unless-down';
import type { ConsoleContext } from './context';
import { exactLinksOf, exactStatements } from './exact-links';
import type { LinksQuery, PageStart } from './links-query';
import type { ShownLink } from './pages/link-row';
import { soughtBy } from './search-text';

const LINKS_PER_PAGE = 25;

export type LinksPage = {
  /** The links that the search names exactly stand above the others, on the first page. */
  readonly links: readonly ShownLink[];
  /** How many of them the search names exactly. */
  readonly exactCount: number;
  /** How far the list has been read, if it goes on; null where that cannot be said. */
  readonly reach: Reach | null;
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
  /** Whether the page was read backward up to the beginning of the list, and has room for more links. */
  readonly isShortFirst: boolean;
  /** All links of the account. Null for a list that leaves links out. */
  readonly count: LinkCount | null;
  readonly tags: readonly Tag[];
};

/** The time of creation, epoch milliseconds, back to which links were read; or the number of links that were read. */
export type Reach = { readonly since: number } | { readonly count: number };

function reachOf({ filter }: Listing, next: ListPosition | null): Reach | null {
  if (next === null) return null;
  if ('order' in next) return 'from' in next ? { count: next.from } : null;
  // The order of codes goes through those of all accounts, so the next one may be another's.
  return filter.prefix === undefined ? { since: next.createdAt } : null;
}

/** The parameters of GET /v2/links, without the search. */
const parametersOf = ({ tag, tags, status, sort }: LinksQuery) => ({
  sort,
  ...(status !== undefined && { status }),
  ...(tag.length > 0 && { tag, tags }),
});

/** The API's message about an invalid query; undefined for a valid one. */
export const queryErrorOf = (query: LinksQuery): string | undefined =>
  LinkListQuery.safeParse(parametersOf(query)).error?.issues[0]?.message;

function listingOf(c: ConsoleContext, query: LinksQuery): Listing {
  const { sort, limit: _limit, cursor: _cursor, ...filter } = LinkListQuery.parse(parametersOf(query));
  const sought = soughtBy(query.search, c.get('config').shortBaseUrl);
  const narrowed = { ...filter, ...sought, ...(query.isProtected && { isProtected: true }) };
  return { owner: wholeAccount(c.get('account').id), filter: narrowed, sort };
}

/**
 * Reads a page of links, with the tags of the account. A search counts in the account's window of searches.
 * @param query a valid query
 * @throws Refusal FIELD_INVALID for a cursor of another list, SEARCHES_EXCEEDED, CURSOR_EXPIRED
 */
export async function readLinksPage(
  c: ConsoleContext,
  query: LinksQuery,
  start: PageStart | undefined,
): Promise<LinksPage> {
  const now = c.get('now');
  const { peppers } = c.get('config');
  const listing = listingOf(c, query);
  const { accountId } = listing.owner;
  const [from, denylist] = await Promise.all([
    start === undefined ? null : positionOf(start.cursor, peppers, listing),
    currentDenylist(c.env, now),
  ]);
  const isCounted = !isSearch(listing);
  if (!isCounted) await countSearch(c.env, accountId, now);
  const exact = exactStatements(accountId, query.search, c.get('config').shortBaseUrl);
  const counts = isCounted ? [countOfLinks(accountId)] : [];
  const trip = oneTrip(c.env.DB, [tagsStatement(c.env, accountId), ...exact, ...counts]);
  const range = { limit: LINKS_PER_PAGE, from };
  const page = await pageOfLinks(c.env, listing, range, { denylist, now, readRows: trip.read });
  const { next, previous } = page;
  const [tags = [], ...others] = await trip.others();
  const named = exactLinksOf(others.slice(0, exact.length), query, { denylist, now });
  const isNamed = new Set(named.map(({ id }) => id));
  const above = previous === null ? named : [];
  const links = [...above, ...page.links.filter(({ id }) => !isNamed.has(id))];
  const [clicks, ...cursors] = await Promise.all([
    clicksUnlessDown(
      c,
      recentClicksOf(
        c.env,
        accountId,
        links.map(({ id }) => id),
        now,
      ),
    ),
    ...[next, previous].map((one) => (one === null ? null : cursorOf(one, peppers, listing))),
  ]);
  const [nextCursor = null, previousCursor = null] = cursors;
  return {
    links: links.map((link) => ({
      link,
      status: statusOf(link, denylist, now),
      clicks: clicks?.get(link.id) ?? null,
    })),
    exactCount: above.length,
    reach: isReadBackward(from) ? null : reachOf(listing, next),
    nextCursor,
    previousCursor,
    isShortFirst: isReadBackward(from) && previous === null && page.links.length < LINKS_PER_PAGE,
    count: isCounted ? linkCountOf(others.at(-1) ?? []) : null,
    tags: tags as Tag[],
  };
}
