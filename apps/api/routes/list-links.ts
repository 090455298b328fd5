/** GET /v2/links: the account's links, dead or alive, a page at a time (answers, section 12). */
import * as z from 'zod';
import { currentDenylist } from '#store/denylist-copy';
import { createHandlers } from '../context';
import { endpoint } from '../endpoint';
import { cursorOf, positionOf } from '../link-cursor';
import { listLinks as list } from '../link-list';
import { LinkListQuery } from '../link-list-query';
import { ManagedLink, managedLink } from '../managed-link';
import { valid } from '../validation';

/** A page may be short, even empty, and not the last: `nextCursor` alone tells. */
export const LinkList = z.strictObject({ links: z.array(ManagedLink), nextCursor: z.string().min(1).nullable() });
export type LinkList = z.output<typeof LinkList>;

const handlers = createHandlers(valid('query', LinkListQuery), async (c) => {
  const now = c.get('now');
  const { shortBaseUrl, pepper = '' } = c.get('config');
  const { cursor, limit, ...filter } = c.req.valid('query');
  const listing = { accountId: c.get('key').accountId, filter };
  const [from, denylist] = await Promise.all([
    cursor === undefined ? null : positionOf(cursor, pepper, listing),
    currentDenylist(c.env, now),
  ]);
  const { links, next } = await list(c.env, listing.accountId, filter, { limit, from }, { denylist, now });
  return c.json({
    links: links.map((link) => managedLink(link, { shortBaseUrl, denylist, now })),
    nextCursor: next === null ? null : await cursorOf(next, pepper, listing),
  });
});

export const listLinks = endpoint({
  method: 'GET',
  path: '/v2/links',
  access: 'key',
  summary: 'List links',
  handlers,
});
