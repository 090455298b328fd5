/** The operator's settings: the body of a change, the change, and the response (specification 13.4). */

import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { columnName, openDatabase } from '#api/database/database';
import { settings } from '#api/database/schema';
import { PLANS, type Plan } from '#domain/plans';
import type { Settings } from '#domain/settings';
import type { Env } from './env';
import { keepSettings, readSettings } from './settings';

/** What each switch of a feature means. */
const SWITCHES = {
  shortening: 'Allows new links.',
  aliases: 'Allows aliases for links.',
  passwords: 'Allows passwords for links.',
  expiration: 'Allows expiry times for links.',
  clickLimits: 'Allows click limits for links.',
  qr: 'Allows QR codes.',
} as const;
type Switch = keyof typeof SWITCHES;

const MAINTENANCE = 'Closes the API: calls get 503. Visits and operator calls keep working.';
const ACTIVE_KEYS = 'Active keys per account, by plan.';
const LINK_QUOTA = 'New links per key and month, by plan. `null` means no limit.';

const onOff = (name: Switch | 'maintenance', description: string) =>
  z.boolean(`${name} must be true or false`).optional().describe(description);
const perPlan = <T extends z.ZodType>(name: string, amount: T) =>
  z.strictObject(
    Object.fromEntries(PLANS.map((plan) => [plan, amount.optional()])) as Record<Plan, z.ZodOptional<T>>,
    `${name} must be an object of amounts by plan`,
  );

const WHOLE = 'must be a whole number of at least 0';

/**
 * The body of PUT /admin/settings: any subset of the settings. An unknown name is refused, because it may be mistyped.
 */
export const SettingsChange = z.strictObject(
  {
    maintenance: onOff('maintenance', MAINTENANCE),
    shortening: onOff('shortening', SWITCHES.shortening),
    aliases: onOff('aliases', SWITCHES.aliases),
    passwords: onOff('passwords', SWITCHES.passwords),
    expiration: onOff('expiration', SWITCHES.expiration),
    clickLimits: onOff('clickLimits', SWITCHES.clickLimits),
    qr: onOff('qr', SWITCHES.qr),
    activeKeys: perPlan(
      'activeKeys',
      z.number(`activeKeys ${WHOLE}`).int(`activeKeys ${WHOLE}`).min(0, `activeKeys ${WHOLE}`),
    )
      .optional()
      .describe(ACTIVE_KEYS),
    linkQuota: perPlan(
      'linkQuota',
      z
        .number(`linkQuota ${WHOLE}, or null`)
        .int(`linkQuota ${WHOLE}, or null`)
        .min(0, `linkQuota ${WHOLE}, or null`)
        .nullable(),
    )
      .optional()
      .describe(LINK_QUOTA),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? `${issue.keys[0]} is not a setting` : undefined) },
);
export type SettingsChange = z.output<typeof SettingsChange>;

const everyPlan = <T extends z.ZodType>(amount: T) =>
  z.strictObject(Object.fromEntries(PLANS.map((plan) => [plan, amount])) as Record<Plan, T>);

/** Every setting, as responses show them. */
export const SettingsRecord = z
  .strictObject({
    maintenance: z.boolean().describe(MAINTENANCE),
    shortening: z.boolean().describe(SWITCHES.shortening),
    aliases: z.boolean().describe(SWITCHES.aliases),
    passwords: z.boolean().describe(SWITCHES.passwords),
    expiration: z.boolean().describe(SWITCHES.expiration),
    clickLimits: z.boolean().describe(SWITCHES.clickLimits),
    qr: z.boolean().describe(SWITCHES.qr),
    activeKeys: everyPlan(z.int().min(0)).describe(ACTIVE_KEYS),
    linkQuota: everyPlan(z.int().min(0).nullable()).describe(LINK_QUOTA),
  })
  .meta({ id: 'Settings', description: 'The settings that the operator can change while the service runs.' });

/** Changes the settings that `change` names. @returns all settings */
export async function changeSettings(env: Env, change: SettingsChange, now: number): Promise<Settings> {
  const rows = Object.entries(change).flatMap(([name, value]) => settingRows(name, value));
  if (rows.length > 0) await upsert(env, rows);
  const changed = await readSettings(env);
  keepSettings(env, changed, now);
  return changed;
}

type Row = typeof settings.$inferInsert;

/** Writes rows in one statement. Their parameters, two per row, stay within the hundred that D1 allows. */
const upsert = (env: Env, rows: Row[]) =>
  openDatabase(env.DB)
    .insert(settings)
    .values(rows)
    .onConflictDoUpdate({ target: settings.name, set: { value: sql`excluded.${columnName(settings.value)}` } });

/**
 * Returns the rows of a setting. Each plan has its own row, such as `linkQuota.FREE`, so that concurrent changes of two
 * plans do not overwrite each other.
 */
const settingRows = (name: string, value: unknown): Row[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([plan, amount]) => ({ name: `${name}.${plan}`, value: JSON.stringify(amount) }))
    : [{ name, value: JSON.stringify(value) }];
