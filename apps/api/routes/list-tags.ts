/** GET /v2/tags: the tags of the account, with their links and clicks (specification 8.9). */
import * as z from 'zod';
import { endpoint } from '#api/http/endpoint';
import { NextCursor } from '#api/http/pagination';
import { json } from '#api/http/response';
import { strictQuery } from '#api/http/strict-query';
import { CURSOR_RULE } from '#api/links/link-list-query';
import { MAX_LINKS_OF_TAG, pageOfTags } from '#api/links/tag-links';
import { LISTED_TAG, TagRecord } from '#api/links/tag-record';
import { clicksOfTags } from '#api/statistics/tag-statistics';
import { Refusal } from '#domain/refusal';
import { openText, sealText } from '#secrets/sealed-text';

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

export const listTagsEndpoint = endpoint({
  method: 'GET',
  path: '/v2/tags',
  access: 'key',
  scope: { allOf: ['links:read', 'stats:read'] },
  reach: 'account',
  tag: 'Links',
  id: 'listTags',
  summary: 'List tags',
  description: `Lists the tags of the account, with the number and the clicks of their links.\n\n- A page has all tags, unless they have tens of thousands of links.\n- If a tag has more than ${MAX_LINKS} links, only the newest ${MAX_LINKS} are counted and \`partial\` is \`true\`.`,
  query: strictQuery({
    cursor: z.string(CURSOR_RULE).max(1_024, CURSOR_RULE).optional().describe('The `nextCursor` of the previous page.'),
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
});
