/** DELETE /admin/keys/:id: revokes a key for ever (specification 13.3). */
import { revokeKey } from '#api/accounts/keys';
import { endpoint } from '#api/http/endpoint';
import { nothing } from '#api/http/response';
import { OPERATOR } from '#domain/account-events';
import { KeyId } from '../params';

export const revokeKeyEndpoint = endpoint({
  method: 'DELETE',
  path: '/admin/keys/:id',
  access: 'operator',
  tag: 'Operator',
  id: 'revokeKey',
  summary: 'Revoke a key',
  description:
    'Revokes a key. Calls that are sent after the response get 401.\n\n> This can’t be undone. To stop a key for a while, change its `status` to `inactive`.\n\nRevoking it again has no effect.',
  params: { id: KeyId },
  responses: { 204: nothing('The key is revoked.') },
  refusals: ['KEY_NOT_FOUND'],
  handle: async (c) => {
    await revokeKey(c.env, c.req.param('id'), OPERATOR, c.get('now'));
    return c.body(null, 204);
  },
});
