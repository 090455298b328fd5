/** GET /v2/usage: the plan of the key, its limits, and what is left of them (specification 8.7). It counts as a call. */
import { keysInUse, USAGE_EXAMPLE, Usage, usageOf } from '#api/accounts/usage';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';

export const getUsageEndpoint = endpoint({
  method: 'GET',
  path: '/v2/usage',
  access: 'key',
  tag: 'Account',
  id: 'getUsage',
  summary: 'Read what is left of the plan',
  description: 'The plan of the key, its limits and what is left of them, and what it may do. A call like any other.',
  responses: { 200: json('What is left.', Usage, { 'a key on HOBBY': USAGE_EXAMPLE }) },
  refusals: [],
  handle: async (c) => {
    const { accountId, plan } = c.get('key');
    const { planPolicy } = c.get('config');
    const keys = await keysInUse(c.env, accountId);
    return c.json(usageOf({ plan, planPolicy, reading: c.get('reading'), settings: c.get('settings'), keys }));
  },
});
