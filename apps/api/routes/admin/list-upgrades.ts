/** GET /admin/upgrades: a page of the open upgrade requests (specification 13.8). */
import * as z from 'zod';
import { listUpgrades, UPGRADE_EXAMPLE, UpgradeRecord, upgradeRecord } from '#api/accounts/upgrades';
import { endpoint } from '#api/http/endpoint';
import { NextCursor, nextCursor, Pagination } from '#api/http/pagination';
import { json } from '#api/http/response';

const Upgrades = z.strictObject({ upgrades: z.array(UpgradeRecord), nextCursor: NextCursor });

export const listUpgradesEndpoint = endpoint({
  method: 'GET',
  path: '/admin/upgrades',
  access: 'operator',
  tag: 'Operator',
  id: 'listUpgrades',
  summary: 'List open upgrade requests',
  description:
    'The upgrade requests that accounts have made in the console, and that you have neither granted nor declined.',
  query: Pagination,
  responses: {
    200: json('A page of requests.', Upgrades, { 'the last page': { upgrades: [UPGRADE_EXAMPLE], nextCursor: null } }),
  },
  refusals: [],
  handle: async (c) => {
    const page = c.req.valid('query');
    const upgrades = await listUpgrades(c.env, page);
    return c.json({ upgrades: upgrades.map(upgradeRecord), nextCursor: nextCursor(upgrades, page) });
  },
});
