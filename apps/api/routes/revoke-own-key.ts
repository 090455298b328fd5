/** POST /v2/key/revoke: revokes the key of the request. Anybody who finds a key can call it, unless it is a key for pages (specification 12.11). */
import { revokeKey } from '#api/accounts/keys';
import { endpoint } from '#api/http/endpoint';
import { nothing } from '#api/http/response';
import { Refusal } from '#domain/refusal';

export const revokeOwnKeyEndpoint = endpoint({
  method: 'POST',
  path: '/v2/key/revoke',
  access: 'key',
  scope: null,
  reach: 'key',
  ignoresLimits: true,
  tag: 'API key',
  id: 'revokeOwnKey',
  summary: 'Revoke this key',
  description:
    'Revokes the key that sends the request. Anyone who finds a leaked key can do this. A key with origins is used in web pages, where every visitor can read it: only its owner can revoke it, in the console.\n\n> This can’t be undone.\n\n- Calls that are sent after the response get 401.\n- If the key was rotated, its previous secret stops working too.\n- The call also works when the key has used up its limits.\n- The owner sees in the console that the key was revoked by this call.',
  responses: { 204: nothing('The key is revoked.') },
  refusals: ['KEY_IN_PAGES'],
  handle: async (c) => {
    const { id, name, rights } = c.get('key');
    // Every visitor of such a page can read the key, so anybody could end it.
    if (rights.origins !== null) throw new Refusal('KEY_IN_PAGES');
    await revokeKey(c.env, id, { kind: 'key', id, name }, c.get('now'), c.get('now'));
    return c.body(null, 204);
  },
});
