/**
 * POST /admin/upgrades/:id/decline: declines an upgrade request, with a message to the account (specification 13.8).
 */
import * as z from 'zod';
import { declineUpgrade, UPGRADE_EXAMPLE, UpgradeRecord, upgradeRecord } from '#api/accounts/upgrades';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { UpgradeId } from '../params';

const RULE = 'message must be 1 to 500 characters';
const Body = z.object({
  message: z
    .string('message must be a string')
    .trim()
    .min(1, RULE)
    .max(500, RULE)
    .describe('The reason. The account sees it in its console.'),
});

export const declineUpgradeEndpoint = endpoint({
  method: 'POST',
  path: '/admin/upgrades/:id/decline',
  access: 'operator',
  tag: 'Operator',
  id: 'declineUpgrade',
  summary: 'Decline an upgrade',
  description: 'Declines the request. The plan doesn’t change, and the account sees your message in its console.',
  params: { id: UpgradeId },
  body: { schema: Body, examples: { Declined: { message: 'Not before your first invoice is paid.' } } },
  responses: {
    200: json('The request is declined.', UpgradeRecord, {
      Declined: {
        ...UPGRADE_EXAMPLE,
        state: 'declined',
        message: 'Not before your first invoice is paid.',
        answeredAt: '2026-11-20T14:30:00.000Z',
      },
    }),
  },
  refusals: ['UPGRADE_NOT_FOUND', 'UPGRADE_ANSWERED'],
  handle: async (c) => {
    const { message } = c.req.valid('json');
    return c.json(upgradeRecord(await declineUpgrade(c.env, c.req.param('id'), message, c.get('now'))));
  },
});
