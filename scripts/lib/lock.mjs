// One owner of a folder at a time. The lock also names the process groups of its owner, so that whoever comes after
// a kill -9 can sweep what was left.
import { linkSync, readFileSync, rmSync } from 'node:fs';
import { writeWhole } from './files.mjs';
import { lookUp, sweepGroup } from './processes.mjs';

/** @typedef {{ pid: number, started: string }} Named A process, told from a later one of the same pid. */
/** @typedef {{ owner: Named, groups: Named[] }} Content */
/** @typedef {{ addGroup: (child: import('./children.mjs').Child) => void, release: () => void }} Lock */

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
    linkSync(draft, file); // appears whole, and only where there is none
    return true;
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Ends what a killed owner left running. A pid that another process has by now is left alone. @param {Named[]} groups */
async function sweep(groups) {
  for (const group of groups) {
    const leader = lookUp(group.pid);
    if (leader === undefined || leader.started === group.started) await sweepGroup(group.pid);
  }
}

/**
 * Takes the lock, or answers undefined while a living process holds it.
 * @param {string} file
 * @returns {Promise<Lock | undefined>}
 */
export async function takeLock(file) {
  const content = { owner: named(process.pid), groups: /** @type {Named[]} */ ([]) };
  while (!create(file, content)) {
    const held = read(file);
    if (held !== undefined && isAlive(held.owner)) return undefined;
    if (held !== undefined) await sweep(held.groups);
    rmSync(file, { force: true });
  }
  return {
    addGroup({ process: { pid } }) {
      if (pid === undefined) return;
      content.groups.push(named(pid));
      writeWhole(file, JSON.stringify(content));
    },
    release: () => rmSync(file, { force: true }),
  };
}
