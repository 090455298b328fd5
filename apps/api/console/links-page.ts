/** A page of the account's links, from the same list as GET /v2/links. */
import { countSearch } from '#api/accounts/account-windows';
import { cursorOf, positionOf } from '#api/links/link-cursor';
import { isSearch } from '#api/links/link-list-filter';
import { LinkListQuery } from '#api/links/link-list-query';
import { statusOf } from '#api/links/link-status';
import { clicksOfLinks } from '#api/statistics/clicks-of-links';
import { pageOfLinks } from '#api/statistics/sorted-links';
import type { Link } from '#domain/link';
import { currentDenylist } from '#store/denylist-copy';
import { logFault } from '#store/log-fault';
import type { ConsoleContext } from './context';
import type { ShownLink } from './pages/links';

const LINKS_PER_PAGE = 25;

export type LinkSearch = { readonly search: string; readonly cursor: string | undefined };
type LinksPage = { readonly links: readonly ShownLink[]; readonly nextCursor: string | null };

/** The API's message about an invalid search text; undefined for a valid one. */
export const searchErrorOf = (search: string): string | undefined =>
  LinkListQuery.shape.search.safeParse(search).error?.issues[0]?.message;

/**
 * Reads a page of links, newest first. A search counts in the account's window of searches.
 * @throws Refusal FIELD_INVALID for a cursor of another list · SEARCHES_EXCEEDED
 */
export async function readLinksPage(c: ConsoleContext, { search, cursor }: LinkSearch): Promise<LinksPage> {
  const now = c.get('now');
  const { peppers } = c.get('config');
  const filter = search === '' ? {} : { search };
  const listing = { accountId: c.get('account').id, filter };
  const [from, denylist] = await Promise.all([
    cursor === undefined ? null : positionOf(cursor, peppers, listing),
    currentDenylist(c.env, now),
  ]);
  if (isSearch(listing)) await countSearch(c.env, listing.accountId, now);
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
