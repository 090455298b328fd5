/** A page of the account's links, from the same list as GET /v2/links. */
import { countSearch } from '#api/accounts/account-windows';
import { MAX_BULK } from '#api/links/bulk-body';
import {
  countOfLinks,
  countOfReach,
  type LinkCount,
  linksOfRows,
  ownLinksOfCodes,
  parseLinkCount,
  parseReach,
} from '#api/links/few-links';
import type { DetailedLink } from '#api/links/link-details';
import type { Further } from '#api/links/link-list';
import type { Listing } from '#api/links/link-list-filter';
import { isReadBackward, type ListPosition, readCursor, turnBack, writeCursor } from '#api/links/link-list-query';
import { computeStatus } from '#api/links/link-record';
import { type Tag, tagsStatement } from '#api/links/tags';
import { oneTrip, type ReadRows } from '#api/platform/one-trip';
import { pageOfLinks } from '#api/statistics/sorted-links';
import { readRecentClicks } from '#api/statistics/statistics-object';
import { Refusal } from '#domain/refusal';
import { getDenylist } from '#store/denylist';
import { type ConsoleContext, readCookie, writeCookie } from '../context';
import { readClicksUnlessDown } from '../statistics/statistics-view';
import { YEAR_SECONDS } from '../words';
import { exactStatements, filterExactLinks, type ListContext } from './exact-links';
import type { ShownLink } from './link-row';
import { makeListing } from './links-listing';
import { isFiltered, type LinksPlace, type PageStart, ROWS, type SearchedPart } from './links-query';

const ROWS_COOKIE = { name: 'console-rows' };

/**
 * How many rows a page has: what the address says, which a cookie then keeps, or what the cookie says. A page whose links
 * are selected has as many as a change takes.
 */
export function readRowCount(c: ConsoleContext): number {
  if (c.req.query('select') === 'all') return MAX_BULK;
  const find = (text: string | undefined) => ROWS.find((rows) => String(rows) === text);
  const named = find(c.req.query('rows'));
  if (named !== undefined) writeCookie(c, String(named), ROWS_COOKIE, YEAR_SECONDS);
  return named ?? find(readCookie(c, ROWS_COOKIE)) ?? ROWS[0];
}

/** The compressed bytes that even a page of 25 links with the longest titles and tags stays below. */
export const MAX_PAGE_BYTES = 25_000;

/** How many statements a page has at most that search for its links. Each reads as much as a page of the API. */
const STATEMENTS = 5;

type LinksPage = {
  /** The links that the search names exactly stand above the others, on the first page. */
  readonly links: readonly ShownLink[];
  /** All links of the list as far as they are known, with those of the pages before; null where that cannot be said. */
  readonly count: LinkCount | null;
  /** Where the search goes on that has not filled the page, with what it has found; null for a page that is done. */
  readonly unfinished: (SearchedPart & { readonly reach: Reach | null }) | null;
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
  /** Whether the page was read backward up to the beginning of the list, and has room for more links. */
  readonly isShortFirst: boolean;
  readonly tags: readonly Tag[];
};

/** How many of the newest links were searched, and all; or how many links of an order were. */
export type Reach = { readonly before: number; readonly all: LinkCount } | { readonly count: number };

/**
 * Reads a page of links, with the tags of the account. A search counts in the account's window of searches.
 * @param place with a valid query
 * @throws Refusal FIELD_INVALID for a cursor of another list, SEARCHES_EXCEEDED, CURSOR_EXPIRED
 */
