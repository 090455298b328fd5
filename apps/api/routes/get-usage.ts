/** GET /v2/usage: the plan, its limits, and what is left of them (answers, section 12). A call like any other. */
import { createHandlers } from '../context';
import { endpoint } from '../endpoint';
import { keysInUse, usageOf } from '../usage';

const handlers = createHandlers(async (c) => {
  const { accountId, plan } = c.get('key');
  const { planPolicy } = c.get('config');
  const keys = await keysInUse(c.env, accountId);
  return c.json(usageOf({ plan, planPolicy, reading: c.get('reading'), settings: c.get('settings'), keys }));
});

export const getUsage = endpoint({
  method: 'GET',
  path: '/v2/usage',
  access: 'key',
  summary: 'Read what is left of the plan',
  handlers,
});
