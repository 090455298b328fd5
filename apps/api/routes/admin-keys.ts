/** The operator’s endpoints for keys (specification 13.3). */
import { Hono } from 'hono';
import * as z from 'zod';
import { KeyName, PlanName } from '#api/accounts/accounts';
import { KEY_EXAMPLE, KeyRecord, keyRecord, NEW_KEY_EXAMPLE, NewKeyRecord } from '#api/accounts/key-record';
import { RIGHTS_FIELDS } from '#api/accounts/key-rights';
import { changeKey, createKey, listKeys, revokeKey } from '#api/accounts/keys';
import { endPreviousText, rotateKey } from '#api/accounts/rotation';
import type { AppEnv } from '#api/http/context';
import { endpoint } from '#api/http/endpoint';
import { NextCursor, Pagination } from '#api/http/fields';
import { json, nothing } from '#api/http/response';
import { OPERATOR } from '#domain/account-events';
import { KEY_STATUSES } from '#domain/key-rights';
import { KeyId } from './params';

export const keyRoutes = new Hono<AppEnv>();

const NewKey = z.object({
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

// POST /admin/keys: creates a key, and an account for it if the body names none (specification 13.3).
keyRoutes.post(
  '/keys',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'createKey',
    summary: 'Create a key',
    description:
      'Creates a key, and an account for it if you name none.\n\n- Only this response contains the secret. The service stores a hash of it.\n- The setting `activeKeys` limits how many active keys an account may have. It may have 100 keys that aren’t revoked.',
    body: {
      schema: NewKey,
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
  }),
);

const KeyList = z.strictObject({ keys: z.array(KeyRecord), nextCursor: NextCursor });

// GET /admin/keys: a page of all keys (specification 13.3).
keyRoutes.get(
  '/keys',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'listKeys',
    summary: 'List keys',
    description:
      'Lists all keys, including revoked ones, sorted by ID. The list has no secrets, because the service doesn’t store them.',
    query: Pagination,
    responses: {
      200: json('A page of keys.', KeyList, { 'The last page': { keys: [KEY_EXAMPLE], nextCursor: null } }),
    },
    refusals: [],
    handle: async (c) => {
      const { rows, nextCursor } = await listKeys(c.env, c.req.valid('query'));
      return c.json({ keys: rows.map((key) => keyRecord(key, c.get('now'))), nextCursor });
    },
  }),
);

const KeyChange = z.object({
  name: KeyName.optional(),
  plan: PlanName.nullable().optional().describe('`null` gives the key the plan of its account.'),
  status: z
    .enum(KEY_STATUSES, `status must be one of ${KEY_STATUSES.join(', ')}`)
    .optional()
    .describe('An `inactive` key can become `active` again. `revoked` is final.'),
  ...RIGHTS_FIELDS,
});

// PATCH /admin/keys/:id: changes the name, the plan, the status or the rights of a key (specification 13.3).
keyRoutes.patch(
  '/keys/:id',
  ...endpoint({
    access: 'operator',
    tag: 'Operator',
    id: 'changeKey',
    summary: 'Change a key',
    description:
      'Changes a key. Fields that you leave out don’t change. Every request that is sent after the response sees the change.',
    params: { id: KeyId },
    body: {
      schema: KeyChange,
      examples: {
        'Switch off': { status: 'inactive' },
        'Own plan': { plan: 'PRO' },
        'Read only': { scopes: ['links:read', 'stats:read'] },
      },
    },
    responses: { 200: json('The changed key.', KeyRecord, { 'Switch off': { ...KEY_EXAMPLE, status: 'inactive' } }) },
    refusals: ['KEY_NOT_FOUND', 'KEY_REVOKED', 'ACTIVE_KEYS_REACHED'],
    handle: async (c) => {
      const now = c.get('now');
      return c.json(keyRecord(await changeKey(c.env, c.req.param('id'), c.req.valid('json'), OPERATOR, now), now));
    },
  }),
);

const DEFAULT_GRACE_SECONDS = 86_400;
const MAX_GRACE_SECONDS = 604_800;
const GRACE_RULE = `graceSeconds must be a whole number from 0 to ${MAX_GRACE_SECONDS}`;

const Rotation = z.object({
  graceSeconds: z
    .number(GRACE_RULE)
    .int(GRACE_RULE)
    .min(0, GRACE_RULE)
    .max(MAX_GRACE_SECONDS, GRACE_RULE)
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

// POST /admin/keys/:id/rotate: gives a key a new secret (specification 12.5 and 13.3).
keyRoutes.post(
  '/keys/:id/rotate',
  ...endpoint({
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
      schema: Rotation,
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
  }),
);

// DELETE /admin/keys/:id/previous-text: ends the secret that a key had before its last rotation
// (docs/design/keys-and-metering.md).
keyRoutes.delete(
  '/keys/:id/previous-text',
  ...endpoint({
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
  }),
);

// DELETE /admin/keys/:id: revokes a key for ever (specification 13.3).
keyRoutes.delete(
  '/keys/:id',
  ...endpoint({
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
  }),
);
