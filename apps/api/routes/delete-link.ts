/** DELETE /v2/links/:shortCode: deletes a link. Later visits get 410 (specification 8.6). */

import { endpoint } from '#api/http/endpoint';
import { nothing } from '#api/http/response';
import { deleteLink } from '#api/links/link-changes';
import { keyActorOf, ownerOf } from '#api/links/link-owner';
import { ShortCode } from './params';

export const deleteLinkEndpoint = endpoint({
  method: 'DELETE',
  path: '/v2/links/:shortCode',
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
    await deleteLink(c.env, ownerOf(c.get('key')), c.req.param('shortCode'), keyActorOf(c.get('key')), c.get('now'));
    return c.body(null, 204);
  },
});
