/** GET /v2/key: what the key of the request is, and what it may do (specification 12.11). */
import { KEY_SELF_EXAMPLE, KeySelf, keySelf } from '#api/accounts/key-self';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';

export const getKeyEndpoint = endpoint({
  method: 'GET',
  path: '/v2/key',
  access: 'key',
  scope: null,
  reach: 'key',
  tag: 'API key',
  id: 'getKey',
  summary: 'Read this key',
  description: 'Returns what this key may do. Counts as one call.',
  responses: { 200: json('The key.', KeySelf, { 'A key for a web page': KEY_SELF_EXAMPLE }) },
  refusals: [],
  handle: (c) => c.json(keySelf(c.get('key'), c.get('reading'))),
});
