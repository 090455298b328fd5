/** POST /v2/shorten: creates a short link (contract, "Endpoints"). */
import { PLAN_FEATURES } from '#domain/plans';
import { createHandlers } from '../context';
import { endpoint } from '../endpoint';
import { drawOf, idempotent } from '../idempotency';
import { withinLinkQuota } from '../link-quota';
import { linkRecord } from '../link-record';
import { readLinkRequest } from '../link-request';
import { createLink } from '../links';
import { jsonBody } from '../middleware/json-body';

const handlers = createHandlers(jsonBody, idempotent, async (c) => {
  const { planPolicy, shortBaseUrl } = c.get('config');
  const { accountId, plan } = c.get('key');
  const terms = { accountId, features: PLAN_FEATURES[planPolicy][plan], settings: c.get('settings') };
  const request = readLinkRequest(c.get('body'), terms);
  const link = await withinLinkQuota(c, 1, () => createLink(c.env, request, drawOf(c), c.get('now')));
  return c.json(linkRecord(link, shortBaseUrl), 201);
});

export const shorten = endpoint({
  method: 'POST',
  path: '/v2/shorten',
  access: 'key',
  summary: 'Create a short link',
  handlers,
});
