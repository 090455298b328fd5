/** Which version and which tables a state folder has. A folder with others is refused before anything in it changes. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { readTablesDigest } from '#domain/tables-digest';
import { version } from '#package.json';
import { Failure } from './failure';
import { writeWhole } from './processes.mjs';
import { hasDatabase } from './state';
import type { Migration } from './workers/control';

const versionFile = (folder: string): string => path.join(folder, 'version');

export const readMigrations = (built: string): Migration[] =>
  JSON.parse(readFileSync(path.join(built, 'migrations.json'), 'utf8')) as Migration[];

const digestIn = (built: string): string => readTablesDigest(readMigrations(built)[0]?.sql ?? '');

/** Whether a version is before another one, both as in package.json. */
const isBefore = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0;

/**
 * Refuses a folder that a later version has used, or whose tables come from another text of the migration. A folder
 * without a database is new.
 * @param built the built folder of this version
 * @param data names the folder in the failure
 * @throws Failure naming both versions
 */
export function requireOwnFolder(folder: string, built: string, data = `STATE_DIR ${folder}`): void {
  if (!hasDatabase(folder)) return;
  const file = versionFile(folder);
  const [theirs, digest] = existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ') : [];
  if (theirs !== undefined && isBefore(version, theirs))
    throw new Failure(
      `${data} was used by version ${theirs}, and this is ${version}, which is older: start a version that is not, or restore a backup (docs/operating/self-hosting.md).`,
    );
  if (digest !== digestIn(built))
    throw new Failure(
      `${data} has the tables of ${theirs === undefined ? 'an older version' : `version ${theirs}`}, which differ from those of this one, ${version}: until 1.0.0 no version reads the tables of another. Begin with a new folder, or start the version that made it (docs/operating/self-hosting.md).`,
    );
}

/** Stores the version that uses the folder now, and the digest of its tables. */
export const storeVersion = (folder: string, built: string): void =>
  writeWhole(versionFile(folder), `${version} ${digestIn(built)}\n`);
