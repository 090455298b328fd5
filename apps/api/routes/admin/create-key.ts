/** POST /admin/keys: creates a key, and an account for it if the body names none (specification 13.3). */
import * as z from 'zod';
import { KeyName, PlanName } from '#api/accounts/fields';
import { keyRecord, NEW_KEY_EXAMPLE, NewKeyRecord } from '#api/accounts/key-record';
import { RIGHTS_FIELDS } from '#api/accounts/key-rights';
import { createKey } from '#api/accounts/keys';
import { endpoint } from '#api/http/endpoint';
import { json } from '#api/http/response';
import { OPERATOR } from '#domain/account-events';

const Body = z.object({
  name: KeyName,
  plan: PlanName.optional().describe(
    'A plan of its own for the key. Default: the plan of the account, or FREE for a new account.',
  ),
  accountId: z
    .string('accountId must be a string')
    .optional()
    .describe('The account that gets the key. Default: a new account with the name and the plan of the key.'),
  ...RIGHTS_FIELDS,
});

export const createKeyEndpoint = endpoint({
  method: 'POST',
  path: '/admin/keys',
  access: 'operator',
  tag: 'Operator',
  id: 'createKey',
  summary: 'Create a key',
  description:
    'Creates a key, and an account for it if you name none.\n\n- Only this response contains the secret. The service stores a hash of it.\n- The setting `activeKeys` limits how many active keys an account may have. It may have 100 keys that aren’t revoked.',
  body: {
    schema: Body,
    examples: {
      'New account': { name: 'My key', plan: 'HOBBY' },
      'Existing account': { name: 'My second key', accountId: 'a4Tq81ZkX0bM' },
      'For a web page': {
        name: 'My page',
        accountId: 'a4Tq81ZkX0bM',
        scopes: ['links:create'],
        expiresAt: '2027-01-01T00:00:00Z',
        links: 'own',
        origins: ['https://app.example.com'],
        limits: { perMinute: 10, perMonth: 1_000 },
      },
    },
  },
  responses: { 201: json('The key, with its secret.', NewKeyRecord, { 'New account': NEW_KEY_EXAMPLE }) },
  refusals: ['ACCOUNT_NOT_FOUND', 'KEYS_REACHED', 'ACTIVE_KEYS_REACHED'],
  handle: async (c) => {
    const { key, text } = await createKey(
      c.env,
      { ...c.req.valid('json'), madeBy: 'operator' },
      OPERATOR,
      c.get('now'),
    );
    return c.json({ ...keyRecord(key, c.get('now')), key: text }, 201);
  },
});
