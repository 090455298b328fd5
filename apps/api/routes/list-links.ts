/** GET /v2/links: a page of the account's active and expired links (specification 8.2). */
import * as z from 'zod';
import { countSearch, PER_MINUTE } from '#api/accounts/account-windows';
import { endpoint } from '#api/http/endpoint';
import { NextCursor } from '#api/http/pagination';
import { json } from '#api/http/response';
import { cursorOf, positionOf } from '#api/links/link-cursor';
import { isSearch } from '#api/links/link-list-filter';
import { LinkListQuery } from '#api/links/link-list-query';
import { ownerOf } from '#api/links/link-owner';
import { LISTED_LINK, ManagedLink, managedLink } from '#api/links/managed-link';
import { pageOfLinks } from '#api/statistics/sorted-links';
import { currentDenylist } from '#store/denylist-copy';

export const LinkList = z.strictObject({ links: z.array(ManagedLink), nextCursor: NextCursor }).meta({
  id: 'LinkList',
  description: 'A page of links. A short or even empty page need not be the last one: only `nextCursor` shows the end.',
});
export type LinkList = z.output<typeof LinkList>;

export const listLinksEndpoint = endpoint({
  method: 'GET',
  path: '/v2/links',
  access: 'key',
  scope: 'links:read',
  reach: 'links',
  tag: 'Links',
  id: 'listLinks',
  summary: 'List links',
  description: `Lists the links of the account, newest first.\n\n- To read all pages, repeat the call with \`nextCursor\` as \`cursor\` until it is \`null\`. No link is skipped or listed twice.\n- With any parameter besides \`cursor\` and \`limit\`, the list is a search. An account can make ${PER_MINUTE.search} searches a minute. A page of a search may be short or empty even if it isn’t the last one.\n- With \`prefix\`, links are sorted by code.\n- \`sort=clicks\` and \`sort=lastClick\` keep the order of the first page for 10 minutes. After that, cursors get \`CURSOR_EXPIRED\`.`,
  query: LinkListQuery,
  responses: {
    200: json('A page of links.', LinkList, { 'The last page': { links: [LISTED_LINK], nextCursor: null } }),
  },
  refusals: ['SEARCHES_EXCEEDED', 'CURSOR_EXPIRED'],
  handle: async (c) => {
    const now = c.get('now');
    const { shortBaseUrl, peppers } = c.get('config');
    const { cursor, limit, sort, ...filter } = c.req.valid('query');
    const listing = { owner: ownerOf(c.get('key')), filter, sort };
    const [from, denylist] = await Promise.all([
      cursor === undefined ? null : positionOf(cursor, peppers, listing),
      currentDenylist(c.env, now),
    ]);
    if (isSearch(listing)) await countSearch(c.env, listing.owner.accountId, now);
    const { links, next } = await pageOfLinks(c.env, listing, { limit, from }, { denylist, now });
    return c.json({
      links: links.map((link) => managedLink(link, { shortBaseUrl, denylist, now })),
      nextCursor: next === null ? null : await cursorOf(next, peppers, listing),
    });
  },
});
