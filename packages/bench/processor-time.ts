/** Reads the processor time of processes from /proc (proc(5)). */
import { readdirSync, readFileSync } from 'node:fs';

/** The kernel reports in hundredths of a second, whatever its own tick is. */
const MICROS_PER_TICK = 10_000;

/** Fields 3 and up of /proc/PID/stat. The name before them may contain spaces and parentheses. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The pids of a process and of its running descendants. */
export function processTree(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const parent = Number(statOf(Number(name))[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch {
      // The process exited after the listing.
    }
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** User and system time of a process so far, in microseconds. @throws Error if the process has exited */
export function processorMicros(pid: number): number {
  const stat = statOf(pid);
  return (Number(stat[11]) + Number(stat[12])) * MICROS_PER_TICK;
}

/** The name of the program that a process runs. */
export const programOf = (pid: number): string => readFileSync(`/proc/${pid}/comm`, 'utf8').trim();
