/** DELETE /v2/tags/:name: deletes a tag. Its links stay (specification 8.9). */
import { endpoint } from '#api/http/endpoint';
import { nothing } from '#api/http/response';
import { deleteTag } from '#api/links/tags';
import { TagName } from './params';

export const deleteTagEndpoint = endpoint({
  method: 'DELETE',
  path: '/v2/tags/:name',
  access: 'key',
  scope: 'links:write',
  reach: 'account',
  tag: 'Links',
  id: 'deleteTag',
  summary: 'Delete a tag',
  description: 'Deletes a tag. Its links stay and lose the tag.',
  params: { name: TagName },
  responses: { 204: nothing('The tag is deleted.') },
  refusals: ['TAG_NOT_FOUND'],
  handle: async (c) => {
    await deleteTag(c.env, c.get('key').accountId, c.req.param('name'));
    return c.body(null, 204);
  },
});
