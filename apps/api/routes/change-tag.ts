/** PATCH /v2/tags/:name: renames or recolours a tag (specification 8.9). */
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { LISTED_TAG, TagChange, TagRecord } from '#api/links/tag-record';
import { changeTag } from '#api/links/tags';
import { TagName } from './params';

export const changeTagEndpoint = endpoint({
  method: 'PATCH',
  path: '/v2/tags/:name',
  access: 'key',
  scope: 'links:write',
  reach: 'account',
  tag: 'Links',
  id: 'changeTag',
  summary: 'Rename or recolor a tag',
  description:
    'Changes the name or the color of a tag.\n\n- All links of the tag have the new name at once.\n- Fields that you leave out don’t change. `null` removes the color.\n- If a link is created with the old name at the same moment, it gets this tag or a new one with the old name.',
  params: { name: TagName },
  body: { schema: TagChange, examples: { 'New name': { name: 'Winter 2026' }, 'No color': { color: null } } },
  responses: { 200: json('The changed tag.', TagRecord, { 'New name': { ...LISTED_TAG, name: 'Winter 2026' } }) },
  refusals: ['FIELD_INVALID', 'TAG_NOT_FOUND', 'TAG_TAKEN'],
  handle: async (c) => {
    const { name, color } = await changeTag(c.env, c.get('key').accountId, c.req.param('name'), c.req.valid('json'));
    return c.json({ name, color });
  },
});
