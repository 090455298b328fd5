/** POST /admin/links/:shortCode/unblock: lifts the operator's block (specification 13.5). */
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
    .describe('The destination you have judged, as the link has it. 409 where the link leads elsewhere by now.'),
});

export const unblockLinkEndpoint = endpoint({
  method: 'POST',
  path: '/admin/links/:shortCode/unblock',
  access: 'operator',
  tag: 'Operator',
  id: 'unblockLink',
  summary: 'Unblock a link',
  description:
    'Lifts a block, whether you or a threat list set it, and accepts the destination that was blocked: no further look overrules you until the destination changes, its alias is taken again, or you block it. The same for a destination that the service refuses to judge. One that its owner has changed while the link was blocked is not accepted but looked at within the minute; nor is that of a link that was not blocked, unless you name it.',
  params: { shortCode: ShortCode },
  body: {
    schema: Body,
    isOptional: true,
    examples: { 'what was blocked': {}, 'what was judged': { url: 'https://example.com/' } },
  },
  answers: {
    200: json('The link is not blocked.', LinkState, { free: { ...BLOCKED_LINK, blocked: false, reason: null } }),
  },
  refusals: ['LINK_NOT_FOUND', 'LINK_CHANGED'],
  handle: async (c) => {
    const { url = null } = c.req.valid('json');
    return c.json(linkState(await unblockLink(c.env, c.req.param('shortCode'), url, c.get('now'))));
  },
});
