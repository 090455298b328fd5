/** POST /admin/keys: makes a key, and an account for it where none is named (specification 13.3). */
import * as z from 'zod';
import { KeyName, PlanName } from '#api/accounts/fields';
import { createKey, keyRecord, NEW_KEY_EXAMPLE, NewKeyRecord } from '#api/accounts/keys';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';

const Body = z.object({
  name: KeyName,
  plan: PlanName.optional().describe('Left out: that of the account, or FREE for a new one.'),
  accountId: z
    .string('accountId must be a string')
    .optional()
    .describe('Left out: a new account of that name and plan.'),
});

export const createKeyEndpoint = endpoint({
  method: 'POST',
  path: '/admin/keys',
  access: 'operator',
  tag: 'Operator',
  id: 'createKey',
  summary: 'Create a key',
  description:
    'The text of the key is in the answer and nowhere else: only its hash is kept. An account has as many active keys as the setting `activeKeys` grants its plan, and 100 that are not revoked.',
  body: {
    schema: Body,
    examples: {
      'with a new account': { name: 'My key', plan: 'HOBBY' },
      'of an account': { name: 'My second key', accountId: 'a4Tq81ZkX0bM' },
    },
  },
  answers: { 201: json('The key, with its text.', NewKeyRecord, { key: NEW_KEY_EXAMPLE }) },
  refusals: ['ACCOUNT_NOT_FOUND', 'KEYS_REACHED', 'ACTIVE_KEYS_REACHED'],
  handle: async (c) => {
    const { key, text } = await createKey(c.env, c.req.valid('json'), c.get('now'));
    return c.json({ ...keyRecord(key, c.get('now')), key: text }, 201);
  },
});
