/** Reads the list of processes: from /proc on Linux, because small images have no `ps`, and from `ps` elsewhere. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const hasProc = existsSync('/proc/self/stat');

/**
 * The start time of a process. It distinguishes the process from a later one with the same pid.
 * @returns undefined for a process that has exited, zombies included
 */
export function startOf(pid: number): string | undefined {
  try {
    if (!hasProc) {
      const row = execFileSync('ps', ['-p', String(pid), '-o', 'stat=,lstart='], { encoding: 'utf8' }).trim();
      return row === '' || row.startsWith('Z') ? undefined : row.replace(/^\S+\s+/, '');
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8'); // pid (name) state parent … started
    const [state, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' || state === 'X' ? undefined : rest[18];
  } catch {
    return undefined;
  }
}

/** The command lines of all processes, split into arguments. `ps` prints no separator but the space. */
function commandLines(): { pid: number; words: readonly string[] }[] {
  if (!hasProc) {
    const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' });
    return table.split('\n').map((row) => ({ pid: Number.parseInt(row, 10), words: row.split(' ') }));
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.flatMap((name) => {
    try {
      return { pid: Number(name), words: readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0') };
    } catch {
      return [];
    }
  });
}

/** The pids of all other processes with one of `words` as an argument. */
export const holdersOf = (...words: readonly string[]): number[] =>
  commandLines()
    .filter((one) => one.pid !== process.pid && words.some((word) => one.words.includes(word)))
    .map(({ pid }) => pid)
    .filter((pid) => startOf(pid) !== undefined);

/**
 * Kills every other process with one of `words` as an argument, and waits up to two seconds for their exit.
 * @returns whether none of them is left
 */
export async function endHolders(...words: readonly string[]): Promise<boolean> {
  const deadline = performance.now() + 2_000;
  for (;;) {
    const living = holdersOf(...words);
    if (living.length === 0) return true;
    if (performance.now() > deadline) return false;
    for (const pid of living) kill(pid);
    await wait(20);
  }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has exited, or belongs to another user: the latter is still there at the deadline.
  }
}
