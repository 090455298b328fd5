/** The endpoints that list, read, change and delete links (specification 7.7 and 8). */
import { Hono } from 'hono';
import * as z from 'zod';
import { countBulkLinks, countSearch, PER_MINUTE } from '#api/accounts/account-windows';
import { requireScope } from '#api/http/authenticate';
import type { AppEnv } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { NextCursor, strictQuery } from '#api/http/fields';
import { json, nothing } from '#api/http/response';
import { changeInBulk, namedByFilter } from '#api/links/bulk';
import { BulkBody, BulkRecord, bulkRecord, CHANGED_AND_REFUSED, MAX_BULK, readBulkRequest } from '#api/links/bulk-body';
import { createContext } from '#api/links/create';
import { upsertLink } from '#api/links/existing-link';
import { deleteLink, editLink } from '#api/links/link-changes';
import { ExternalId } from '#api/links/link-details';
import { checkNewUrl, EDIT_REFUSALS, EditBody, readLinkEdit } from '#api/links/link-edit';
import { isSearch } from '#api/links/link-list-filter';
import { LinkListQuery, readCursor, writeCursor } from '#api/links/link-list-query';
import { ownedLink, toKeyActor, toOwner } from '#api/links/link-owner';
import { DETAILED_LINK, LISTED_LINK, ManagedLink, managedLink } from '#api/links/link-record';
import { LINK_REFUSALS, LinkBody, policyFor } from '#api/links/link-request';
import { pageOfLinks } from '#api/statistics/sorted-links';
import { getDenylist } from '#store/denylist';
import { ShortCode } from './params';

export const linkRoutes = new Hono<AppEnv>();

export const LinkList = z.strictObject({ links: z.array(ManagedLink), nextCursor: NextCursor }).meta({
  id: 'LinkList',
  description: 'A page of links. A short or even empty page need not be the last one: only `nextCursor` shows the end.',
});
export type LinkList = z.output<typeof LinkList>;

// GET /v2/links: a page of the account's active and expired links (specification 8.2).
linkRoutes.get(
  '/',
  ...endpoint({
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
      const listing = { owner: toOwner(c.get('key')), filter, sort };
      const [from, denylist] = await Promise.all([
        cursor === undefined ? null : readCursor(cursor, peppers, listing),
        getDenylist(c.env, now),
      ]);
      if (isSearch(listing)) await countSearch(c.env, listing.owner.accountId, now);
      const { links, next } = await pageOfLinks(c.env, listing, { limit, from }, { denylist, now });
      return c.json({
        links: links.map((link) => managedLink(link, { shortBaseUrl, denylist, now })),
        nextCursor: next === null ? null : await writeCursor(next, peppers, listing),
      });
    },
  }),
);

// POST /v2/links/bulk: changes or deletes up to a hundred links (specification 8.10).
linkRoutes.post(
  '/bulk',
  ...endpoint({
    access: 'key',
    scope: { oneOf: ['links:write', 'links:delete'] },
    reach: 'links',
    tag: 'Links',
    id: 'bulkLinks',
    summary: 'Edit or delete in bulk',
    description: `Edits up to ${MAX_BULK} links in the same way, or deletes them. Name the links with \`shortCodes\` or with \`filter\`.\n\n- The response has one result per link, in the order of \`shortCodes\`. It is 200 even if some links were refused. The others are changed.\n- To delete, or to edit by \`filter\`, send \`confirm\` with the number of links.\n- \`filter\` takes the parameters of [List links](/docs/reference/links/list-links), and also needs the scope \`links:read\`. It counts as one search. If it matches more than ${MAX_BULK} links, or needs more than one search, nothing changes.\n- \`addTags\` and \`removeTags\` leave the other tags of a link as they are.\n- The request counts as one call. Its links count in a minute window of the account.`,
    body: {
      schema: BulkBody,
      isReadByHandler: true,
      examples: {
        'Expire in a week': { shortCodes: ['Promo', 'unknown'], change: { expiresIn: 604_800 } },
        'Change tags': { shortCodes: ['Promo'], change: { addTags: ['Spring'], removeTags: ['Winter'] } },
        'By filter': { filter: { tag: 'Winter' }, change: { expiresIn: 604_800 }, confirm: 1 },
        Delete: { shortCodes: ['Promo', 'members'], delete: true, confirm: 2 },
      },
    },
    isIdempotent: true,
    responses: {
      200: json('The result of each link.', BulkRecord, { 'One changed, one refused': CHANGED_AND_REFUSED }),
    },
    refusals: [...EDIT_REFUSALS, 'SEARCHES_EXCEEDED', 'BULK_EXCEEDED'],
    handle: async (c) => {
      const now = c.get('now');
      const key = c.get('key');
      const request = readBulkRequest(await c.req.json(), policyFor(c, key));
      requireScope(c, request.edit === null ? 'links:delete' : 'links:write');
      const { links, edit } = request;
      // A filter finds links whose codes the caller does not know, as a list does.
      if ('filter' in links) requireScope(c, 'links:read');
      const owner = toOwner(key);
      if ('filter' in links) await countSearch(c.env, owner.accountId, now);
      const denylist = await getDenylist(c.env, now);
      const named =
        'filter' in links ? await namedByFilter(c.env, owner, links.filter, request, { denylist, now }) : links;
      if (named.named.length > 0) await countBulkLinks(c.env, key, named.named.length, now);
      const outcomes = await changeInBulk(c.env, owner, named, edit, now);
      const { shortBaseUrl } = c.get('config');
      return c.json(bulkRecord(named.named, outcomes, { shortBaseUrl, denylist, now }));
    },
  }),
);

