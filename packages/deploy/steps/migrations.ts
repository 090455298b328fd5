/** The step of the tables: it applies every migration of this checkout that the database lacks. */
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '#machine/failure';
import { writeConfiguration } from '../configuration-file';
import { type Context, type Step, settingOf } from '../context';
import { hasOwnTables } from '../tables';

/** The table in which wrangler records applied migrations (workers-sdk, packages/wrangler/src/d1/constants.ts). */
const TABLE = 'd1_migrations';

const migrationsIn = (root: string): string[] =>
  readdirSync(path.join(root, 'migrations'))
    .filter((name) => name.endsWith('.sql'))
    .sort();

async function applied({ account }: Context, database: string): Promise<Set<unknown>> {
  const tables = await account.rows(database, `SELECT name FROM sqlite_master WHERE name = '${TABLE}'`);
  if (tables.length === 0) return new Set();
  return new Set((await account.rows(database, `SELECT name FROM ${TABLE}`)).map(({ name }) => name));
}

const NAME = 'migrations';

export const migrationsStep: Step = {
  name: NAME,
  what: 'its tables',
  changes: 'rows',

  async look(context) {
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
    if (later.length > 0 && !context.state.value.allowed.includes(NAME))
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
    await context.wrangler.migrate(writeConfiguration('api', settingOf(context), context.home));
  },
};
