/**
 * The steps of the D1 database, which stores accounts, keys and links. One creates it, and one applies every migration
 * of this checkout that it lacks. Until 1.0.0 no version reads the tables of another version.
 */

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { DIGEST_SQL, FIRST_MIGRATION, readTablesDigest } from '#domain/tables-digest';
import { Failure } from '#machine/failure';
import { writeConfiguration } from '../configuration';
import { type Context, collectDeployment, type Step } from '../context';
import { type Database, type Row, WranglerFailure } from '../wrangler/shapes';

const DATABASE = 'database';

/**
 * Finds the database of this deployment. It is the one that a deployed worker binds, the one in the state file, or the
 * one that an earlier run began to create. `previousId` is the id in the binding or in the state file.
 */
export async function findDatabase({ account, state, names }: Context) {
  const all = await account.databases();
  const bound = (await account.bound('DB'))?.id;
  const ids = [bound, state.value.database?.id];
  const known = ids.map((id) => all.find((one) => one.uuid === id)).find((one) => one !== undefined);
  const named = all.find(({ name }) => name === names.database);
  const previousId = ids.find(Boolean);
  return {
    ours: known ?? (state.isOurs(DATABASE, previousId !== undefined) ? named : undefined),
    named,
    previousId,
    bound,
  };
}

const PLACES: Record<string, string> = { eu: 'in the EU', null: 'anywhere' };
const formatPlace = ({ jurisdiction }: Database): string => PLACES[String(jurisdiction)] ?? `in ${jurisdiction}`;

/**
 * Returns a note for the plan if a database is not in the chosen jurisdiction.
 * @throws Failure if the deployment does not use that database yet, because a jurisdiction can never be changed
 */
function notePlace(database: Database, isBound: boolean, { answers, state }: Context): string {
  // The API may return no jurisdiction. Then it is unknown.
  if (database.jurisdiction === undefined || database.jurisdiction === answers.jurisdiction) return '';
  // A database that this deployment has created or uses stays. The plan says where it is kept.
  if (isBound || state.value.begun.includes(DATABASE)) return `, kept ${formatPlace(database)}`;
  const how = { eu: '--jurisdiction eu', null: '--jurisdiction anywhere' }[String(database.jurisdiction)];
  throw new Failure(
    `The D1 database ${database.name} is kept ${formatPlace(database)}, and that can never be changed: say ${how ?? 'another --env'}.`,
  );
}

export const databaseStep: Step = {
  name: DATABASE,
  what: 'D1 database',
  changes: 'd1',

  async check(context) {
    const { ours, named, previousId, bound } = await findDatabase(context);
    const { names, answers, state, account } = context;
    const found = ours ?? named;
    const note = found === undefined ? '' : notePlace(found, found.uuid === bound, context);
    account.databaseName = ours?.name;
    if (ours !== undefined) {
      if (state.value.database?.id !== ours.uuid) state.change({ database: { id: ours.uuid } });
      return { isDone: true, actual: `${ours.name} (${ours.uuid})${note}` };
    }
    if (named !== undefined) {
      const question = `A D1 database ${named.name} is there, and nothing says that it is Swiftlet's. Use it?`;
      return { isDone: false, actual: `${named.name}, owner unknown`, change: 'use it, if you allow it', question };
    }
    const change = `create ${names.database}${answers.jurisdiction === 'eu' ? ', in the EU' : ''}`;
    if (previousId === undefined) return { isDone: false, actual: 'not there', change };
    const question = `The D1 database ${previousId} of this deployment is gone, and its links with it. Make a new, empty one?`;
    return { isDone: false, actual: `gone: ${previousId}`, change, question };
  },

  async act(context) {
    const { state, wrangler, names, answers, account } = context;
    if ((await findDatabase(context)).named !== undefined) return;
    state.begin(DATABASE);
    try {
      await wrangler.createDatabase(names.database, answers.jurisdiction);
    } catch (error) {
      // The error may be "already exists", because the response to an earlier creation was lost.
      if (!(error instanceof WranglerFailure)) throw error;
      account.forget('d1');
      if ((await findDatabase(context)).ours === undefined) throw error;
    }
  },
};

/** The table in which wrangler records applied migrations (workers-sdk, packages/wrangler/src/d1/constants.ts). */
const MIGRATIONS_TABLE = 'd1_migrations';

const migrationsIn = (root: string): string[] =>
  readdirSync(path.join(root, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort();

async function applied({ account }: Context, database: string): Promise<Set<unknown>> {
  const tables = await account.rows(database, `SELECT name FROM sqlite_master WHERE name = '${MIGRATIONS_TABLE}'`);
  if (tables.length === 0) return new Set();
  return new Set((await account.rows(database, `SELECT name FROM ${MIGRATIONS_TABLE}`)).map(({ name }) => name));
}

const MIGRATIONS = 'migrations';

export const migrationsStep: Step = {
  name: MIGRATIONS,
  what: 'its tables',
  changes: 'rows',

  async check(context) {
    const all = migrationsIn(context.root);
    const { databaseName } = context.account;
    if (databaseName === undefined) return { isDone: false, actual: 'not there', change: `apply ${all.join(', ')}` };
    const there = await applied(context, databaseName);
    if (there.size > 0 && !(await hasOwnTables(context.root, there, (sql) => context.account.rows(databaseName, sql))))
      throw new Failure(
        `The D1 database ${databaseName} has the tables of another version: until 1.0.0 no version reads the tables of another. Deploy the version that made it, or begin with a new deployment (docs/operating/deploying.md).`,
      );
    const missing = all.filter((name) => !there.has(name));
    const actual = `${there.size} of ${all.length} migrations`;
    const later = [...there].filter((name) => !all.includes(String(name)));
    if (later.length > 0 && !context.state.value.allowed.includes(MIGRATIONS))
      return {
        isDone: false,
        actual: `${actual}, some of a later version`,
        change: 'leave them as they are',
        question: `The database has ${later.join(', ')}, which this version does not know: it is earlier than what was deployed. Go back to it?`,
      };
    if (missing.length > 0) return { isDone: false, actual, change: `apply ${missing.join(', ')}` };
    return { isDone: true, actual: later.length > 0 ? `${actual}, some of a later version, which stay` : actual };
  },

  async act(context) {
    await context.wrangler.migrate(writeConfiguration('api', collectDeployment(context), context.home));
  },
};

/**
 * Whether a database has the tables that a checkout makes.
 * @param root of the checkout
 * @param applied the names of the migrations that the database has, at least one
 * @param read runs a query on the database
 */
export async function hasOwnTables(
  root: string,
  applied: ReadonlySet<unknown>,
  read: (sql: string) => Promise<readonly Row[]>,
): Promise<boolean> {
  if (!applied.has(FIRST_MIGRATION)) return false;
  const text = readFileSync(path.join(root, 'migrations', FIRST_MIGRATION), 'utf8');
  return (await read(DIGEST_SQL))[0]?.sha256 === readTablesDigest(text);
}
