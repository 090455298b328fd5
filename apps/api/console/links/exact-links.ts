/** The links that a search names exactly, which are found however old they are. */
import type { SQL } from 'drizzle-orm';
import { linkOfExternalId, linksOfRows, ownLinkOfCode } from '#api/links/few-links';
import type { DetailedLink } from '#api/links/link-details';
import type { LinkFilter, Listing } from '#api/links/link-list-filter';
import { computeStatus } from '#api/links/link-record';
import { oneTrip } from '#api/platform/one-trip';
import { type Denylist, deniesHost, EMPTY_DENYLIST, parseHost } from '#domain/denylist';
import { getDenylist } from '#store/denylist';
import { toLocation } from '#store/link-row';
import type { ConsoleContext } from '../context';
import type { LinksQuery } from './links-query';
import { EDITABLE } from './properties';
import { findExactCode } from './search-text';

/** Returns the links that the search of a query names exactly: by code, short address or `externalId`. */
export async function findNamed(c: ConsoleContext, query: LinksQuery, listing: Listing): Promise<DetailedLink[]> {
  const exact = exactStatements(c, query.search);
  if (exact.length === 0) return [];
  const now = c.get('now');
  const [rows, denylist] = await Promise.all([oneTrip(c.env.DB, exact).others(), getDenylist(c.env, now)]);
  return filterExactLinks(rows, query, listing, { denylist, now });
}

/**
 * The statements that read the link with the code or short address, and the one with the external id, of a search. Each
 * uses an index, so that a link is found however old it is.
 */
export function exactStatements(c: ConsoleContext, search: string): SQL[] {
  if (search === '') return [];
  const { id: accountId } = c.get('account');
  const code = findExactCode(search, c.get('config').shortBaseUrl);
  return [...(code === null ? [] : [ownLinkOfCode(accountId, code)]), linkOfExternalId(accountId, search)];
}

export type ListContext = { readonly denylist: Denylist; readonly now: number };

/**
 * Returns each link once, without those that the other filters of the query leave out.
 * @param rows of each statement
 */
export function filterExactLinks(
  rows: readonly unknown[][],
  query: LinksQuery,
  { filter }: Listing,
  context: ListContext,
): DetailedLink[] {
  const found = new Map(rows.flatMap(linksOfRows).map((link) => [link.id, link]));
  return [...found.values()].filter(
    (link) =>
      passes(link, filter, context) && Object.values(EDITABLE).every((one) => one.filter?.passes(link, query) ?? true),
  );
}

/** Whether a link passes the filters that are no properties with a declaration. */
function passes(link: DetailedLink, filter: LinkFilter, { denylist, now }: ListContext): boolean {
  const { status, isDeleted, host, createdFrom = -Infinity, createdTo = Infinity } = filter;
  return (
    (status === undefined || computeStatus(link, denylist, now).status === status) &&
    (isDeleted === undefined || (link.gone === 'DELETED') === isDeleted) &&
    (host === undefined || deniesHost({ ...EMPTY_DENYLIST, hosts: new Set(host) }, parseHost(toLocation(link.url)))) &&
    createdFrom <= link.createdAt &&
    link.createdAt <= createdTo
  );
}
