/** The usage of a key: its limits, how much of each is used, and the features it may use (specification 8.7). */
import { eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { openDatabase } from '#api/database/database';
import { accounts } from '#api/database/schema';
import { Timestamp } from '#api/http/fields';
import type { Env } from '#api/platform/env';
import type { RateLimitStatus } from '#domain/meter';
import { PLAN_FEATURES, PLANS, type Plan, type PlanPolicy } from '#domain/plans';
import type { Settings } from '#domain/settings';
import { MAX_CODE_LENGTH } from '#domain/short-address';
import { activeKeys } from './key-caps';

const Count = z.int().min(0);

/** The fields of a limit. `remaining` is never negative. */
const LIMIT_FIELDS = {
  limit: Count.describe('The most that is allowed.'),
  used: Count.describe('How much of it is used.'),
  remaining: Count.describe('How much of it is left.'),
};

/** The settings that `disabled` can list. `maintenance` is not among them: during maintenance this request is 503. */
const SWITCHES = ['shortening', 'aliases', 'passwords', 'expiration', 'clickLimits', 'qr'] as const;

const ResetsAt = Timestamp.describe('When the count starts again at 0.');

export const Usage = z
  .strictObject({
    plan: z.enum(PLANS).describe('The plan of the key.'),
    window: z
      .strictObject({ ...LIMIT_FIELDS, resetsAt: ResetsAt })
      .describe('Calls in the current 60 seconds, including this one.'),
    month: z
      .strictObject({ ...LIMIT_FIELDS, resetsAt: ResetsAt })
      .describe('Calls in the current calendar month, including this one.'),
    links: z
      .strictObject({ ...LIMIT_FIELDS, resetsAt: ResetsAt })
      .nullable()
      .describe('Links created in the current calendar month; `null` if there is no quota.'),
    activeKeys: z
      .strictObject(LIMIT_FIELDS)
      .describe('Active keys of the account. The plan of the account sets the limit, not that of the key.'),
    features: z
      .strictObject({
        alias: z.strictObject({ minLength: z.int(), maxLength: z.int() }).nullable(),
        expiresIn: z.boolean(),
        maxClicks: z.boolean(),
        password: z.boolean(),
      })
      .describe('Features of the plan. `alias` is `null` if the plan has no aliases.'),
    disabled: z.array(z.enum(SWITCHES)).describe('Features that the operator has switched off for everyone.'),
  })
  .meta({ id: 'Usage', description: 'The features that a key may use, its limits, and how much of each is left.' });
export type Usage = z.output<typeof Usage>;

export const USAGE_EXAMPLE: Usage = {
  plan: 'HOBBY',
  window: { limit: 300, used: 2, remaining: 298, resetsAt: '2026-11-20T12:01:00.000Z' },
  month: { limit: 25_000, used: 1_204, remaining: 23_796, resetsAt: '2026-12-01T00:00:00.000Z' },
  links: null,
  activeKeys: { limit: 20, used: 1, remaining: 19 },
  features: { alias: { minLength: 4, maxLength: 50 }, expiresIn: true, maxClicks: true, password: false },
  disabled: [],
};

type KeysInUse = { readonly plan: Plan; readonly active: number };

/** Reads the number of an account's active keys, and the account's plan, which caps them. */
export async function keysInUse(env: Env, accountId: string): Promise<KeysInUse> {
  const active = sql<number>`(${activeKeys(accountId)})`;
  const ofAccount = openDatabase(env.DB).select({ plan: accounts.plan, active }).from(accounts);
  const found = await ofAccount.where(eq(accounts.id, accountId)).get();
  if (found === undefined) throw new Error('A key without an account');
  return found;
}

type UsageSources = {
  readonly plan: Plan;
  readonly planPolicy: PlanPolicy;
  readonly reading: RateLimitStatus;
  readonly settings: Settings;
  readonly keys: KeysInUse;
};

/** Returns the usage of a key. Times are epoch milliseconds in `reading`, and ISO 8601 in the result. */
export function makeUsage({ plan, planPolicy, reading, settings, keys }: UsageSources): Usage {
  const { minAliasLength, ...features } = PLAN_FEATURES[planPolicy][plan];
  const linkQuota = settings.linkQuota[plan];
  const monthEnds = { resetsAt: new Date(reading.monthEndsAt).toISOString() };
  return {
    plan,
    window: {
      ...limitAndUse(reading.limit, reading.limit - reading.remaining),
      resetsAt: new Date(reading.windowEndsAt).toISOString(),
    },
    month: { ...limitAndUse(reading.quota, reading.quota - reading.quotaRemaining), ...monthEnds },
    links: linkQuota === null ? null : { ...limitAndUse(linkQuota, reading.links), ...monthEnds },
    activeKeys: limitAndUse(settings.activeKeys[keys.plan], keys.active),
    features: {
      alias: minAliasLength === null ? null : { minLength: minAliasLength, maxLength: MAX_CODE_LENGTH },
      ...features,
    },
    disabled: SWITCHES.filter((name) => !settings[name]),
  };
}

/** A limit and its use. The use exceeds a limit that the operator has lowered below it. */
const limitAndUse = (limit: number, used: number) => ({ limit, used, remaining: Math.max(0, limit - used) });
