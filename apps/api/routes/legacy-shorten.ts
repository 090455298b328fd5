/** POST /shorten: the earlier, keyless way, where the deployment still offers it (contract, "Versioning"; answers, section 12). */
import { createHandlers } from '../context';
import { endpoint } from '../endpoint';
import { linkRecord } from '../link-record';
import { makingFor } from '../making';
import { jsonBody } from '../middleware/json-body';
import { shortenOne } from '../shorten-each';

/** The built-in account that owns the links made without a key, and the plan whose options they have. */
const LEGACY = { id: 'legacy', accountId: 'legacy', plan: 'FREE', reservedOverride: false } as const;

const handlers = createHandlers(jsonBody, async (c) => {
  const link = await shortenOne(makingFor(c, LEGACY, null), c.get('body'));
  return c.json(linkRecord(link, c.get('config').shortBaseUrl), 201);
});

export const legacyShorten = endpoint({
  method: 'POST',
  path: '/shorten',
  access: 'address',
  summary: 'Create a short link without a key',
  handlers,
});
