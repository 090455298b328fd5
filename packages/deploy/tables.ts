/** Whether a D1 has the tables that a checkout makes. Until 1.0.0 no version reads the tables of another one. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { DIGEST_SQL, FIRST_MIGRATION, tablesDigest } from '#domain/tables-digest';
import type { Row } from './wrangler/shapes';

/**
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
  return (await read(DIGEST_SQL))[0]?.sha256 === tablesDigest(text);
}
