/** A page of the account's links, from the same list as GET /v2/links. */

import type { SQL } from 'drizzle-orm';
import { countSearch } from '#api/accounts/account-windows';
import {
  countOfLinks,
  type LinkCount,
  linkOfExternalId,
  linksOfRows,
  ownLinkOfCode,
  parseLinkCount,
} from '#api/links/few-links';
import type { DetailedLink } from '#api/links/link-details';
import { isSearch, type LinkFilter, type Listing } from '#api/links/link-list-filter';
import { isReadBackward, LinkListQuery, type ListPosition, readCursor, writeCursor } from '#api/links/link-list-query';
import { wholeAccount } from '#api/links/link-owner';
import { computeStatus } from '#api/links/link-record';
import { type Tag, tagsStatement } from '#api/links/tags';
import { oneTrip } from '#api/platform/one-trip';
import { pageOfLinks } from '#api/statistics/sorted-links';
import { readRecentClicks } from '#api/statistics/statistics-object';
import type { Denylist } from '#domain/denylist';
import { parseCode, parsePath } from '#domain/short-address';
import { getDenylist } from '#store/denylist';
import type { ConsoleContext } from '../context';
import { readClicksUnlessDown } from '../statistics/statistics-view';
import type { ShownLink } from './link-row';
import type { LinksQuery, PageStart } from './links-query';
import { EDITABLE } from './properties';

/** The rows of a page, and the compressed bytes that even a page with the longest titles and tags stays below. */
export const LINKS_PER_PAGE = 25;
export const MAX_PAGE_BYTES = 25_000;

type LinksPage = {
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

function findReach({ filter }: Listing, next: ListPosition | null): Reach | null {
  if (next === null) return null;
  if ('order' in next) return 'from' in next ? { count: next.from } : null;
  // The order by code goes through the links of all accounts, so the next one may be another account's.
  return filter.prefix === undefined ? { since: next.createdAt } : null;
}

/** The parameters of GET /v2/links, without the search. */
const listParameters = ({ tag, tags, status, sort }: LinksQuery) => ({
  sort,
  ...(status !== undefined && { status }),
  ...(tag.length > 0 && { tag, tags }),
});

/** The API's message about an invalid query; undefined for a valid one. */
export const checkQuery = (query: LinksQuery): string | undefined =>
  LinkListQuery.safeParse(listParameters(query)).error?.issues[0]?.message;

function makeListing(c: ConsoleContext, query: LinksQuery): Listing {
  const { sort, limit: _limit, cursor: _cursor, ...filter } = LinkListQuery.parse(listParameters(query));
  const sought = parseSearch(query.search, c.get('config').shortBaseUrl);
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
  const listing = makeListing(c, query);
  const { accountId } = listing.owner;
  const [from, denylist] = await Promise.all([
    start === undefined ? null : readCursor(start.cursor, peppers, listing),
    getDenylist(c.env, now),
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
  const named = filterExactLinks(others.slice(0, exact.length), query, { denylist, now });
  const isNamed = new Set(named.map(({ id }) => id));
  const above = previous === null ? named : [];
  const links = [...above, ...page.links.filter(({ id }) => !isNamed.has(id))];
  const [clicks, ...cursors] = await Promise.all([
    readClicksUnlessDown(
      c,
      readRecentClicks(
        c.env,
        accountId,
        links.map(({ id }) => id),
        now,
      ),
    ),
    ...[next, previous].map((one) => (one === null ? null : writeCursor(one, peppers, listing))),
  ]);
  const [nextCursor = null, previousCursor = null] = cursors;
  return {
    links: links.map((link) => ({
      link,
      status: computeStatus(link, denylist, now),
      clicks: clicks?.get(link.id) ?? null,
    })),
    exactCount: above.length,
    reach: isReadBackward(from) ? null : findReach(listing, next),
    nextCursor,
    previousCursor,
    isShortFirst: isReadBackward(from) && previous === null && page.links.length < LINKS_PER_PAGE,
    count: isCounted ? parseLinkCount(others.at(-1) ?? []) : null,
    tags: tags as Tag[],
  };
}

/**
 * The statements that read the link with the code or short address, and the one with the external id, of a search. Each
 * uses an index, so that a link is found however old it is.
 */
function exactStatements(accountId: string, search: string, shortBaseUrl: string): SQL[] {
  if (search === '') return [];
  const code = findExactCode(search, shortBaseUrl);
  return [...(code === null ? [] : [ownLinkOfCode(accountId, code)]), linkOfExternalId(accountId, search)];
}

type Context = { readonly denylist: Denylist; readonly now: number };

/**
 * Returns each link once, without those that the other filters of the query leave out.
 * @param rows of each statement
 */
function filterExactLinks(rows: readonly unknown[][], query: LinksQuery, context: Context): DetailedLink[] {
  const found = new Map(rows.flatMap(linksOfRows).map((link) => [link.id, link]));
  return [...found.values()].filter((link) => passes(link, query, context));
}

const passes = (link: DetailedLink, query: LinksQuery, { denylist, now }: Context): boolean =>
  (query.status === undefined || computeStatus(link, denylist, now).status === query.status) &&
  Object.values(EDITABLE).every(({ filter }) => filter?.passes(link, query) ?? true);

/**
 * The longest text that is searched within every field. A longer one is compared with the beginning of a field only.
 */
const MAX_ANYWHERE_BYTES = 48;
const SCHEME = /^https?:\/\//i;

type Sought = Pick<LinkFilter, 'prefix' | 'search' | 'destination'>;

/**
 * Returns the filter for a text. People paste short addresses and whole destinations: a short address finds its code, a
 * long address the destinations that begin with it, and any other text what contains it, or its beginning.
 */
export function parseSearch(text: string, shortBaseUrl: string): Sought {
  if (text === '') return {};
  const code = findCode(text, shortBaseUrl);
  if (code !== null) return { prefix: code };
  // Browsers show and copy the address of a host with a slash, which the destination may lack.
  const address = text.replace(/^(https?:\/\/[^/?#]+)\/$/i, '$1');
  if (new TextEncoder().encode(address).byteLength <= MAX_ANYWHERE_BYTES) return { search: address };
  return SCHEME.test(address) ? { destination: address } : { search: cutSearch(address) };
}

/**
 * Returns the code that a text is, or that a short address in it has; null if it is neither. Together with the id of
 * the caller, which may be any text, it names a link exactly.
 */
const findExactCode = (text: string, shortBaseUrl: string): string | null =>
  findCode(text, shortBaseUrl) ?? parseCode(text);

/** The code in a short address, with or without its scheme, read as a visit reads it; null for any other text. */
function findCode(text: string, shortBaseUrl: string): string | null {
  const base = `${shortBaseUrl.replace(SCHEME, '')}/`;
  const rest = text.replace(SCHEME, '');
  if (rest.slice(0, base.length).toLowerCase() !== base.toLowerCase()) return null;
  return parsePath(`/${rest.slice(base.length).replace(/[/?#].*$/, '')}`)?.code ?? null;
}

/** The longest beginning of a text that may be searched anywhere. No character is cut. */
function cutSearch(text: string): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_ANYWHERE_BYTES));
  return text.slice(0, read).trim();
}
