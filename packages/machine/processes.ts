/** What the system knows of processes: /proc where there is one (no `ps` in small images), else `ps`. */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const hasProc = existsSync('/proc/self/stat');

/** When a process was started, which tells its pid from a later one; undefined when it is gone (a zombie is gone). */
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

/** The command lines of all processes, words parted by a NUL where the system tells them apart. */
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

/** Processes, but this one, that have one of `words` on their command lines. */
export const holdersOf = (...words: readonly string[]): number[] =>
  commandLines()
    .filter((one) => one.pid !== process.pid && words.some((word) => one.words.includes(word)))
    .map(({ pid }) => pid)
    .filter((pid) => startOf(pid) !== undefined);

/**
 * Kills what still runs with one of `words` on its command line, and waits until it is gone.
 * @returns whether nothing is left of it
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
    // It has gone by itself, or is not ours to end: then it is still there at the deadline.
  }
}
