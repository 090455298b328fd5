/** The version that used a state folder last. An older one may not know the rights, limits and tables that it has. */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure';
import { writeWhole } from './write-whole.mjs';

const versionFile = (folder: string): string => path.join(folder, 'version');

/** Whether a version is before another one, both as in package.json. */
const isBefore = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) < 0;

/** The failure of a version that is older than its data. @param data names it @param sign what shows it */
export const olderFailure = (data: string, sign: string, own: string): Failure =>
  new Failure(
    `${data} ${sign}, and this is ${own}, which is older: start a version that is not, or restore a backup (docs/self-hosting.md).`,
  );

/**
 * @param own the version of the built folder
 * @param data names the folder in the failure
 * @throws Failure naming both versions if a later one has used the folder
 */
export function requireNoLaterVersion(folder: string, own: string, data = `STATE_DIR ${folder}`): void {
  if (!existsSync(versionFile(folder))) return;
  const theirs = readFileSync(versionFile(folder), 'utf8').trim();
  if (isBefore(own, theirs)) throw olderFailure(data, `was used by version ${theirs}`, own);
}

/** Stores the version that uses the folder now. */
export const storeVersion = (folder: string, own: string): void => writeWhole(versionFile(folder), `${own}\n`);
