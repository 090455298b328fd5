/** GET /v2/usage: the plan of the key, its limits, and how much of each is left (specification 8.7). */
import { keysInUse, USAGE_EXAMPLE, Usage, usageOf } from '#api/accounts/usage';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';

export const getUsageEndpoint = endpoint({
  method: 'GET',
  path: '/v2/usage',
  access: 'key',
  scope: null,
  reach: 'account',
  tag: 'API key',
  id: 'getUsage',
  summary: 'Read the usage of this key',
  description:
    'Returns the plan of this key, its limits, how much of each is left, and its features. Counts as one call.',
  responses: { 200: json('The usage.', Usage, { 'A key on Hobby': USAGE_EXAMPLE }) },
  refusals: [],
  handle: async (c) => {
    const { accountId, plan } = c.get('key');
    const { planPolicy } = c.get('config');
    const keys = await keysInUse(c.env, accountId);
    return c.json(usageOf({ plan, planPolicy, reading: c.get('reading'), settings: c.get('settings'), keys }));
  },
});
