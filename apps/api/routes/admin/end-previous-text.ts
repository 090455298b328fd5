/** DELETE /admin/keys/:id/previous-text: ends the text that a key had before its last rotation (docs/adr/0034). */
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
  summary: 'End a key’s previous text',
  description:
    'Ends the key’s previous text before its grace ends. The API refuses every call with that text that is sent after ' +
    'the response. Nothing changes if the key has no previous text.',
  params: { id: KeyId },
  responses: { 204: nothing('Only the current text works.') },
  refusals: ['KEY_NOT_FOUND'],
  handle: async (c) => {
    await endPreviousText(c.env, c.req.param('id'), OPERATOR, c.get('now'));
    return c.body(null, 204);
  },
});
