// Reads the processes of the system: from /proc where it exists (small images have no `ps`), else from `ps`.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * `started` differs for a later process with the same pid.
 * @typedef {{ pid: number, parent: number, group: number, started: string, name: string }} Process
 */

const hasProc = existsSync('/proc/self/stat');

/** @param {string | number} pid @returns {Process | undefined} */
function fromProc(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8'); // pid (name) state parent group …
    const end = stat.lastIndexOf(')');
    const name = stat.slice(stat.indexOf('(') + 1, end);
    const [state, parent, group, ...rest] = stat.slice(end + 2).split(' ');
    if (state === 'Z') return undefined;
    return { pid: Number(pid), parent: Number(parent), group: Number(group), started: rest[16], name };
  } catch {
    return undefined;
  }
}

/** @param {string[]} selection @returns {Process[]} */
function fromPs(selection) {
  try {
    const table = execFileSync('ps', [...selection, '-o', 'pid=,ppid=,pgid=,stat=,lstart=,comm='], {
      encoding: 'utf8',
    });
    return table
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((row) => row.length > 9 && !row[3].startsWith('Z'))
      .map(([pid, parent, group, , ...rest]) => ({
        pid: Number(pid),
        parent: Number(parent),
        group: Number(group),
        started: rest.slice(0, 5).join(' '),
        name: rest.slice(5).join(' '),
      }));
  } catch {
    return []; // `ps -p` fails for a process that has ended
  }
}

/** One process; undefined where it has ended (a zombie has ended). @param {number} pid */
export const lookUp = (pid) => (hasProc ? fromProc(pid) : fromPs(['-p', String(pid)])[0]);

/** @returns {Process[]} */
function everyProcess() {
  if (!hasProc) return fromPs(['-A']);
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => fromProc(pid) ?? []);
}

/** Kills every member of a process group and waits until none is left. @param {number} group */
export async function sweepGroup(group) {
  for (let tries = 0; tries < 50; tries++) {
    const members = everyProcess().filter((one) => one.group === group);
    if (members.length === 0) return;
    for (const { pid } of members) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // it ended before the kill
      }
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/**
 * Calls `gone` once when the npm that started this script has ended. Mostly a shell stands between, which passes no
 * SIGTERM on and outlives npm. Without npm nothing is watched: a script in the background outlives its shell.
 * @param {() => void} gone
 */
export function watchNpm(gone) {
  if (!process.env.npm_lifecycle_event) return;
  const parent = lookUp(process.ppid);
  if (parent === undefined) return gone();
  const isShell = /(^|\/)-?[a-z]*sh$/.test(parent.name);
  const timer = setInterval(() => {
    const same = process.ppid === parent.pid && (!isShell || lookUp(parent.pid)?.parent === parent.parent);
    if (same) return;
    clearInterval(timer);
    gone();
  }, 500);
  timer.unref();
}
