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
    .describe('The destination that you have judged. The response is 409 if the link now has another destination.'),
});

export const unblockLinkEndpoint = endpoint({
  method: 'POST',
  path: '/admin/links/:shortCode/unblock',
  access: 'operator',
  tag: 'Operator',
  id: 'unblockLink',
  summary: 'Unblock a link',
  description:
    'Lifts a block by you or by a threat check, and accepts the blocked destination. No later check blocks the link again until its destination changes, its alias is used again, or you block it. A call for a link that the service refuses to judge accepts its destination too. Two destinations are checked within a minute instead, unless `url` names them: one that the owner has changed during the block, and one that was neither blocked nor unjudgeable.',
  params: { shortCode: ShortCode },
  body: {
    schema: Body,
    isOptional: true,
    examples: { 'what was blocked': {}, 'what was judged': { url: 'https://example.com/' } },
  },
  responses: {
    200: json('The link is not blocked.', LinkState, { free: { ...BLOCKED_LINK, blocked: false, reason: null } }),
  },
  refusals: ['LINK_NOT_FOUND', 'LINK_CHANGED'],
  handle: async (c) => {
    const { url = null } = c.req.valid('json');
    return c.json(linkState(await unblockLink(c.env, c.req.param('shortCode'), url, c.get('now'))));
  },
});
