/** POST /admin/keys/:id/rotate: gives a key a new text (specification 12.5 and 13.3). */
import * as z from 'zod';
import { keyRecord, NEW_KEY_EXAMPLE, NewKeyRecord } from '#api/accounts/key-record';
import { rotateKey } from '#api/accounts/rotation';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { OPERATOR } from '#domain/account-events';
import { KeyId } from '../params';

const DEFAULT_GRACE_SECONDS = 86_400;
const MAX_GRACE_SECONDS = 604_800;
const RULE = `graceSeconds must be a whole number from 0 to ${MAX_GRACE_SECONDS}`;

const Body = z.object({
  graceSeconds: z
    .number(RULE)
    .int(RULE)
    .min(0, RULE)
    .max(MAX_GRACE_SECONDS, RULE)
    .default(DEFAULT_GRACE_SECONDS)
    .describe('The number of seconds for which the replaced text still works.'),
  endsPrevious: z
    .boolean('endsPrevious must be true or false')
    .optional()
    .describe(
      'For a key whose previous text still works. `true` ends the previous text at once. `false` requires `graceSeconds` ' +
        '0: it ends the current text at once, and the previous text works until its end. Use `false` if the current ' +
        'text was lost.',
    ),
});

export const rotateKeyEndpoint = endpoint({
  method: 'POST',
  path: '/admin/keys/:id/rotate',
  access: 'operator',
  tag: 'Operator',
  id: 'rotateKey',
  summary: 'Rotate a key',
  description:
    'Gives the key a new text. While the replaced text works, calls with either text count in the same window and ' +
    'month. A key has at most two texts that work, so a rotation needs `endsPrevious` while a previous text still ' +
    'works. The body may be omitted.',
  params: { id: KeyId },
  body: {
    schema: Body,
    isOptional: true,
    examples: {
      'an hour': { graceSeconds: 3_600 },
      'at once': { graceSeconds: 0 },
      'inside a grace': { endsPrevious: true },
    },
  },
  responses: { 200: json('The key, with its new text.', NewKeyRecord, { key: NEW_KEY_EXAMPLE }) },
  refusals: ['KEY_NOT_FOUND', 'KEY_REVOKED', 'ROTATION_UNDER_WAY', 'KEY_ROTATED'],
  handle: async (c) => {
    const { graceSeconds, endsPrevious } = c.req.valid('json');
    const now = c.get('now');
    const { key, text } = await rotateKey(c.env, c.req.param('id'), graceSeconds, OPERATOR, now, { endsPrevious });
    return c.json({ ...keyRecord(key, now), key: text });
  },
});
