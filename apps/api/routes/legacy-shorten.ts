/** POST /shorten: the earlier, keyless way, where the deployment still offers it (contract, "Versioning"; answers, section 12). */
import { createHandlers } from '../context';
import { drawLink } from '../draw';
import { endpoint } from '../endpoint';
import { linkRecord } from '../link-record';
import { readLinkRequest } from '../link-request';
import { createLink } from '../links';
import { jsonBody } from '../middleware/json-body';
import { termsFor } from '../terms';
import { vetDestination } from '../threats/vet';

/** The built-in account that owns the links made without a key, and the plan whose options they have. */
const LEGACY = { accountId: 'legacy', plan: 'FREE', reservedOverride: false } as const;

const handlers = createHandlers(jsonBody, async (c) => {
  const request = readLinkRequest(c.get('body'), termsFor(c, LEGACY));
  const threat = await vetDestination(c.env, request.url, c.get('now'));
  const link = await createLink(c.env, { ...request, threat }, drawLink(), c.get('now'));
  return c.json(linkRecord(link, c.get('config').shortBaseUrl), 201);
});

export const legacyShorten = endpoint({
  method: 'POST',
  path: '/shorten',
  access: 'address',
  summary: 'Create a short link without a key',
  handlers,
});
