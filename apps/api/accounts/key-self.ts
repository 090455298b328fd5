/** A key in the response to itself: what it is, and what it may do (specification 12.11). */
import * as z from 'zod';
import type { AdmittedKey } from '#domain/admission';
import type { RateLimitStatus } from '#domain/meter';
import { PLANS } from '#domain/plans';
import { SCOPES } from '#domain/scopes';
import { RightsRecord, rightsRecord } from './key-rights';

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
