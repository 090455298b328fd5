/**
 * DELETE /admin/keys/:id/previous-text: ends the text that a key had before its last rotation
 * (docs/design/keys-and-metering.md).
 */
import { endPreviousText } from '#api/accounts/rotation';
import { endpoint } from '#api/http/endpoint';
import { nothing } from '#api/http/response';
import { OPERATOR } from '#domain/account-events';
import { KeyId } from '../params';

export const endPreviousTextEndpoint = endpoint({
  method: 'DELETE',
  path: '/admin/keys/:id/previous-text',
  access: 'operator',
  tag: 'Operator',
  id: 'endPreviousText',
  summary: 'End the previous secret',
  description:
    'Ends the previous secret of a key before its grace period is over. Calls with it that are sent after the response ' +
    'get 401.\n\n> This can’t be undone.\n\nIf the key has no previous secret, nothing changes.',
  params: { id: KeyId },
  responses: { 204: nothing('Only the current secret works.') },
  refusals: ['KEY_NOT_FOUND'],
  handle: async (c) => {
    await endPreviousText(c.env, c.req.param('id'), OPERATOR, c.get('now'));
    return c.body(null, 204);
  },
});
