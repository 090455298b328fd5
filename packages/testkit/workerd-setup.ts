/**
 * The setup file of the tests in workerd, which vitest runs before each file. Before its tests it applies the
 * migrations, empties the tables, and publishes the denylist. KV and the objects keep what earlier files have stored,
 * although its rows are gone. After its tests it searches the log and the stores for their secrets.
 */
import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterAll, beforeAll, expect } from 'vitest';
import { DENYLIST_KEY, EMPTY_DENYLIST, encodeDenylist } from '#domain/denylist';
import { findLeaks } from './secrets/find-leaks';
import { recordConsole } from './secrets/recorded-log';
import './seed-setup';

/** The tables whose only row a migration has made, and those of D1 itself. */
const KEPT = ['denylist', 'threat_watch', 'made_from', 'd1_migrations', 'sqlite_%', '_cf_%'];
const TABLES = `SELECT name FROM sqlite_master WHERE type = 'table' AND ${KEPT.map((name) => `name NOT LIKE '${name}'`).join(' AND ')}`;
/** The rows of migrations. */
const ROWS: Readonly<Record<string, string>> = { accounts: " WHERE id <> 'legacy'" };

// Earlier files leave thousands of rows: a cron, a backup or a republication would be busy with them.
async function emptyTables(): Promise<void> {
  const { results } = await env.DB.prepare(TABLES).all<{ name: string }>();
  const deletions = results.map(({ name }) => `DELETE FROM ${name}${ROWS[name] ?? ''}`);
  await env.DB.batch(['PRAGMA defer_foreign_keys = on', ...deletions].map((sql) => env.DB.prepare(sql)));
}

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await emptyTables();
  // The first run of the cron does this.
  if ((await env.ROUTES.get(DENYLIST_KEY)) === null) await env.ROUTES.put(DENYLIST_KEY, encodeDenylist(EMPTY_DENYLIST));
});

recordConsole();

afterAll(async () => {
  // Some of the planted defects leak what they must not.
  if ('plantedDefect' in globalThis) return;
  expect(await findLeaks(), 'secrets in places that packages/testkit/secrets/allowed-places.ts does not allow').toEqual(
    [],
  );
}, 60_000);
