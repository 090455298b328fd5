/** POST /v2/shorten: creates a short link (contract, "Endpoints"). */
import { createHandlers } from '../context';
import { endpoint } from '../endpoint';
import { drawOf, idempotent } from '../idempotency';
import { withinLinkQuota } from '../link-quota';
import { linkRecord } from '../link-record';
import { readLinkRequest } from '../link-request';
import { createLink } from '../links';
import { jsonBody } from '../middleware/json-body';
import { termsFor } from '../terms';
import { vetDestination } from '../threats/vet';

const handlers = createHandlers(jsonBody, idempotent, async (c) => {
  const request = readLinkRequest(c.get('body'), termsFor(c, c.get('key')));
  const threat = await vetDestination(c.env, request.url, c.get('now'));
  const link = await withinLinkQuota(c, 1, () => createLink(c.env, { ...request, threat }, drawOf(c), c.get('now')));
  return c.json(linkRecord(link, c.get('config').shortBaseUrl), 201);
});

export const shorten = endpoint({
  method: 'POST',
  path: '/v2/shorten',
  access: 'key',
  summary: 'Create a short link',
  handlers,
});
