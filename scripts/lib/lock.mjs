// A lock file with one owner at a time. A process that has ended owns no lock.
import { linkSync, readFileSync, rmSync } from 'node:fs';
import { writeWhole } from './files.mjs';
import { lookUp } from './processes.mjs';

/** @typedef {{ pid: number, started: string }} Named A process. `started` differs for a later one with the same pid. */
/** @typedef {{ owner: Named }} Content */
/** @typedef {{ release: () => void }} Lock */

/** @param {number} pid @returns {Named} */
const named = (pid) => ({ pid, started: lookUp(pid)?.started ?? '' });

/** @param {Named} one */
const isAlive = ({ pid, started }) => lookUp(pid)?.started === started;

/** @param {string} file @returns {Content | undefined} */
function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

/** @param {string} file @param {Content} content @returns {boolean} false when the lock exists */
function create(file, content) {
  const draft = `${file}.${process.pid}`;
  writeWhole(draft, JSON.stringify(content));
  try {
    linkSync(draft, file); // creates the file complete, and fails where it exists
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Takes the lock; undefined while a living process holds it.
 * @param {string} file
 * @returns {Promise<Lock | undefined>}
 */
export async function takeLock(file) {
  const content = { owner: named(process.pid) };
  while (!create(file, content)) {
    const held = read(file);
    if (held !== undefined && isAlive(held.owner)) return undefined;
    rmSync(file, { force: true });
  }
  return { release: () => rmSync(file, { force: true }) };
}
