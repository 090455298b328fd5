/** POST /v2/key/revoke: revokes the key of the request. Anybody who finds a key can call it (specification 12.11). */
import { revokeKey } from '#api/accounts/keys';
import { endpoint } from '#api/http/endpoint';
import { nothing } from '#api/http/response';

export const revokeOwnKeyEndpoint = endpoint({
  method: 'POST',
  path: '/v2/key/revoke',
  access: 'key',
  scope: null,
  reach: 'key',
  ignoresLimits: true,
  tag: 'Account',
  id: 'revokeOwnKey',
  summary: 'Revoke this key',
  description:
    'Revokes the key of the request for good. Anyone who finds a leaked key can do this.\n\n- If the key was rotated, its previous secret stops working too.\n- Every call that is sent after the response is refused.\n- The console shows the owner that the key was revoked with this call.\n- The call also works if the key has used up its limit per minute or per month.\n- It needs no body.',
  responses: { 204: nothing('The key is revoked.') },
  refusals: [],
  handle: async (c) => {
    const { id, name } = c.get('key');
    await revokeKey(c.env, id, { kind: 'key', id, name }, c.get('now'), c.get('now'));
    return c.body(null, 204);
  },
});
