/** PATCH /v2/links/:shortCode: edits the destination and the options of a link (specification 8.5). */

import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { editLink } from '#api/links/link-changes';
import { EDIT_REFUSALS, EditBody, readLinkEdit } from '#api/links/link-edit';
import { ownerOf } from '#api/links/link-owner';
import { policyFor } from '#api/links/link-request';
import { LISTED_LINK, ManagedLink, managedLink } from '#api/links/managed-link';
import { checkNewDestination } from '#api/threats/check';
import { currentDenylist } from '#store/denylist-copy';
import { ShortCode } from './params';

export const editLinkEndpoint = endpoint({
  method: 'PATCH',
  path: '/v2/links/:shortCode',
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
    const edit = readLinkEdit(c.get('body'), policyFor(c, c.get('key')));
    const threat = edit.url === undefined ? null : await checkNewDestination(c.env, edit.url, now);
    const link = await editLink(c.env, ownerOf(c.get('key')), c.req.param('shortCode'), { ...edit, threat }, now);
    return c.json(managedLink(link, { shortBaseUrl, denylist: await currentDenylist(c.env, now), now }));
  },
});
