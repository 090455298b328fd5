/**
 * A marker is a row in the D1 of a deployment, which every computer that deploys it can read. The first one that sets a
 * marker wins, because D1 executes one statement at a time. The deploy command creates the table itself, as wrangler
 * creates d1_migrations.
 */

import { Failure } from '#machine/failure';
import type { Context } from './context';
import type { Row } from './wrangler/shapes';

const TABLE = 'deployment';
const CREATE_TABLE = `CREATE TABLE IF NOT EXISTS ${TABLE} (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID`;

/** pepper: the id of the one PEPPER (docs/operating/pepper.md). smoke_account: the account of the smoke test. */
type MarkerName = 'pepper' | 'smoke_account';

const select = (name: MarkerName): string => `SELECT value FROM ${TABLE} WHERE name = '${name}'`;

function requireDatabase({ account }: Context): string {
  if (account.databaseName === undefined) throw new Failure('The D1 database is not there yet.');
  return account.databaseName;
}

/** Returns a marker, or undefined if nobody has set it. */
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

/**
 * Sets a marker unless it is set already.
 * @returns the value of the marker now, which may be that of another computer
 */
export const takeMarker = (context: Context, name: MarkerName, value: string): Promise<string> =>
  write(context, name, value, 'DO NOTHING');

/** Sets a marker, even if it is set already. */
export const setMarker = (context: Context, name: MarkerName, value: string): Promise<string> =>
  write(context, name, value, 'DO UPDATE SET value = excluded.value');

async function write(context: Context, name: MarkerName, value: string, conflict: string): Promise<string> {
  // wrangler cannot pass parameters, so the value becomes a part of the statement.
  if (!/^[\w-]+$/.test(value)) throw new Failure(`The marker ${name} cannot hold such a value.`);
  const insert = `INSERT INTO ${TABLE} (name, value) VALUES ('${name}', '${value}') ON CONFLICT (name) ${conflict}`;
  const rows = await context.wrangler.rows(requireDatabase(context), [CREATE_TABLE, insert, select(name)].join('; '));
  context.account.forget('rows');
  const stored = valueIn(rows);
  if (stored === undefined)
    throw new Failure(`The marker ${name} was set, but D1 does not return it. Run the command again.`);
  return stored;
}

const valueIn = (rows: readonly Row[]): string | undefined => {
  const value = rows.at(-1)?.value;
  return value === undefined || value === null ? undefined : String(value);
};
