/** POST /admin/links/:shortCode/unblock: lifts a block by the operator or by a threat check (specification 13.5). */
import * as z from 'zod';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { unblockLink } from '#api/links/link-changes';
import { ShortCode } from '../params';
import { BLOCKED_LINK, LinkState, linkState } from './link-state';

const Body = z.object({
  url: z
    .string('url must be a string')
    .max(8_192, 'url must be at most 8192 characters')
    .optional()
    .describe('The destination that you have checked. If the link now has another one, the response is 409.'),
});

export const unblockLinkEndpoint = endpoint({
  method: 'POST',
  path: '/admin/links/:shortCode/unblock',
  access: 'operator',
  tag: 'Operator',
  id: 'unblockLink',
  summary: 'Unblock a link',
  description:
    'Lifts a block by you or by a threat check.\n\n- The destination is accepted: threat checks don’t block the link again until its destination changes or its alias is used again. This also works for destinations that the threat service refuses to judge.\n- If the owner has changed the destination during the block, or the link was neither blocked nor waiting for you, the destination is checked again within a minute.\n- To accept it without that check, name it in `url`.',
  params: { shortCode: ShortCode },
  body: {
    schema: Body,
    isOptional: true,
    examples: { 'Blocked destination': {}, 'Checked destination': { url: 'https://example.com/' } },
  },
  responses: {
    200: json('The link is not blocked.', LinkState, {
      'Blocked destination': { ...BLOCKED_LINK, blocked: false, reason: null },
    }),
  },
  refusals: ['LINK_NOT_FOUND', 'LINK_CHANGED'],
  handle: async (c) => {
    const { url = null } = c.req.valid('json');
    return c.json(linkState(await unblockLink(c.env, c.req.param('shortCode'), url, c.get('now'))));
  },
});
