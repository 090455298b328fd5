// Lock files: each has one owner at a time, and a process that has exited owns none. The scripts lock the installation
// of packages, and the machine locks its state folder. The scripts load this file before any package is installed.
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { lookUp } from './process-table.mjs';
import { writeWhole } from './write-whole.mjs';

/**
 * A process. `started` tells it from a later one with the same pid.
 * @typedef {{ pid: number, started: string | undefined }} Owner
 */
/** @typedef {{ release(): void }} Lock */

/**
 * The running process that holds a lock. A malformed lock file has no owner, because this code never writes one.
 * @param {string} file
 * @returns {Owner | undefined}
 */
export function ownerOf(file) {
  try {
    const { owner } = JSON.parse(readFileSync(file, 'utf8'));
    const started = lookUp(owner.pid)?.started;
    return started !== undefined && started === owner.started ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a running process holds a lock. @param {string} file */
export const isLocked = (file) => ownerOf(file) !== undefined;

/** @param {string} draft @param {string} file @returns {boolean} false when the lock exists */
function create(draft, file) {
  try {
    linkSync(draft, file); // the lock appears complete, and never replaces another one
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/**
 * Removes the lock of a process that has exited. The file is renamed first, so that only one of several processes
 * removes it. A new lock that was renamed by mistake is put back.
 * @param {string} file
 */
function removeDead(file) {
  const moved = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, moved);
    if (isLocked(moved)) linkSync(moved, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(/** @type {NodeJS.ErrnoException} */ (error).code ?? '')) throw error;
  } finally {
    rmSync(moved, { force: true });
  }
}

/**
 * Takes a lock.
 * @param {string} file
 * @returns {Lock | undefined} undefined while a running process holds it
 */
export function takeLock(file) {
  const draft = `${file}.${process.pid}`;
  writeWhole(draft, JSON.stringify({ owner: { pid: process.pid, started: lookUp(process.pid)?.started } }));
  try {
    while (!create(draft, file)) {
      if (isLocked(file)) return undefined;
      removeDead(file);
    }
    return { release: () => rmSync(file, { force: true }) };
  } finally {
    rmSync(draft, { force: true });
  }
}
