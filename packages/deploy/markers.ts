/**
 * Markers: rows of a deployment in its own D1, where every machine that deploys it sees them. The first to set a marker
 * keeps it: D1 executes one statement at a time. The command makes the table, as wrangler makes d1_migrations.
 */
import type { Context } from './context';
import { Failure } from './failure';
import type { Row } from './wrangler/shapes';

const TABLE = 'deployment';
const MAKE = `CREATE TABLE IF NOT EXISTS ${TABLE} (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`;

/** pepper: the id of the one PEPPER (docs/pepper.md). smoke_account: the account of the smoke test. */
export type MarkerName = 'pepper' | 'smoke_account';

const select = (name: MarkerName): string => `SELECT value FROM ${TABLE} WHERE name = '${name}'`;

function databaseOf({ account }: Context): string {
  if (account.databaseName === undefined) throw new Failure('The D1 database is not there yet.');
  return account.databaseName;
}

/** Undefined: nobody has set it. */
export async function readMarker(context: Context, name: MarkerName): Promise<string | undefined> {
  const { account } = context;
  if (account.databaseName === undefined) return undefined;
  const tables = await account.rows(
    account.databaseName,
    `SELECT name FROM sqlite_master WHERE type = 'table' AND name = '${TABLE}'`,
  );
  if (tables.length === 0) return undefined;
  return valueIn(await account.rows(account.databaseName, select(name)));
}

/** Sets a marker where nobody has set it. @returns what it is now: another machine's where that was first */
export const takeMarker = (context: Context, name: MarkerName, value: string): Promise<string> =>
  write(context, name, value, 'DO NOTHING');

/** Sets a marker, whatever it was. */
export const setMarker = (context: Context, name: MarkerName, value: string): Promise<string> =>
  write(context, name, value, 'DO UPDATE SET value = excluded.value');

async function write(context: Context, name: MarkerName, value: string, conflict: string): Promise<string> {
  // It becomes a part of a statement: wrangler passes no parameters.
  if (!/^[\w-]+$/.test(value)) throw new Failure(`The marker ${name} cannot hold such a value.`);
  const insert = `INSERT INTO ${TABLE} (name, value) VALUES ('${name}', '${value}') ON CONFLICT (name) ${conflict}`;
  const rows = await context.wrangler.rows(databaseOf(context), [MAKE, insert, select(name)].join('; '));
  context.account.forget('rows');
  const stands = valueIn(rows);
  if (stands === undefined) throw new Failure(`The marker ${name} was set, and is not there. Run it again.`);
  return stands;
}

const valueIn = (rows: readonly Row[]): string | undefined => {
  const value = rows.at(-1)?.value;
  return value === undefined || value === null ? undefined : String(value);
};
