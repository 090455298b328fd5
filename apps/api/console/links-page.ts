/** A page of the account's links, from the same list as GET /v2/links. */
import { countSearch } from '#api/accounts/account-windows';
import { cursorOf, positionOf } from '#api/links/link-cursor';
import { isSearch } from '#api/links/link-list-filter';
import { LinkListQuery } from '#api/links/link-list-query';
import { wholeAccount } from '#api/links/link-owner';
import { statusOf } from '#api/links/link-status';
import { clicksOfLinks } from '#api/statistics/clicks-of-links';
import { pageOfLinks } from '#api/statistics/sorted-links';
import type { Link } from '#domain/link';
import { currentDenylist } from '#store/denylist-copy';
import { logFault } from '#store/log-fault';
import type { ConsoleContext } from './context';
import type { LinksQuery } from './links-query';
import type { ShownLink } from './pages/link-row';

const LINKS_PER_PAGE = 25;

type LinksPage = { readonly links: readonly ShownLink[]; readonly nextCursor: string | null };

/** The parameters of GET /v2/links. */
const parametersOf = ({ search, tag, tags, status, sort }: LinksQuery) => ({
  sort,
  ...(search !== '' && { search }),
  ...(status !== undefined && { status }),
  ...(tag.length > 0 && { tag, tags }),
});

/** The API's message about an invalid query; undefined for a valid one. */
export const queryErrorOf = (query: LinksQuery): string | undefined =>
  LinkListQuery.safeParse(parametersOf(query)).error?.issues[0]?.message;

/**
 * Reads a page of links. A search counts in the account's window of searches.
 * @param query a valid query
 * @throws Refusal FIELD_INVALID for a cursor of another list, SEARCHES_EXCEEDED, CURSOR_EXPIRED, CLICK_QUERIES_DISABLED
 */
export async function readLinksPage(
  c: ConsoleContext,
  query: LinksQuery,
  cursor: string | undefined,
): Promise<LinksPage> {
  const now = c.get('now');
  const { peppers } = c.get('config');
  const { sort, limit: _limit, cursor: _cursor, ...filter } = LinkListQuery.parse(parametersOf(query));
  const listing = { owner: wholeAccount(c.get('account').id), filter, sort };
  const [from, denylist] = await Promise.all([
    cursor === undefined ? null : positionOf(cursor, peppers, listing),
    currentDenylist(c.env, now),
  ]);
  if (isSearch(listing)) await countSearch(c.env, listing.owner.accountId, now);
  const range = { limit: LINKS_PER_PAGE, from };
  const { links, next } = await pageOfLinks(c.env, listing, range, { denylist, now });
  const clicks = await clicksOf(c, links);
  return {
    links: links.map((link) => ({
      link,
      status: statusOf(link, denylist, now),
      clicks: clicks && (clicks.get(link.id)?.clicks ?? 0),
    })),
    nextCursor: next === null ? null : await cursorOf(next, peppers, listing),
  };
}

/**
 * Returns the clicks of a page's links, in one call. Where the statistics do not respond, the fault is logged, and the
 * page shows no clicks.
 */
async function clicksOf(c: ConsoleContext, links: readonly Link[]): ReturnType<typeof clicksOfLinks> {
  const { id: accountId } = c.get('account');
  const ids = links.map(({ id }) => id);
  return clicksOfLinks(c.env, accountId, ids).catch((error) => {
    logFault(error, { doing: 'read clicks', account: accountId });
    return null;
  });
}
