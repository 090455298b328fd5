/** The links that a search names exactly. Each is found by an index, however old it is. */
import type { SQL } from 'drizzle-orm';
import { linkOfExternalId, linksOfRows, ownLinkOfCode } from '#api/links/few-links';
import type { DetailedLink } from '#api/links/link-details';
import { statusOf } from '#api/links/link-status';
import type { Denylist } from '#domain/denylist';
import { tagKeyOf } from '#domain/link-details';
import type { LinksQuery } from './links-query';
import { exactCodeIn } from './search-text';

/** The statements that read the link with the code or short address, and the one with the external id, of a search. */
export function exactStatements(accountId: string, search: string, shortBaseUrl: string): SQL[] {
  if (search === '') return [];
  const code = exactCodeIn(search, shortBaseUrl);
  return [...(code === null ? [] : [ownLinkOfCode(accountId, code)]), linkOfExternalId(accountId, search)];
}

type Context = { readonly denylist: Denylist; readonly now: number };

/** Returns each link once, without those that the other filters of the query leave out. @param rows of each statement */
export function exactLinksOf(rows: readonly unknown[][], query: LinksQuery, context: Context): DetailedLink[] {
  const found = new Map(rows.flatMap(linksOfRows).map((link) => [link.id, link]));
  return [...found.values()].filter((link) => passes(link, query, context));
}

function passes(
  link: DetailedLink,
  { status, isProtected, tag, tags }: LinksQuery,
  { denylist, now }: Context,
): boolean {
  if (status !== undefined && statusOf(link, denylist, now).status !== status) return false;
  if (isProtected && link.password === null) return false;
  const has = new Set(link.details.tags.map(tagKeyOf));
  const wanted = tag.map(tagKeyOf);
  return (
    wanted.length === 0 || (tags === 'any' ? wanted.some((one) => has.has(one)) : wanted.every((one) => has.has(one)))
  );
}
