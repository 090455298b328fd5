/** GET /admin/upgrades: a page of the open upgrade requests (specification 13.8). */
import * as z from 'zod';
import { listUpgrades, UPGRADE_EXAMPLE, UpgradeRecord, upgradeRecord } from '#api/accounts/upgrades';
import { endpoint } from '#api/http/endpoint';
import { NextCursor, Pagination } from '#api/http/pagination';
import { json } from '#api/http/response';

const Upgrades = z.strictObject({ upgrades: z.array(UpgradeRecord), nextCursor: NextCursor });

export const listUpgradesEndpoint = endpoint({
  method: 'GET',
  path: '/admin/upgrades',
  access: 'operator',
  tag: 'Operator',
  id: 'listUpgrades',
  summary: 'List open upgrade requests',
  description: 'Lists the requests for a higher plan from the console that you haven’t answered yet.',
  query: Pagination,
  responses: {
    200: json('A page of requests.', Upgrades, { 'The last page': { upgrades: [UPGRADE_EXAMPLE], nextCursor: null } }),
  },
  refusals: [],
  handle: async (c) => {
    const { rows, nextCursor } = await listUpgrades(c.env, c.req.valid('query'));
    return c.json({ upgrades: rows.map(upgradeRecord), nextCursor });
  },
});