// GET /v2/links/:shortCode: a link of the account, active or expired (specification 8.4).
linkRoutes.get(
  '/:shortCode',
  ...endpoint({
    access: 'key',
    scope: 'links:read',
    reach: 'links',
    tag: 'Links',
    id: 'getLink',
    summary: 'Read a link',
    description:
      'Returns a link of the account, active or expired. Links of other accounts get 404, like unknown codes.',
    params: { shortCode: ShortCode },
    responses: { 200: json('The link.', ManagedLink, { Active: LISTED_LINK }) },
    refusals: ['LINK_NOT_FOUND'],
    handle: async (c) => {
      const now = c.get('now');
      const [link, denylist] = await Promise.all([
        ownedLink(c.env, toOwner(c.get('key')), c.req.param('shortCode')),
        getDenylist(c.env, now),
      ]);
      return c.json(managedLink(link, { shortBaseUrl: c.get('config').shortBaseUrl, denylist, now }));
    },
  }),
);

const MADE_LINK: ManagedLink = { ...DETAILED_LINK, status: 'active', expiredReason: null, hasPassword: false };

// PUT /v2/links?externalId=: makes or changes the link with your own id (specification 7.7).
linkRoutes.put(
  '/',
  ...endpoint({
    access: 'key',
    scope: { allOf: ['links:create', 'links:write'] },
    reach: 'links',
    tag: 'Links',
    id: 'upsertLink',
    summary: 'Create or update by external ID',
    description:
      'Creates a link with this `externalId` (201), or changes the link that has it (200).\n\n- Repeating a call is safe: it needs no `Idempotency-Key`.\n- If several calls arrive at once, one of them creates the link.\n- When you change a link, fields that you leave out stay as they are, and `null` removes a value. `alias` must stay the same.\n- If the link has expired, a new link takes over its `externalId`.',
    query: strictQuery({
      externalId: ExternalId.meta({ description: 'Your own ID of the link.', examples: ['campaign-1042'] }),
    }),
    body: {
      schema: LinkBody,
      isReadByHandler: true,
      examples: {
        'Title and tags': { url: 'https://example.com/hello', title: 'Hello, in winter', tags: ['Winter', 'mail'] },
      },
    },
    responses: {
      200: json('The changed link.', ManagedLink, { 'Title and tags': MADE_LINK }),
      201: json('The new link.', ManagedLink, { 'Title and tags': MADE_LINK }),
    },
    refusals: [...LINK_REFUSALS, 'FEATURE_NOT_ON_PLAN', 'LINKS_EXCEEDED'],
    handle: async (c) => {
      const now = c.get('now');
      const key = c.get('key');
      const context = createContext(c, policyFor(c, key), { meterName: key.id });
      const { link, isNew } = await upsertLink(context, c.req.valid('query').externalId, await c.req.json());
      const denylist = await getDenylist(c.env, now);
      return c.json(
        managedLink(link, { shortBaseUrl: c.get('config').shortBaseUrl, denylist, now }),
        isNew ? 201 : 200,
      );
    },
  }),
);

// PATCH /v2/links/:shortCode: edits the destination and the options of a link (specification 8.5).
linkRoutes.patch(
  '/:shortCode',
  ...endpoint({
    access: 'key',
    scope: 'links:write',
    reach: 'links',
    tag: 'Links',
    id: 'editLink',
    summary: 'Edit a link',
    description:
      'Changes a link.\n\n- Fields that you leave out don’t change. `null` removes a value.\n- The plan limits the options, as it does for a new link.\n- `expiresIn` counts from now, and `maxClicks` counts all clicks since the link was created. Either can revive an expired link.\n- An edit takes effect at once if the link has a click limit, otherwise usually within a minute.',
    params: { shortCode: ShortCode },
    body: {
      schema: EditBody,
      isReadByHandler: true,
      examples: { 'New destination': { url: 'https://example.com/sale' }, 'No click limit': { maxClicks: null } },
    },
    responses: {
      200: json('The changed link.', ManagedLink, {
        'New destination': { ...LISTED_LINK, url: 'https://example.com/sale' },
      }),
    },
    refusals: [...EDIT_REFUSALS, 'LINK_NOT_FOUND', 'LINK_DELETED'],
    handle: async (c) => {
      const now = c.get('now');
      const { shortBaseUrl } = c.get('config');
      const edit = await checkNewUrl(c.env, readLinkEdit(await c.req.json(), policyFor(c, c.get('key'))), now);
      const link = await editLink(c.env, toOwner(c.get('key')), c.req.param('shortCode'), edit, now);
      return c.json(managedLink(link, { shortBaseUrl, denylist: await getDenylist(c.env, now), now }));
    },
  }),
);

// DELETE /v2/links/:shortCode: deletes a link. Later visits get 410 (specification 8.6).
linkRoutes.delete(
  '/:shortCode',
  ...endpoint({
    access: 'key',
    scope: 'links:delete',
    reach: 'links',
    tag: 'Links',
    id: 'deleteLink',
    summary: 'Delete a link',
    description:
      'Deletes a link.\n\n> This can’t be undone.\n\n- Visitors get 410: at once if the link has a click limit, otherwise usually within a minute.\n- The code stays yours. You can use it again as an alias.\n- Deleting it again has no effect.',
    params: { shortCode: ShortCode },
    responses: { 204: nothing('The link is deleted.') },
    refusals: ['LINK_NOT_FOUND'],
    handle: async (c) => {
      await deleteLink(c.env, toOwner(c.get('key')), c.req.param('shortCode'), toKeyActor(c.get('key')), c.get('now'));
      return c.body(null, 204);
    },
  }),
);
