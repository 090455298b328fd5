/** A page of the account's links, from the same list as GET /v2/links. */
import { countSearch } from '#api/accounts/account-windows';
import { countOfLinks, type LinkCount, linkCountOf } from '#api/links/link-count';
import { cursorOf, isReadBackward, positionOf } from '#api/links/link-cursor';
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
import type { LinksQuery, PageStart } from './links-query';
import type { ShownLink } from './pages/link-row';
import { soughtBy } from './search-text';

const LINKS_PER_PAGE = 25;

export type LinksPage = {
  readonly links: readonly ShownLink[];
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
  /** Whether the page was read backward up to the beginning of the list, and has room for more links. */
  readonly isShortFirst: boolean;
  /** All links of the account. Null for a list that leaves links out. */
  readonly count: LinkCount | null;
  readonly tags: readonly Tag[];
};

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
 * @throws Refusal FIELD_INVALID for a cursor of another list, SEARCHES_EXCEEDED, CURSOR_EXPIRED, CLICK_QUERIES_DISABLED
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
  const trip = oneTrip(c.env.DB, [tagsStatement(c.env, accountId), ...(isCounted ? [countOfLinks(accountId)] : [])]);
  const range = { limit: LINKS_PER_PAGE, from };
  const { links, next, previous } = await pageOfLinks(c.env, listing, range, { denylist, now, readRows: trip.read });
  const [[tags = [], counted], clicks, ...cursors] = await Promise.all([
    trip.others(),
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
    nextCursor,
    previousCursor,
    isShortFirst: isReadBackward(from) && previous === null && links.length < LINKS_PER_PAGE,
    count: counted === undefined ? null : linkCountOf(counted),
    tags: tags as Tag[],
  };
}
