/**
 * API keys in responses: to the operator and the owner (specification 13.3), and to the key itself (specification
 * 12.11). Only the response that creates a key holds its text.
 */
import * as z from 'zod';
import { Timestamp } from '#api/http/fields';
import type { AdmittedKey } from '#domain/admission';
import { KEY_MAKERS, KEY_STATUSES, pickRights, SCOPES } from '#domain/key-rights';
import type { RateLimitStatus } from '#domain/meter';
import { PLANS } from '#domain/plans';
import { makeKeyPrefix } from '#secrets/key-text';
import { RightsRecord, rightsRecord, UNRESTRICTED_EXAMPLE } from './key-rights';
import type { Key } from './keys';
import { readTexts } from './rotation';

const LAST_FOUR = 'The last 4 random characters of the secret. 6 characters of checksum follow them.';

/** An API key in a response. D1 does not hold the text of a key: only its id, its digest and four random characters. */
export const KeyRecord = z
  .strictObject({
    id: z.string().describe('The ID of the key. It isn’t secret.'),
    accountId: z.string().describe('The ID of the account that owns the key.'),
    name: z.string().describe('The name of the key.'),
    plan: z.enum(PLANS).describe('The plan of the key, or of its account if the key has none.'),
    followsAccountPlan: z
      .boolean()
      .describe('`true` if the key has the plan of its account, `false` if it has its own.'),
    status: z.enum(KEY_STATUSES).describe('Only `active` keys work. `revoked` is final.'),
    prefix: z.string().describe('The beginning of the secret, with the ID. It isn’t secret itself.'),
    lastFour: z.string().describe(`${LAST_FOUR} Empty once the account is deleted.`),
    previousText: z
      .strictObject({
        lastFour: z.string().describe(LAST_FOUR),
        worksUntil: Timestamp.describe('When it stops working.'),
      })
      .nullable()
      .describe('The secret before the last rotation, while it still works; `null` otherwise.'),
    ...RightsRecord,
    madeBy: z.enum(KEY_MAKERS).describe('Who created the key.'),
    lastUsedAt: Timestamp.nullable().describe('Hour of the last call; `null` before the first.'),
    selfRevokedAt: Timestamp.nullable().describe(
      'When the key was revoked with `POST /v2/key/revoke`; `null` if it wasn’t.',
    ),
    createdAt: Timestamp.describe('When the key was created.'),
  })
  .meta({ id: 'Key', description: 'An API key, without its secret.' });
export type KeyRecord = z.output<typeof KeyRecord>;

/** The response to the creation or the rotation of a key. No other response holds the text. */
export const NewKeyRecord = KeyRecord.extend({
  key: z.string().describe('The secret of the key. Only this response contains it.'),
}).meta({ id: 'KeyInput', description: 'An API key with its secret.' });

export const KEY_EXAMPLE: KeyRecord = {
  id: 'Jx3vT9aQmW5c',
  accountId: 'a4Tq81ZkX0bM',
  name: 'My key',
  plan: 'HOBBY',
  followsAccountPlan: true,
  status: 'active',
  prefix: 'sl_Jx3vT9aQmW5c',
  lastFour: 'p7Qd',
  previousText: null,
  ...UNRESTRICTED_EXAMPLE,
  madeBy: 'operator',
  lastUsedAt: '2026-11-21T09:00:00.000Z',
  selfRevokedAt: null,
  createdAt: '2026-11-20T12:00:00.000Z',
};

/** Nobody can use the text of the example, because its checksum is wrong. */
export const NEW_KEY_EXAMPLE = { ...KEY_EXAMPLE, key: 'sl_Jx3vT9aQmW5c0000000000000000000000000000p7Qd000000' };

/** Returns the record of a key. At `now` the previous text may still work, and is then part of the record. */
export function keyRecord(key: Key, now: number): KeyRecord {
  const { id, accountId, name, plan, accountPlan, status, madeBy, lastUsedAt, selfRevokedAt, createdAt } = key;
  const { current, previous } = readTexts(key, now);
  return {
    id,
    accountId,
    name,
    plan: plan ?? accountPlan,
    followsAccountPlan: plan === null,
    status,
    prefix: makeKeyPrefix(id),
    lastFour: current.lastFour,
    previousText: previous && {
      lastFour: previous.lastFour,
      worksUntil: new Date(previous.worksUntil).toISOString(),
    },
    ...rightsRecord(pickRights(key)),
    madeBy,
    lastUsedAt: toTimestamp(lastUsedAt),
    selfRevokedAt: toTimestamp(selfRevokedAt),
    createdAt: new Date(createdAt).toISOString(),
  };
}

const toTimestamp = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString());

export const KeySelf = z
  .strictObject({
    id: z.string().describe('The ID of the key. It isn’t secret.'),
    name: z.string().describe('The name of the key in the console.'),
    plan: z.enum(PLANS).describe('The plan that sets the limits and features of the key.'),
    ...RightsRecord,
    scopes: z.array(z.enum(SCOPES)).describe('What the key may do. An unrestricted key has all scopes.'),
    limits: z
      .strictObject({ perMinute: z.int().min(1), perMonth: z.int().min(1) })
      .describe('Calls per minute and per month: the limits of the plan, or those of the key where they are lower.'),
  })
  .meta({ id: 'KeySelf', description: 'What an API key is, and what it may do.' });
export type KeySelf = z.output<typeof KeySelf>;

export const KEY_SELF_EXAMPLE: KeySelf = {
  id: 'Jx3vT9aQmW5c',
  name: 'My page',
  plan: 'HOBBY',
  scopes: ['links:create'],
  expiresAt: '2027-01-01T00:00:00.000Z',
  links: 'own',
  origins: ['https://app.example.com'],
  limits: { perMinute: 10, perMonth: 1_000 },
};

export const keySelf = ({ id, name, plan, rights }: AdmittedKey, { limit, quota }: RateLimitStatus): KeySelf => ({
  id,
  name,
  plan,
  ...rightsRecord(rights),
  scopes: [...(rights.scopes ?? SCOPES)],
  limits: { perMinute: limit, perMonth: quota },
});
