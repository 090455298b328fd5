/** DELETE /admin/keys/:id/previous-text: ends the text before the last rotation (docs/adr/0034). */
import { endPreviousText } from '#api/accounts/rotation';
import { endpoint } from '#api/http/endpoint';
import { nothing } from '#api/http/response';
import { KeyId } from '../params';

export const endPreviousTextEndpoint = endpoint({
  method: 'DELETE',
  path: '/admin/keys/:id/previous-text',
  access: 'operator',
  tag: 'Operator',
  id: 'endPreviousText',
  summary: 'End a key’s previous text',
  description:
    'Ends the text before the last rotation at once, before its grace is over. No call with it that is sent after this ' +
    'has answered is let in. Where there is none, nothing changes.',
  params: { id: KeyId },
  answers: { 204: nothing('The current text is the only one that works.') },
  refusals: ['KEY_NOT_FOUND'],
  handle: async (c) => {
    await endPreviousText(c.env, c.req.param('id'));
    return c.body(null, 204);
  },
});
