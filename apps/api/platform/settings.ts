/**
 * The operator's settings. A change holds everywhere within 30 seconds, without a deployment (specification 13.4 and
 * 15.1).
 */
import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { databaseOf } from '#api/database/database';
import { settings } from '#api/database/schema';
import { nameOf } from '#api/database/statements';
import { PLANS, type Plan } from '#domain/plans';
import type { Settings } from '#domain/settings';
import { isolateCopy } from '#store/isolate-copy';
import { logFault } from '#store/log-fault';
import { configOf } from './config';
import type { Env } from './env';

const onOff = (name: string) => z.boolean(`${name} must be true or false`);
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
    maintenance: onOff('maintenance').optional(),
    shortening: onOff('shortening').optional(),
    aliases: onOff('aliases').optional(),
    passwords: onOff('passwords').optional(),
    expiration: onOff('expiration').optional(),
    clickLimits: onOff('clickLimits').optional(),
    qr: onOff('qr').optional(),
    activeKeys: perPlan(
      'activeKeys',
      z.number(`activeKeys ${WHOLE}`).int(`activeKeys ${WHOLE}`).min(0, `activeKeys ${WHOLE}`),
    ).optional(),
    linkQuota: perPlan(
      'linkQuota',
      z
        .number(`linkQuota ${WHOLE}, or null`)
        .int(`linkQuota ${WHOLE}, or null`)
        .min(0, `linkQuota ${WHOLE}, or null`)
        .nullable(),
    ).optional(),
  },
  { error: (issue) => (issue.code === 'unrecognized_keys' ? `${issue.keys[0]} is not a setting` : undefined) },
);
export type SettingsChange = z.output<typeof SettingsChange>;

const everyPlan = <T extends z.ZodType>(amount: T) =>
  z.strictObject(Object.fromEntries(PLANS.map((plan) => [plan, amount])) as Record<Plan, T>);

/** Every setting, as responses show them. */
export const SettingsRecord = z
  .strictObject({
    maintenance: z.boolean().describe('Whether the API is 503. Visits and the operator’s endpoints go on.'),
    shortening: z.boolean(),
    aliases: z.boolean(),
    passwords: z.boolean(),
    expiration: z.boolean(),
    clickLimits: z.boolean(),
    qr: z.boolean(),
    activeKeys: everyPlan(z.int().min(0)).describe('Active keys that an account may have, by its plan.'),
    linkQuota: everyPlan(z.int().min(0).nullable()).describe(
      'Links that a key may make a month, by its plan. `null`: any number.',
    ),
  })
  .meta({ id: 'Settings', description: 'The settings that the operator can change while the service runs.' });

/** The age at which an isolate reads the settings again, before it responds. */
const TTL_MS = 20_000;
const RETRY_AFTER_MS = 5_000;
const READ_LIMIT_MS = 1_000;

const copy = isolateCopy<Env, Settings>({
  ttlMs: TTL_MS,
  retryAfterMs: RETRY_AFTER_MS,
  limitMs: READ_LIMIT_MS,
  read: readSettings,
  fallback: (env) => configOf(env).settings,
  onFault: (fault) => logFault(fault, { doing: 'read settings' }),
});

/**
 * Returns the settings. While D1 does not respond, it returns the last copy, or in a new isolate the variables' values.
 */
export const currentSettings = async (env: Env, now: number): Promise<Settings> => copy.get(env, now);

/** Changes the settings that `change` names. @returns all settings */
export async function changeSettings(env: Env, change: SettingsChange, now: number): Promise<Settings> {
  const rows = Object.entries(change).flatMap(([name, value]) => rowsOf(name, value));
  if (rows.length > 0) await upsert(env, rows);
  const changed = await readSettings(env);
  copy.set(env, changed, now);
  return changed;
}

type Row = typeof settings.$inferInsert;

/** Writes rows in one statement. Their parameters, two per row, stay within the hundred that D1 allows. */
const upsert = (env: Env, rows: Row[]) =>
  databaseOf(env.DB)
    .insert(settings)
    .values(rows)
    .onConflictDoUpdate({ target: settings.name, set: { value: sql`excluded.${nameOf(settings.value)}` } });

/**
 * Returns the rows of a setting. Each plan has its own row, such as `linkQuota.FREE`, so that concurrent changes of two
 * plans do not overwrite each other.
 */
const rowsOf = (name: string, value: unknown): Row[] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).map(([plan, amount]) => ({ name: `${name}.${plan}`, value: JSON.stringify(amount) }))
    : [{ name, value: JSON.stringify(value) }];

/** Reads the settings from D1. @throws what D1 throws */
export async function readSettings(env: Env): Promise<Settings> {
  const rows = await databaseOf(env.DB).select().from(settings);
  const { activeKeys, linkQuota, ...switches } = configOf(env).settings;
  const read: Settings = { ...switches, activeKeys: { ...activeKeys }, linkQuota: { ...linkQuota } };
  for (const { name, value } of rows)
    assign(read as unknown as Record<string, unknown>, name.split('.'), JSON.parse(value));
  return read;
}

/** Assigns a stored value to its setting. It ignores a setting of another version. */
function assign(settings: Record<string, unknown>, [name = '', plan]: string[], value: unknown): void {
  if (!Object.hasOwn(settings, name)) return;
  if (plan === undefined) settings[name] = value;
  else (settings[name] as Record<string, unknown>)[plan] = value;
}
