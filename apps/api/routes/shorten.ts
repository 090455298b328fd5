/** POST /v2/shorten: creates a short link (contract, "Endpoints"). */
import { createHandlers } from '../context';
import { endpoint } from '../endpoint';
import { idempotent } from '../idempotency';
import { linkRecord } from '../link-record';
import { makingFor } from '../making';
import { jsonBody } from '../middleware/json-body';
import { shortenOne } from '../shorten-each';

const handlers = createHandlers(jsonBody, idempotent, async (c) => {
  const link = await shortenOne(makingFor(c, c.get('key')), c.get('body'));
  return c.json(linkRecord(link, c.get('config').shortBaseUrl), 201);
});

export const shorten = endpoint({
  method: 'POST',
  path: '/v2/shorten',
  access: 'key',
  summary: 'Create a short link',
  handlers,
});
