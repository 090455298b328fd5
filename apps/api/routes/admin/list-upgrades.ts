/** GET /admin/upgrades: the plans that are asked for and not answered yet, a page at a time. */
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { nextCursor, Page } from '../../page';
import { listUpgrades as list, upgradeRecord } from '../../upgrades';
import { valid } from '../../validation';

const handlers = createHandlers(valid('query', Page), async (c) => {
  const page = c.req.valid('query');
  const upgrades = await list(c.env, page);
  return c.json({ upgrades: upgrades.map(upgradeRecord), nextCursor: nextCursor(upgrades, page) });
});

export const listUpgrades = endpoint({
  method: 'GET',
  path: '/admin/upgrades',
  access: 'operator',
  summary: 'List open upgrade requests',
  handlers,
});
