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
    'The account, and every key that follows it, has the plan from the next request on. Granting again changes nothing. If the account has asked for another plan since, that is another request, and the id of the former one is 404.',
  params: { id: UpgradeId },
  responses: {
    200: json('The request is granted.', UpgradeRecord, {
      granted: {
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
