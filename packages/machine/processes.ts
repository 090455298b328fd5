/** Finds processes by the arguments on their command lines, and kills them. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { hasProc, killAll, lookUp, pidsInProc } from './process-table.mjs';

/** The command lines of all processes, split into arguments. `ps` prints no separator but the space. */
function commandLines(): { pid: number; words: readonly string[] }[] {
  if (!hasProc) {
    const table = execFileSync('ps', ['-A', '-ww', '-o', 'pid=,args='], { encoding: 'utf8' });
    return table.split('\n').map((row) => ({ pid: Number.parseInt(row, 10), words: row.split(' ') }));
  }
  return pidsInProc().flatMap((name) => {
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
    .filter((pid) => lookUp(pid) !== undefined);

/**
 * Kills every other process with one of `words` as an argument, and waits up to two and a half seconds for their exit.
 * @returns whether none of them is left
 */
export const endHolders = (...words: readonly string[]): Promise<boolean> => killAll(() => holdersOf(...words));
