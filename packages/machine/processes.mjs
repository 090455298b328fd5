// The table of processes, and lock files. The table is read from /proc where it exists, because small container images
// have no `ps`, and otherwise from `ps`. A lock has one owner at a time, and a process that has exited owns none. The
// scripts load this file before any package is installed, so it imports none.
import { execFileSync } from 'node:child_process';
import { existsSync, linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * `started` distinguishes a process from a later one with the same pid.
 * @typedef {{ pid: number, parent: number, group: number, started: string, name: string }} Process
 */

export const hasProc = existsSync('/proc/self/stat');

/** @param {string | number} pid @returns {Process | undefined} */
function fromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8'); // pid (name) state parent group …
    const end = stat.lastIndexOf(')');
    const name = stat.slice(stat.indexOf('(') + 1, end);
    const [state, parent, group, ...rest] = stat.slice(end + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    return { pid: Number(pid), parent: Number(parent), group: Number(group), started: rest[16], name };
  } catch {
    return undefined;
  }
}

/** A row of `ps` with the columns of fromPs. The time of the start has five words. */
const ROW = /^\s*(\d+)\s+(\d+)\s+(\d+)\s+([^Z\s]\S*)\s+((?:\S+\s+){4}\S+)\s+(.*)$/;

/** @param {string[]} selection @returns {Process[]} */
function fromPs(selection) {
  try {
    const columns = ['-o', 'pid=,ppid=,pgid=,stat=,lstart=,comm='];
    return execFileSync('ps', [...selection, ...columns], { encoding: 'utf8' })
      .split('\n')
      .flatMap((line) => {
        const [, pid, parent, group, , started, name] = ROW.exec(line) ?? [];
        return name === undefined
          ? []
          : { pid: Number(pid), parent: Number(parent), group: Number(group), started, name: name.trim() };
      });
  } catch {
    return []; // `ps -p` fails for a process that is gone
  }
}

/** A process; undefined if it has exited, also as a zombie. @param {number} pid */
export const lookUp = (pid) => (hasProc ? fromProc(pid) : fromPs(['-p', String(pid)])[0]);

/** The resident memory of a process, KiB; 0 if it has exited. @param {number} pid */
export function residentKiB(pid) {
  try {
    const text = hasProc
      ? /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' });
    return Number(text ?? 0);
  } catch {
    return 0;
  }
}

/** The pids of all processes, as text: /proc has a folder for each. */
export const pidsInProc = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));

/** @returns {Process[]} */
export const everyProcess = () => (hasProc ? pidsInProc().flatMap((pid) => fromProc(pid) ?? []) : fromPs(['-A']));

/**
 * Kills the processes that `find` returns until it returns none, for two and a half seconds at most.
 * @param {() => readonly number[]} find pids
 * @returns whether none is left
 */
export async function killAll(find) {
  const deadline = performance.now() + 2_500;
  for (;;) {
    const living = find();
    if (living.length === 0) return true;
    if (performance.now() > deadline) return false;
    for (const pid of living) kill(pid);
    await wait(20);
  }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has exited already, or this user may not kill it: then killAll returns false.
  }
}

/**
 * The process that holds a lock. `started` distinguishes it from a later one with the same pid.
 * @typedef {{ pid: number, started: string | undefined }} Owner
 */
/** @typedef {{ release(): void }} Lock */

/**
 * The running process that holds a lock. A malformed lock file has no owner, because this code never writes one.
 * @param {string} file
 * @returns {Owner | undefined}
 */
export function readOwner(file) {
  try {
    const { owner } = JSON.parse(readFileSync(file, 'utf8'));
    const started = lookUp(owner.pid)?.started;
    return started !== undefined && started === owner.started ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** Whether a running process holds a lock. @param {string} file */
export const isLocked = (file) => readOwner(file) !== undefined;

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

/**
 * Makes the folder of a file, and writes the file for its owner alone. The file appears complete or not at all, even if
 * this process is killed.
 * @param {string} file
 * @param {string} text
 */
export function writeWhole(file, text) {
  const draft = `${file}.${process.pid}.draft`;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}
