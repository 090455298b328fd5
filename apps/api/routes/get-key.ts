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
  tag: 'Account',
  id: 'getKey',
  summary: 'Read what the key may do',
  description: 'The scopes, the end, the reach, the origins and the limits of the key. The request counts as a call.',
  responses: { 200: json('The key.', KeySelf, { 'a key for a page': KEY_SELF_EXAMPLE }) },
  refusals: [],
  handle: (c) => c.json(keySelf(c.get('key'), c.get('reading'))),
});
