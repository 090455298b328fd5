/**
 * Mutants of the SQL statements, clause by clause. `npm run test:mutation` plants one at a time. The tests in its row
 * must fail (docs/mutation.md).
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ACCOUNT_MUTANTS } from './sql-mutants/accounts';
import { CONSOLE_MUTANTS } from './sql-mutants/console';
import { DATABASE_MUTANTS } from './sql-mutants/database';
import { EDGE_MUTANTS } from './sql-mutants/edge';
import type { FileMutants } from './sql-mutants/file-mutants';
import { KEY_MUTANTS } from './sql-mutants/keys';
import { LINK_LIST_MUTANTS } from './sql-mutants/link-list';
import { LINK_MUTANTS } from './sql-mutants/links';
import { OPERATION_MUTANTS } from './sql-mutants/operations';
import { THREAT_MUTANTS } from './sql-mutants/threats';

export type SqlMutant = {
  readonly name: string;
  /** The name of its file, without a folder. */
  readonly file: string;
  readonly tests: readonly string[];
  readonly find: string;
  readonly put: string;
};

const FILES: readonly FileMutants[] = [
  ...ACCOUNT_MUTANTS,
  ...KEY_MUTANTS,
  ...LINK_MUTANTS,
  ...LINK_LIST_MUTANTS,
  ...CONSOLE_MUTANTS,
  ...THREAT_MUTANTS,
  ...EDGE_MUTANTS,
  ...DATABASE_MUTANTS,
  ...OPERATION_MUTANTS,
];

export const SQL_MUTANTS: readonly SqlMutant[] = FILES.flatMap(({ file, tests, mutants }) =>
  mutants.map(([name, find, put]) => ({ name, file, tests, find, put })),
);

/** The folders with SQL statements. */
const ROOMS = ['apps/api', 'apps/redirect', 'packages/store'];

/** The paths of the files in these folders. */
export const sources = (): string[] =>
  ROOMS.flatMap((room) =>
    readdirSync(room, { recursive: true, encoding: 'utf8' }).map((name) => path.posix.join(room, name)),
  );

/**
 * The paths of files that have the mutant's file name and contain its text once. A valid mutant has one such file.
 * @param all the paths among which it looks
 */
export const filesOf = ({ file, find }: Pick<SqlMutant, 'file' | 'find'>, all: readonly string[]): string[] =>
  all.filter((name) => path.posix.basename(name) === file && readFileSync(name, 'utf8').split(find).length === 2);
