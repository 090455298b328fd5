// One owner of a file at a time; who was killed owns nothing. The scripts lock the installation with this, and the
// machine its state folder: it is plain JavaScript and needs Node alone.
import { linkSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { lookUp } from './process-table.mjs';
import { writeWhole } from './write-whole.mjs';

/** @typedef {{ pid: number, started: string | undefined }} Owner A process, told from a later one of the same pid. */

/**
 * Who holds a lock, if he still lives. A lock that cannot be read is nobody's: it was not written by us.
 * @param {string} file
 * @returns {Owner | undefined}
 */
function ownerOf(file) {
  try {
    const { owner } = JSON.parse(readFileSync(file, 'utf8'));
    const started = lookUp(owner.pid)?.started;
    return started !== undefined && started === owner.started ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** Whether somebody living has a lock. @param {string} file */
export const isLocked = (file) => ownerOf(file) !== undefined;

/** @param {string} draft @param {string} file @returns {boolean} false when the lock exists */
function create(draft, file) {
  try {
    linkSync(draft, file); // appears whole, and only where there is none
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  }
}

/** Removes a dead lock: moved away first, so that of two who find it one removes it, and a new one is put back. @param {string} file */
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
 * @returns {{ release(): void } | undefined} undefined while somebody living has it
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
