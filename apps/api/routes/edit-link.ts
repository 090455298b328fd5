/** PATCH /v2/links/:shortCode: edits the destination and the options of a link (specification 8.5). */

import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { editLink } from '#api/links/link-changes';
import { EDIT_REFUSALS, EditBody, readLinkEdit } from '#api/links/link-edit';
import { policyFor } from '#api/links/link-request';
import { LISTED_LINK, ManagedLink, managedLink } from '#api/links/managed-link';
import { checkNewDestination } from '#api/threats/check';
import { currentDenylist } from '#store/denylist-copy';
import { ShortCode } from './params';

export const editLinkEndpoint = endpoint({
  method: 'PATCH',
  path: '/v2/links/:shortCode',
  access: 'key',
  tag: 'Links',
  id: 'editLink',
  summary: 'Edit a link',
  description:
    'A field that is left out stays; `null` removes an option. The plan and the switches apply as at creation. `expiresIn` counts from now, `maxClicks` counts all clicks since creation; either may revive an expired link. An edit holds at once if the link has a click limit, otherwise usually within a minute.',
  params: { shortCode: ShortCode },
  body: {
    schema: EditBody,
    isReadByHandler: true,
    examples: { 'another destination': { url: 'https://example.com/sale' }, 'no click limit': { maxClicks: null } },
  },
  responses: {
    200: json('The link as it is now.', ManagedLink, {
      'another destination': { ...LISTED_LINK, url: 'https://example.com/sale' },
    }),
  },
  refusals: [...EDIT_REFUSALS, 'LINK_NOT_FOUND', 'LINK_DELETED'],
  handle: async (c) => {
    const now = c.get('now');
    const { shortBaseUrl } = c.get('config');
    const wanted = readLinkEdit(c.get('body'), policyFor(c, c.get('key')));
    const threat = wanted.url === undefined ? null : await checkNewDestination(c.env, wanted.url, now);
    const link = await editLink(c.env, c.get('key').accountId, c.req.param('shortCode'), { ...wanted, threat }, now);
    return c.json(managedLink(link, { shortBaseUrl, denylist: await currentDenylist(c.env, now), now }));
  },
});
