/** The usage of a key: what is left of its limits, and what its plan and the platform allow (specification 8.7). */
import { eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { databaseOf } from '#api/database/database';
import { accounts } from '#api/database/schema';
import { Timestamp } from '#api/http/timestamp';
import type { Env } from '#api/platform/env';
import { MAX_CODE_LENGTH } from '#domain/codes';
import type { RateLimitStatus } from '#domain/meter';
import { PLAN_FEATURES, PLANS, type Plan, type PlanPolicy } from '#domain/plans';
import type { Settings } from '#domain/settings';
import { activeKeys } from './key-caps';

const Count = z.int().min(0);

/** The fields of a limit: `remaining` is never negative. */
const share = { limit: Count, used: Count, remaining: Count };

/** The settings that can be listed as off. `maintenance` is missing, because the request is 503 while it is on. */
const SWITCHES = ['shortening', 'aliases', 'passwords', 'expiration', 'clickLimits', 'qr'] as const;

export const Usage = z
  .strictObject({
    plan: z.enum(PLANS),
    window: z
      .strictObject({ ...share, resetsAt: Timestamp })
      .describe('Calls in the 60 seconds under way, this one included.'),
    month: z
      .strictObject({ ...share, resetsAt: Timestamp })
      .describe('Calls in the calendar month, this one included.'),
    links: z
      .strictObject({ ...share, resetsAt: Timestamp })
      .nullable()
      .describe('Links made in the calendar month; `null` where no quota limits them.'),
    activeKeys: z.strictObject(share).describe('Active keys of the account, by its own plan.'),
    features: z
      .strictObject({
        alias: z.strictObject({ minLength: z.int(), maxLength: z.int() }).nullable(),
        expiresIn: z.boolean(),
        maxClicks: z.boolean(),
        password: z.boolean(),
      })
      .describe('What the plan grants; `alias` is `null` where it grants none.'),
    disabled: z.array(z.enum(SWITCHES)).describe('What the platform has switched off for everybody.'),
  })
  .meta({ id: 'Usage', description: 'What a key may do, and what is left of it.' });
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

/** The active keys of an account, and the plan that caps them. */
export async function keysInUse(env: Env, accountId: string): Promise<KeysInUse> {
  const active = sql<number>`(${activeKeys(accountId)})`;
  const ofAccount = databaseOf(env.DB).select({ plan: accounts.plan, active }).from(accounts);
  const found = await ofAccount.where(eq(accounts.id, accountId)).get();
  if (found === undefined) throw new Error('A key without an account');
  return found;
}

type Known = {
  readonly plan: Plan;
  readonly planPolicy: PlanPolicy;
  readonly reading: RateLimitStatus;
  readonly settings: Settings;
  readonly keys: KeysInUse;
};

/** Puts the usage of a key together; times are epoch milliseconds in `reading`, and ISO 8601 in the result. */
export function usageOf({ plan, planPolicy, reading, settings, keys }: Known): Usage {
  const { minAliasLength, ...features } = PLAN_FEATURES[planPolicy][plan];
  const linkQuota = settings.linkQuota[plan];
  const monthEnds = { resetsAt: new Date(reading.monthEndsAt).toISOString() };
  return {
    plan,
    window: {
      ...shareOf(reading.limit, reading.limit - reading.remaining),
      resetsAt: new Date(reading.windowEndsAt).toISOString(),
    },
    month: { ...shareOf(reading.quota, reading.quota - reading.quotaRemaining), ...monthEnds },
    links: linkQuota === null ? null : { ...shareOf(linkQuota, reading.links), ...monthEnds },
    activeKeys: shareOf(settings.activeKeys[keys.plan], keys.active),
    features: {
      alias: minAliasLength === null ? null : { minLength: minAliasLength, maxLength: MAX_CODE_LENGTH },
      ...features,
    },
    disabled: SWITCHES.filter((name) => !settings[name]),
  };
}

/** A limit and its use. More can be used than a limit allows, once the operator has lowered it. */
const shareOf = (limit: number, used: number) => ({ limit, used, remaining: Math.max(0, limit - used) });