export async function readLinksPage(c: ConsoleContext, { query, start, searched }: LinksPlace): Promise<LinksPage> {
  const now = c.get('now');
  const { peppers } = c.get('config');
  const listing = makeListing(c, query);
  const { accountId } = listing.owner;
  const read = (cursor: string | undefined) => (cursor === undefined ? null : readCursor(cursor, peppers, listing));
  const [first, on, denylist] = await Promise.all([
    read(start?.cursor),
    read(searched?.cursor),
    getDenylist(c.env, now),
  ]);
  const isSought = isFiltered(query);
  if (isSought) await countSearch(c.env, accountId, now);
  const exact = exactStatements(c, query.search);
  const hasDeleted = query.status === 'all' || query.status === 'deleted';
  const codes = searched?.codes ?? [];
  const trip = oneTrip(c.env.DB, [
    tagsStatement(c.env, accountId),
    isSought ? ownLinksOfCodes(accountId, codes) : countOfLinks(accountId, { hasDeleted }),
    ...exact,
  ]);
  const size = readRowCount(c);
  const part = await readPart(c, listing, {
    from: on ?? first,
    limit: size - codes.length,
    isSought,
    context: { denylist, now },
    readRows: trip.read,
  });
  const [tags = [], counted = [], ...others] = await trip.others();
  const named = filterExactLinks(others, query, listing, { denylist, now });
  const isNamed = new Set(named.map(({ code }) => code));
  const former = isSought ? linksOfRows(counted) : [];
  const before = former.sort((a, b) => codes.indexOf(a.code) - codes.indexOf(b.code));
  const isBackward = isReadBackward(first);
  const found = (isBackward ? [...part.links, ...before] : [...before, ...part.links]).filter(
    ({ code }) => !isNamed.has(code),
  );
  const links = [...(first === null ? named : []), ...putFirst(found, query.search)];
  const isFull = part.onward === null || part.links.length + before.length >= size;
  const [onward, back] = [isFull ? part.onward : null, first === null ? null : turnBack(first)];
  const [next, previous] = isBackward ? [back, onward] : [onward, back];
  const write = (one: ListPosition | null) => (one === null ? null : writeCursor(one, peppers, listing));
  const [clicks, nextCursor, previousCursor, goesOnAt, reach] = await Promise.all([
    readClicksUnlessDown(
      c,
      readRecentClicks(
        c.env,
        accountId,
        links.map(({ id }) => id),
        now,
      ),
    ),
    write(next),
    write(previous),
    write(isFull ? null : part.onward),
    isFull || isBackward ? null : readReach(c, listing, part.onward, hasDeleted),
  ]);
  const after = part.further.codes.filter((code) => !isNamed.has(code)).length;
  const shown = { count: links.length + after, isMore: isFull && part.further.isMore };
  return {
    links: links.map((link) => ({
      link,
      status: computeStatus(link, denylist, now),
      clicks: clicks?.get(link.id) ?? null,
    })),
    count: isSought ? addBefore(start, shown) : parseLinkCount(counted),
    unfinished: goesOnAt === null ? null : { cursor: goesOnAt, codes: found.map(({ code }) => code), reach },
    nextCursor,
    previousCursor,
    isShortFirst: isBackward && part.onward === null && found.length < size,
    tags: tags as Tag[],
  };
}

/** Adds the links of the pages before. A page that was read backward knows only what the page after it has found. */
function addBefore(start: PageStart | undefined, { count, isMore }: LinkCount): LinkCount | null {
  if (start?.of !== undefined) return { count: start.of, isMore: false };
  const first = start === undefined ? 1 : start.from;
  return first === undefined ? null : { count: first - 1 + count, isMore };
}

type PartOptions = {
  readonly from: ListPosition | null;
  readonly limit: number;
  /** Whether the list leaves links out, so that what is found is counted, and every statement is a search. */
  readonly isSought: boolean;
  readonly context: ListContext;
  readonly readRows: ReadRows;
};

type Part = {
  readonly links: readonly DetailedLink[];
  /** The position at which the list goes on in the direction of the page; null at its end. */
  readonly onward: ListPosition | null;
  readonly further: Further;
};

/** Reads the links of a list from a position on, until they are as many as asked for, or the statements are used up. */
async function readPart(
  c: ConsoleContext,
  listing: Listing,
  { from, limit, isSought, context, readRows }: PartOptions,
): Promise<Part> {
  const isBackward = isReadBackward(from);
  let part: Part = { links: [], onward: from, further: { codes: [], isMore: true } };
  for (let n = 0; n < STATEMENTS && part.links.length < limit; n++) {
    if (n > 0 && !(await mayGoOn(c, listing))) break;
    const range = { limit: limit - part.links.length, from: part.onward };
    const page = await pageOfLinks(c.env, listing, range, {
      ...context,
      isCounted: isSought,
      readRows: n === 0 ? readRows : undefined,
    });
    const onward = isBackward ? page.previous : page.next;
    const links = isBackward ? [...page.links, ...part.links] : [...part.links, ...page.links];
    part = { links, onward, further: page.further };
    if (onward === null) break;
  }
  return part;
}

/** Counts a further search. Without room for it the page shows what it has, and goes on with the next request. */
const mayGoOn = (c: ConsoleContext, { owner }: Listing): Promise<boolean> =>
  countSearch(c.env, owner.accountId, c.get('now')).then(
    () => true,
    (error) => {
      if (error instanceof Refusal) return false;
      throw error;
    },
  );

/** How far a search has come. Null in the order of codes, which goes through the links of all accounts. */
async function readReach(
  c: ConsoleContext,
  { owner, filter }: Listing,
  next: ListPosition | null,
  hasDeleted: boolean,
): Promise<Reach | null> {
  if (next === null) return null;
  if ('order' in next) return 'from' in next ? { count: next.from } : null;
  if (filter.prefix !== undefined) return null;
  const [rows = []] = await oneTrip(c.env.DB, [countOfReach(owner.accountId, next, { hasDeleted })]).others();
  return parseReach(rows);
}

/** Puts the links first whose destination is the sought text. */
const putFirst = (links: readonly DetailedLink[], search: string): DetailedLink[] => {
  const isSame = ({ url }: DetailedLink) => Number(url === search || url === `${search}/`);
  return links.toSorted((a, b) => isSame(b) - isSame(a));
};
