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
    'From the next request on the account has the plan, and so has every key without a plan of its own. A second grant changes nothing. If the account has requested another plan meanwhile, the former id is 404, and the request has a new id.',
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
