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
  description: `Lists the links of the account, newest first.\n\n- With \`prefix\` they are in the order of their codes.\n- No link is skipped or listed twice while others are created or deleted.\n- A list with any parameter but \`limit\` and \`cursor\` is a search. An account can make ${PER_MINUTE.search} searches a minute. A page of a search checks a few hundred links, so it may be short.\n- With \`sort=clicks\` or \`sort=lastClick\` the order is that of the moment of the first page. It is kept for ten minutes; after that, a cursor is refused with \`CURSOR_EXPIRED\`.`,
  query: LinkListQuery,
  responses: {
    200: json('A page of links.', LinkList, { 'the last page': { links: [LISTED_LINK], nextCursor: null } }),
  },
  refusals: ['SEARCHES_EXCEEDED', 'CURSOR_EXPIRED', 'CLICK_QUERIES_DISABLED'],
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
