/** POST /admin/upgrades/:id/grant: the account has the plan from the next request on. */
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { grantUpgrade as grant, upgradeRecord } from '../../upgrades';

const handlers = createHandlers(async (c) =>
  c.json(upgradeRecord(await grant(c.env, c.req.param('id') ?? '', c.get('now')))),
);

export const grantUpgrade = endpoint({
  method: 'POST',
  path: '/admin/upgrades/:id/grant',
  access: 'operator',
  summary: 'Grant an upgrade',
  handlers,
});
