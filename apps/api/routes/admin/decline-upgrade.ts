/** POST /admin/upgrades/:id/decline: the message stands in the account's console. */
import * as z from 'zod';
import { createHandlers } from '../../context';
import { endpoint } from '../../endpoint';
import { jsonBody } from '../../middleware/json-body';
import { declineUpgrade as decline, upgradeRecord } from '../../upgrades';
import { valid } from '../../validation';

const RULE = 'message must be 1 to 500 characters';
const Body = z.object({ message: z.string('message must be a string').trim().min(1, RULE).max(500, RULE) });

const handlers = createHandlers(jsonBody, valid('json', Body), async (c) => {
  const { message } = c.req.valid('json');
  return c.json(upgradeRecord(await decline(c.env, c.req.param('id') ?? '', message, c.get('now'))));
});

export const declineUpgrade = endpoint({
  method: 'POST',
  path: '/admin/upgrades/:id/decline',
  access: 'operator',
  summary: 'Decline an upgrade',
  handlers,
});
