/**
 * Lists the links of an account, or those that the operator looks for (specification 13.5), in pages. A page begins at
 * the key of a row, so that creations and deletions make no page skip or repeat a link.
 */
import { eq, type SQL } from 'drizzle-orm';
import { openDatabase, openPrimary } from '#api/database/database';
import { keys, links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { ReadRows } from '#api/platform/one-trip';
import { type Denylist, deniesHost, EMPTY_DENYLIST, parseHost } from '#domain/denylist';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { parseCode } from '#domain/short-address';
import { toLocation } from '#store/link-row';
import { DETAILED_FIELDS, type DetailedLink, type DetailedRow, detailedLink, parseDetailedRow } from './link-details';
import { idsOfKeys, isSearch, type Listing, makeCondition, orderOfTags, type TagOrder } from './link-list-filter';
import {
  boundedPage,
  byAge,
  byCode,
  byExternalId,
  byList,
  fromOldest,
  isBackward,
  type ListedLink,
  type Order,
  onwardFrom,
  type Position,
  plainPage,
  type RowKey,
  reversePosition,
} from './link-list-statement';
import { type LinkOwner, wholeAccount } from './link-owner';
import { computeStatus } from './link-record';

type PageOf<One> = {
  readonly links: readonly One[];
  /** The row at which the next page begins, in the direction of this one; null on the last page. */
  readonly next: RowKey | null;
  readonly further: Further;
};
type LinkPage = PageOf<DetailedLink>;

/** What a page that counts has found besides its links. */
export type Further = {
  /** The codes of the matching links after the page, among the rows that it has read. */
  readonly codes: readonly string[];
  /** Whether the list goes on after these rows. */
  readonly isMore: boolean;
};

/** A page in the order of its list. */
type PlacedPage = {
  readonly links: readonly DetailedLink[];
  /** The positions of the pages after and before this one; null if there is none. */
  readonly next: Position | null;
  readonly previous: Position | null;
  readonly further: Further;
};

/** A link with the id of the key that has made it, or null (specification 12.9). */
export type MadeLink = DetailedLink & { readonly madeBy: string | null };
export type MadePage = PageOf<MadeLink>;

export type ListContext = {
  readonly denylist: Denylist;
  readonly now: number;
  /** Reads the rows of the page beside other statements; undefined: in a round trip of their own. */
  readonly readRows?: ReadRows | undefined;
  /** Whether a search also finds what `Further` has. It then reads as many rows as it may. */
  readonly isCounted?: boolean;
};

/**
 * The rows that one statement reads for an export, or for a list from which the denylist may remove links afterwards.
 * D1 cannot apply the denylist, because it does not know the host of a destination.
 */
const ROWS_AT_ONCE = 250;

type Range = { readonly limit: number; readonly from: Position | null };

/**
 * Returns a page of the active and expired links of a list: newest first, or with a prefix in the order of their codes.
 * A page with fewer than `limit` links need not be the last or, read backward, the first.
 */
export async function listLinks(env: Env, listing: Listing, range: Range, context: ListContext): Promise<PlacedPage> {
  const { from } = range;
  const page = await readPage(env, listing, range, context);
  const onward = page.next === null ? null : onwardFrom(page.next, from);
  const back = from === null ? null : reversePosition(from);
  const { links, further } = page;
  return isBackward(from)
    ? { links: links.toReversed(), next: back, previous: onward, further }
    : { links, next: onward, previous: back, further };
}

/** Reads a page in its own direction. */
async function readPage(env: Env, listing: Listing, { limit, from }: Range, context: ListContext): Promise<LinkPage> {
  if (!isSearch(listing)) {
    const { accountId } = listing.owner;
    return read(env, plainPage(byAge(accountId, {}, from), limit + 1), limit, context.readRows);
  }
  const found = await chooseOrder(env, listing, from);
  if (found === null) return { links: [], next: null, further: { codes: [], isMore: false } };
  const page = await matchingLinks(env, listing, found, limit, context);
  const further = { ...page.further, isMore: page.further.isMore || found.after !== null };
  return { links: page.links, next: page.next ?? found.after, further };
}

/** Returns the links of a list that match a filter, in the order of the list. `next` is a link of the list. */
export async function listedLinks(
  env: Env,
  listing: Listing,
  { limit, listed }: { readonly limit: number; readonly listed: readonly ListedLink[] },
  context: ListContext,
): Promise<LinkPage> {
  const { owner, filter } = listing;
  const tagIds = filter.tag === undefined ? [] : await idsOfKeys(env, owner.accountId, filter.tag);
  return matchingLinks(env, listing, { order: byList(listed), tagIds }, limit, context);
}

/**
 * Returns the links of a filter that are not deleted, without their details, as far as one search reads them.
 * `isWhole`: the filter has no other links.
 */
export async function linksOfFilter(
  env: Env,
  listing: Listing,
  context: ListContext,
): Promise<{ readonly links: readonly Link[]; readonly isWhole: boolean }> {
  const found = await chooseOrder(env, listing, null);
  if (found === null) return { links: [], isWhole: true };
  const { links, next } = await matchingLinks(env, listing, found, found.order.mostRows, context, {
    isForChange: true,
  });
  return { links, isWhole: next === null && found.after === null };
}

/** Returns the next page of all links of an account, oldest first, for an export. */
export const nextLinks = (env: Env, accountId: string, from: Position | null): Promise<MadePage> =>
  madeLinks(env, wholeAccount(accountId), fromOldest(accountId, from));

/**
 * Returns a page of an owner's links among the rows of an order, in that order. It has at most `ROWS_AT_ONCE` links.
 */
function madeLinks(env: Env, owner: LinkOwner, order: Order): Promise<MadePage> {
  const isOwn = makeCondition({}, { owner, tagIds: [], mayBeDenied: false, now: 0 });
  const bounds = { owner: owner.accountId, isSearchedByText: false, limit: ROWS_AT_ONCE + 1 };
  return readAs(parseMadeLink, env, boundedPage(order, isOwn, bounds), ROWS_AT_ONCE);
}

/** Returns the order that reads the fewest rows for a filter. Null if no link can match it. */
async function chooseOrder(env: Env, { owner, filter }: Listing, from: Position | null): Promise<TagOrder | null> {
  const { accountId } = owner;
  const { prefix, externalId, tag, tags: mode = 'all' } = filter;
  if (tag !== undefined && prefix === undefined && externalId === undefined)
    return orderOfTags(env, accountId, { keys: tag, mode }, filter, from);
  const tagIds = tag === undefined ? [] : await idsOfKeys(env, accountId, tag);
  if (externalId !== undefined) return { order: byExternalId(accountId, externalId), tagIds, after: null };
  const order = prefix === undefined ? byAge(accountId, filter, from) : byCode(prefix, from);
  return { order, tagIds, after: null };
}

async function matchingLinks(
  env: Env,
  { owner, filter }: Listing,
  { order, tagIds }: { readonly order: Order; readonly tagIds: readonly string[] },
  limit: number,
  { denylist, now, readRows, isCounted = false }: ListContext,
  { isForChange = false } = {},
): Promise<LinkPage> {
  const { status, search } = filter;
  const mayBeDenied = status !== undefined && denylist.hosts.size > 0;
  const rowCount = mayBeDenied ? ROWS_AT_ONCE : limit;
  const wanted = isForChange ? { ...filter, isDeleted: false } : filter;
  const condition = makeCondition(wanted, { owner, tagIds, mayBeDenied, now });
  const isSearchedByText = search !== undefined;
  const bounds = { owner: owner.accountId, isSearchedByText, isBare: isForChange, isCounted, limit: rowCount + 1 };
  const found = await read(env, boundedPage(order, condition, bounds), rowCount, readRows);
  const matching = found.links.filter(
    (link) => status === undefined || computeStatus(link, denylist, now).status === status,
  );
  const { codes, isMore } = found.further;
  // Rows without a destination cannot be compared with the denylist.
  const further = {
    codes: [...matching.slice(limit).map(({ code }) => code), ...(mayBeDenied ? [] : codes)],
    isMore: isMore || (mayBeDenied && codes.length > 0),
  };
  return { links: matching.slice(0, limit), next: matching[limit] ?? found.next, further };
}

type Row = DetailedRow & { readonly made_by?: string | null; readonly is_position?: 0 | 1 };

const parseMadeLink = (row: Row): MadeLink => ({ ...parseDetailedRow(row), madeBy: row.made_by ?? null });

/** Reads a page of `rowCount` rows. The statement selects one more row, at which the next page begins. */
const read = (env: Env, statement: SQL, rowCount: number, readRows?: ReadRows): Promise<LinkPage> =>
  readAs(parseDetailedRow, env, statement, rowCount, readRows);

/** Does what `read` does, and makes the links by a function. */
async function readAs<One>(
  linkOfRow: (row: Row) => One,
  env: Env,
  statement: SQL,
  rowCount: number,
  readRows: ReadRows = (one) => openDatabase(env.DB).all(one),
): Promise<PageOf<One>> {
  const rows = await readRows<Row>(statement);
  const end = rows.findIndex((row, index) => index === rowCount || row.is_position === 1);
  const next = rows[end];
  const after = end === -1 ? [] : rows.slice(end);
  return {
    links: rows.slice(0, end === -1 ? undefined : end).map(linkOfRow),
    next: next === undefined ? null : { code: next.code, createdAt: next.created_at },
    further: {
      codes: after.filter((row) => row.is_position !== 1).map(({ code }) => code),
      isMore: after.some((row) => row.is_position === 1),
    },
  };
}

/**
 * How many links a page reads. D1 counts each three or four times, because it also reads the index and the details, so
 * a page reads at most a thousand rows, and those of its tags.
 */
const LINKS_LOOKED_AT = 240;

/** Finds the link of a code, whoever owns it. @throws Refusal LINK_NOT_FOUND */
export async function linkOfCode(env: Env, shortCode: string): Promise<MadeLink> {
  const code = parseCode(shortCode);
  if (code === null) throw new Refusal('LINK_NOT_FOUND');
  const [row] = await openPrimary(env.DB)
    .select({ ...DETAILED_FIELDS, madeBy: links.madeBy })
    .from(links)
    .where(eq(links.code, code));
  if (row === undefined) throw new Refusal('LINK_NOT_FOUND');
  return { ...detailedLink(row), madeBy: row.madeBy };
}

/** The owner of the links that a key has made, whatever its status. @throws Refusal KEY_NOT_FOUND */
export async function ownerOfKey(env: Env, id: string): Promise<LinkOwner> {
  const [key] = await openDatabase(env.DB).select({ accountId: keys.accountId }).from(keys).where(eq(keys.id, id));
  if (key === undefined) throw new Refusal('KEY_NOT_FOUND');
  return { accountId: key.accountId, madeBy: id };
}

/**
 * Returns a page of an owner's links, deleted ones too, newest first. A page with fewer than `limit` links need not be
 * the last.
 * @param host only links that a block of this host would end; undefined: all
 */
export async function linksOfOwner(
  env: Env,
  owner: LinkOwner,
  { limit, from, host }: { readonly limit: number; readonly from: Position | null; readonly host: string | undefined },
): Promise<MadePage> {
  const order = { ...byAge(owner.accountId, {}, from), mostRows: LINKS_LOOKED_AT };
  const page = await madeLinks(env, owner, order);
  const denylist = { ...EMPTY_DENYLIST, hosts: new Set(host === undefined ? [] : [host]) };
  const isToHost = ({ url }: MadeLink): boolean => deniesHost(denylist, parseHost(toLocation(url)));
  const matching = host === undefined ? page.links : page.links.filter(isToHost);
  return { ...page, links: matching.slice(0, limit), next: matching[limit] ?? page.next };
}
