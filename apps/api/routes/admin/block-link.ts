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
    .describe('The reason, for your own records. Visitors do not see it.'),
});

export const blockLinkEndpoint = endpoint({
  method: 'POST',
  path: '/admin/links/:shortCode/block',
  access: 'operator',
  tag: 'Operator',
  id: 'blockLink',
  summary: 'Block a link',
  description: 'Visits get 410 with `errorType` `BLOCKED` until you unblock the link.',
  params: { shortCode: ShortCode },
  body: { schema: Body, examples: { phishing: { reason: 'phishing' } } },
  responses: { 200: json('The link is blocked.', LinkState, { blocked: BLOCKED_LINK }) },
  refusals: ['LINK_NOT_FOUND'],
  handle: async (c) => {
    const { reason } = c.req.valid('json');
    return c.json(linkState(await blockLink(c.env, c.req.param('shortCode'), reason, c.get('now'))));
  },
});
