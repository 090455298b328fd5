/**
 * The D1 commands of wrangler 4.135 that the deploy command uses. A list is complete, because wrangler reads all pages.
 */
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { FIRST_MIGRATION, readTablesDigest } from '#domain/tables-digest';
import type { Database } from './account';
import {
  type Call,
  type Command,
  configurationIn,
  failed,
  failedJson,
  flag,
  refused,
  succeeded,
  succeededJson,
} from './command-output';

/** Whether a query changes rows or tables. */
export const isWrite = (call: Call): boolean => /^(CREATE|INSERT|UPDATE|DELETE)\b/.test(flag(call, 'command'));

/** Runs statements on the table of markers, in a real SQLite that resolves conflicts as D1 does. */
function runOnMarkers(database: Database, sql: string): unknown[] {
  // The module is loaded late: Node prints a warning about it on standard error, which tests of the program read.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const sqlite = new DatabaseSync(':memory:');
  const table = 'CREATE TABLE deployment (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID';
  if (database.markers !== undefined) sqlite.exec(table);
  for (const [name, value] of Object.entries(database.markers ?? {}))
    sqlite.prepare('INSERT INTO deployment VALUES (?, ?)').run(name, value);
  const results = sql.split('; ').map((one) => ({
    results: sqlite.prepare(one).all(),
    success: true,
    meta: { duration: 0.2 },
  }));
  if (sqlite.prepare("SELECT 1 FROM sqlite_master WHERE name = 'deployment'").get() !== undefined)
    database.markers = Object.fromEntries(
      sqlite
        .prepare('SELECT name, value FROM deployment')
        .all()
        .map(({ name, value }) => [String(name), String(value)]),
    );
  sqlite.close();
  return results;
}

/** packages/wrangler/src/d1/create.ts. */
export const createDatabase: Command = (account, call) => {
  const [, , name = ''] = call.positionals;
  const jurisdiction = flag(call, 'jurisdiction');
  if (account.databases.some((one) => one.name === name)) return failed('A database with that name already exists');
  account.databases.push({
    uuid: randomUUID(),
    name,
    migrations: [],
    links: [0, 0],
    ...(jurisdiction && { jurisdiction }),
  });
  return succeeded(`✅ Successfully created DB '${name}' in region WEUR\nCreated your new D1 database.`);
};

/** packages/wrangler/src/d1/list.ts: rows as the API has them (developers.cloudflare.com/api, D1 database list). */
export const listDatabases: Command = ({ databases }) =>
  succeededJson(
    databases.map(({ uuid, name, jurisdiction = null }) => ({
      ...{ uuid, name, jurisdiction },
      ...{ created_at: '2026-11-22T00:00:00Z', version: 'production' },
    })),
  );

export const deleteDatabase: Command = (account, call) => {
  const [, , name = ''] = call.positionals;
  if (!account.databases.some((one) => one.name === name))
    return failed(`Couldn't find a D1 DB named '${name}' in the API.`);
  account.databases = account.databases.filter((one) => one.name !== name);
  return succeeded(`About to delete DB ${name}\nDeleting...\nDeleted '${name}' successfully.`);
};

/** packages/wrangler/src/d1/execute.ts, for the queries of the deploy command. */
export const execute: Command = (account, call) => {
  const [, , name = ''] = call.positionals;
  // wrangler.jsonc binds its database as DB.
  const database = account.databases.find((one) => one.name === (name === 'DB' ? 'swiftlet' : name));
  if (database === undefined) return failedJson(`Couldn't find a D1 DB named '${name}' in the API.`);
  const sql = flag(call, 'command');
  const results = (rows: unknown[]) => succeededJson([{ results: rows, success: true, meta: { duration: 0.2 } }]);
  const isMigrated = database.migrations.length > 0;
  if (/\bdeployment\b/.test(sql)) return succeededJson(runOnMarkers(database, sql));
  if (/FROM sqlite_master/.test(sql)) return results(isMigrated ? [{ name: 'd1_migrations' }, { name: 'links' }] : []);
  if (/FROM d1_migrations/.test(sql)) return results(database.migrations.map((one) => ({ name: one })));
  if (/FROM made_from/.test(sql)) {
    const isOther = sql.includes('json(') && !sql.includes(`'${database.tables}'`);
    return isOther ? failedJson('malformed JSON: SQLITE_ERROR') : results([{ sha256: database.tables }]);
  }
  if (/FROM links/.test(sql)) return results([{ alive: database.links[0], codes: database.links[1] }]);
  return failedJson(`unknown query: ${sql}`);
};

/**
 * packages/wrangler/src/d1/migrations/apply.ts: the migrations run one after the other, each completely or not at all.
 */
export const migrate: Command = (account, call, execution) => {
  const config = configurationIn(flag(call, 'config'));
  const [{ database_id: id, database_name: name, migrations_dir: folder }] = config.d1_databases;
  // d1/utils.ts finds a binding without an id by its database name.
  const database = account.databases.find((one) => (id === undefined ? one.name === name : one.uuid === id));
  if (database === undefined)
    return refused(`/accounts/${account.id}/d1/database/${id}/query`, 7_404, 'The database could not be found');
  const all = readdirSync(folder)
    .filter((one) => one.endsWith('.sql'))
    .sort();
  const missing = all.filter((one) => !database.migrations.includes(one));
  if (missing.includes(FIRST_MIGRATION))
    database.tables = readTablesDigest(readFileSync(path.join(folder, FIRST_MIGRATION), 'utf8'));
  for (const one of execution === 'half' ? missing.slice(0, 3) : missing) database.migrations.push(one);
  return succeeded(
    missing.length === 0 ? '✅ No migrations to apply!' : `Migrations to be applied:\n${missing.join('\n')}`,
  );
};
