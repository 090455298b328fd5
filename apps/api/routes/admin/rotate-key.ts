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
    .describe('Seconds for which the replaced secret keeps working: up to 7 days.'),
  endsPrevious: z
    .boolean('endsPrevious must be true or false')
    .optional()
    .describe(
      'Only during a grace period. `true` ends the previous secret at once. `false` is for a lost current secret: it ' +
        'ends that one at once, and the previous secret works until its end. It requires `graceSeconds` 0.',
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
    'Gives the key a new secret.\n\n- The replaced secret keeps working during a grace period: a day, unless you send `graceSeconds`.\n' +
    '- Calls with either secret count toward the same limits.\n' +
    '- A key has at most two working secrets. To rotate it again during a grace period, send `endsPrevious`.',
  params: { id: KeyId },
  body: {
    schema: Body,
    isOptional: true,
    examples: {
      'An hour': { graceSeconds: 3_600 },
      'At once': { graceSeconds: 0 },
      'During a grace period': { endsPrevious: true },
    },
  },
  responses: { 200: json('The key, with its new secret.', NewKeyRecord, { 'An hour': NEW_KEY_EXAMPLE }) },
  refusals: ['KEY_NOT_FOUND', 'KEY_REVOKED', 'ROTATION_UNDER_WAY', 'KEY_ROTATED'],
  handle: async (c) => {
    const { graceSeconds, endsPrevious } = c.req.valid('json');
    const now = c.get('now');
    const { key, text } = await rotateKey(c.env, c.req.param('id'), graceSeconds, OPERATOR, now, { endsPrevious });
    return c.json({ ...keyRecord(key, now), key: text });
  },
});
