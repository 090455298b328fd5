/** GET /v2/links: a page of the account's active and expired links (specification 8.2). */
import * as z from 'zod';
import { countSearch, PER_MINUTE } from '#api/accounts/account-windows';
import { endpoint } from '#api/http/endpoint';
import { NextCursor } from '#api/http/pagination';
import { json } from '#api/http/response';
import { cursorOf, positionOf } from '#api/links/link-cursor';
import { isSearch, listLinks } from '#api/links/link-list';
import { LinkListQuery } from '#api/links/link-list-query';
import { ownerOf } from '#api/links/link-owner';
import { LISTED_LINK, ManagedLink, managedLink } from '#api/links/managed-link';
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
  description: `All links of the account, newest first; with \`prefix\` in the order of their codes. The creation or deletion of other links makes no page skip or repeat a link. A list with \`status\`, \`prefix\` or \`search\` is a search. A page of a search checks a few hundred links, so it may be short. An account may make ${PER_MINUTE.search} searches a minute.`,
  query: LinkListQuery,
  responses: {
    200: json('A page of links.', LinkList, { 'the last page': { links: [LISTED_LINK], nextCursor: null } }),
  },
  refusals: ['SEARCHES_EXCEEDED'],
  handle: async (c) => {
    const now = c.get('now');
    const { shortBaseUrl, peppers } = c.get('config');
    const { cursor, limit, ...filter } = c.req.valid('query');
    const listing = { owner: ownerOf(c.get('key')), filter };
    const [from, denylist] = await Promise.all([
      cursor === undefined ? null : positionOf(cursor, peppers, listing),
      currentDenylist(c.env, now),
    ]);
    if (isSearch(listing)) await countSearch(c.env, listing.owner.accountId, now);
    const { links, next } = await listLinks(c.env, listing, { limit, from }, { denylist, now });
    return c.json({
      links: links.map((link) => managedLink(link, { shortBaseUrl, denylist, now })),
      nextCursor: next === null ? null : await cursorOf(next, peppers, listing),
    });
  },
});
