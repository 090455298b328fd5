/** The endpoints of tags (specification 8.9). */
import { Hono } from 'hono';
import * as z from 'zod';
import type { AppEnv } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { NextCursor, strictQuery } from '#api/http/fields';
import { json, nothing } from '#api/http/response';
import { CURSOR_RULE } from '#api/links/link-list-query';
import {
  changeTag,
  deleteTag,
  LISTED_TAG,
  MAX_LINKS_OF_TAG,
  pageOfTags,
  TagChangeBody,
  TagRecord,
} from '#api/links/tags';
import { clicksOfTags } from '#api/statistics/tag-statistics';
import { Refusal } from '#domain/refusal';
import { openText, sealText } from '#secrets/pepper';
import { TagName } from './params';

export const tagRoutes = new Hono<AppEnv>();

const MAX_LINKS = MAX_LINKS_OF_TAG.toLocaleString('en');

const ListedTag = TagRecord.extend({
  links: z.int().min(0).describe('Links with this tag, without deleted ones.'),
  clicks: z.int().min(0).describe('Clicks of these links.'),
  partial: z
    .literal(true)
    .optional()
    .describe(`\`true\` if only the newest ${MAX_LINKS} links are counted. Absent otherwise.`),
}).meta({ id: 'ListedTag', description: 'A tag with its links and clicks.' });

export const TagList = z.strictObject({ tags: z.array(ListedTag), nextCursor: NextCursor }).meta({
  id: 'TagList',
  description: 'A page of tags, in the order of their names. It is short if its tags have very many links.',
});

// GET /v2/tags: the tags of the account, with their links and clicks (specification 8.9).
tagRoutes.get(
  '/',
  ...endpoint({
    access: 'key',
    scope: { allOf: ['links:read', 'stats:read'] },
    reach: 'account',
    tag: 'Links',
    id: 'listTags',
    summary: 'List tags',
    description: `Lists the tags of the account, with the number and the clicks of their links.\n\n- A page has all tags, unless they have tens of thousands of links.\n- If a tag has more than ${MAX_LINKS} links, only the newest ${MAX_LINKS} are counted and \`partial\` is \`true\`.`,
    query: strictQuery({
      cursor: z
        .string(CURSOR_RULE)
        .max(1_024, CURSOR_RULE)
        .optional()
        .describe('The `nextCursor` of the previous page.'),
    }),
    responses: {
      200: json('A page of tags.', TagList, {
        'The last page': { tags: [{ ...LISTED_TAG, links: 12, clicks: 480 }], nextCursor: null },
      }),
    },
    refusals: [],
    handle: async (c) => {
      const { accountId } = c.get('key');
      const { peppers } = c.get('config');
      const context = JSON.stringify(['tags', accountId]);
      const { cursor } = c.req.valid('query');
      const from = cursor === undefined ? '' : await openText(cursor, peppers, context);
      if (from === null) throw new Refusal('FIELD_INVALID', { detail: CURSOR_RULE });
      const { tags, next } = await pageOfTags(c.env, accountId, from);
      const { clicks } = await clicksOfTags(c.env, accountId, tags, null);
      return c.json({
        tags: tags.map(({ tag: { name, color }, links, isPartial }, n) => ({
          name,
          color,
          links: links.length,
          clicks: clicks[n] ?? 0,
          ...(isPartial && { partial: true as const }),
        })),
        nextCursor: next === null ? null : await sealText(next, peppers, context),
      });
    },
  }),
);

// PATCH /v2/tags/:name: renames or recolours a tag (specification 8.9).
tagRoutes.patch(
  '/:name',
  ...endpoint({
    access: 'key',
    scope: 'links:write',
    reach: 'account',
    tag: 'Links',
    id: 'changeTag',
    summary: 'Rename or recolor a tag',
    description:
      'Changes the name or the color of a tag.\n\n- All links of the tag have the new name at once.\n- Fields that you leave out don’t change. `null` removes the color.\n- If a link is created with the old name at the same moment, it gets this tag or a new one with the old name.',
    params: { name: TagName },
    body: { schema: TagChangeBody, examples: { 'New name': { name: 'Winter 2026' }, 'No color': { color: null } } },
    responses: { 200: json('The changed tag.', TagRecord, { 'New name': { ...LISTED_TAG, name: 'Winter 2026' } }) },
    refusals: ['FIELD_INVALID', 'TAG_NOT_FOUND', 'TAG_TAKEN'],
    handle: async (c) => {
      const { name, color } = await changeTag(c.env, c.get('key').accountId, c.req.param('name'), c.req.valid('json'));
      return c.json({ name, color });
    },
  }),
);

// DELETE /v2/tags/:name: deletes a tag. Its links stay (specification 8.9).
tagRoutes.delete(
  '/:name',
  ...endpoint({
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
  }),
);
