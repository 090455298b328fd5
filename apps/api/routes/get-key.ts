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
  summary: 'Read this key',
  description:
    'Returns what the key of the request may do.\n\n- `scopes` lists what the key may do.\n- `expiresAt` says when it stops working, and is `null` if it never does.\n- `links` says whether it reaches all links of the account, or only those that it created itself.\n- `origins` lists the web pages that may use it.\n- `limits` has the calls that it may make per minute and per month.\n\nThe request counts as a call.',
  responses: { 200: json('The key.', KeySelf, { 'a key for a page': KEY_SELF_EXAMPLE }) },
  refusals: [],
  handle: (c) => c.json(keySelf(c.get('key'), c.get('reading'))),
});
