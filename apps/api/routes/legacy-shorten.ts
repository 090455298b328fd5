/** POST /shorten: the earlier, keyless way, where the deployment still offers it (contract, "Versioning"; answers, section 12). */
import { PLAN_FEATURES } from '#domain/plans';
import { createHandlers } from '../context';
import { drawLink } from '../draw';
import { endpoint } from '../endpoint';
import { linkRecord } from '../link-record';
import { readLinkRequest } from '../link-request';
import { createLink } from '../links';
import { jsonBody } from '../middleware/json-body';

/** The built-in account that owns the links made without a key. */
const ACCOUNT_ID = 'legacy';

const handlers = createHandlers(jsonBody, async (c) => {
  const { planPolicy, shortBaseUrl } = c.get('config');
  const terms = { accountId: ACCOUNT_ID, features: PLAN_FEATURES[planPolicy].FREE, settings: c.get('settings') };
  const request = readLinkRequest(c.get('body'), terms);
  const link = await createLink(c.env, request, drawLink(), c.get('now'));
  return c.json(linkRecord(link, shortBaseUrl), 201);
});

export const legacyShorten = endpoint({
  method: 'POST',
  path: '/shorten',
  access: 'address',
  summary: 'Create a short link without a key',
  handlers,
});
