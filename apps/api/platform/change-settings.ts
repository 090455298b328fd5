/** Changes the operator's settings (specification 13.4). */
import { sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { settings } from '#api/database/schema';
import { nameOf } from '#api/database/statements';
import type { Settings } from '#domain/settings';
import type { Env } from './env';
import { keepSettings, readSettings } from './settings';
import type { SettingsChange } from './settings-record';

/** Changes the settings that `change` names. @returns all settings */
export async function changeSettings(env: Env, change: SettingsChange, now: number): Promise<Settings> {
  const rows = Object.entries(change).flatMap(([name, value]) => rowsOf(name, value));
  if (rows.length > 0) await upsert(env, rows);
  const changed = await readSettings(env);
  keepSettings(env, changed, now);
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
