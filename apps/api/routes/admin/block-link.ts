/** POST /admin/links/:shortCode/block: blocks a link. Its visits get 410 BLOCKED (specification 13.5). */
import * as z from 'zod';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { blockLink } from '#api/links/link-changes';
import { ShortCode } from '../params';
import { BLOCKED_LINK, LinkState, linkState } from './link-state';

const Body = z.object({
  reason: z
    .string('reason must be a string')
    .trim()
    .min(1, 'reason must be 1 to 500 characters')
    .max(500, 'reason must be 1 to 500 characters')
    .describe('The reason, for your own records. Visitors don’t see it.'),
});

export const blockLinkEndpoint = endpoint({
  method: 'POST',
  path: '/admin/links/:shortCode/block',
  access: 'operator',
  tag: 'Operator',
  id: 'blockLink',
  summary: 'Block a link',
  description: 'Blocks a link. Visitors get 410 `BLOCKED` until you unblock it.',
  params: { shortCode: ShortCode },
  body: { schema: Body, examples: { Phishing: { reason: 'phishing' } } },
  responses: { 200: json('The link is blocked.', LinkState, { Phishing: BLOCKED_LINK }) },
  refusals: ['LINK_NOT_FOUND'],
  handle: async (c) => {
    const { reason } = c.req.valid('json');
    return c.json(linkState(await blockLink(c.env, c.req.param('shortCode'), reason, c.get('now'))));
  },
});
