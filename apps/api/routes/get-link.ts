/** GET /v2/links/:shortCode: a link of the account, active or expired (specification 8.4). */

import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { ownerOf } from '#api/links/link-owner';
import { LISTED_LINK, ManagedLink, managedLink } from '#api/links/managed-link';
import { ownedLink } from '#api/links/owned-link';
import { currentDenylist } from '#store/denylist-copy';
import { ShortCode } from './params';

export const getLinkEndpoint = endpoint({
  method: 'GET',
  path: '/v2/links/:shortCode',
  access: 'key',
  scope: 'links:read',
  reach: 'links',
  tag: 'Links',
  id: 'getLink',
  summary: 'Read a link',
  description: 'Returns a link of the account, active or expired. Links of other accounts get 404, like unknown codes.',
  params: { shortCode: ShortCode },
  responses: { 200: json('The link.', ManagedLink, { Active: LISTED_LINK }) },
  refusals: ['LINK_NOT_FOUND'],
  handle: async (c) => {
    const now = c.get('now');
    const [link, denylist] = await Promise.all([
      ownedLink(c.env, ownerOf(c.get('key')), c.req.param('shortCode')),
      currentDenylist(c.env, now),
    ]);
    return c.json(managedLink(link, { shortBaseUrl: c.get('config').shortBaseUrl, denylist, now }));
  },
});
