/** POST /admin/upgrades/:id/grant: grants an upgrade request (specification 13.8). */
import { grantUpgrade, UPGRADE_EXAMPLE, UpgradeRecord, upgradeRecord } from '#api/accounts/upgrades';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { UpgradeId } from '../params';

export const grantUpgradeEndpoint = endpoint({
  method: 'POST',
  path: '/admin/upgrades/:id/grant',
  access: 'operator',
  tag: 'Operator',
  id: 'grantUpgrade',
  summary: 'Grant an upgrade',
  description:
    'Gives the account the requested plan, from the next request on. Keys without a plan of their own get it too.\n\n- Granting it again has no effect.\n- If the account has requested another plan in the meantime, the request has a new ID, and the old ID gets 404.',
  params: { id: UpgradeId },
  responses: {
    200: json('The request is granted.', UpgradeRecord, {
      Granted: {
        ...UPGRADE_EXAMPLE,
        currentPlan: 'PRO',
        state: 'granted',
        answeredAt: '2026-11-20T14:30:00.000Z',
      },
    }),
  },
  refusals: ['UPGRADE_NOT_FOUND', 'UPGRADE_ANSWERED'],
  handle: async (c) => c.json(upgradeRecord(await grantUpgrade(c.env, c.req.param('id'), c.get('now')))),
});
