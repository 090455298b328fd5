/** Reads the processor time of processes from /proc (proc(5)). */
import { readFileSync } from 'node:fs';
import { everyProcess } from '../machine/process-table.mjs';

/** The unit of processor time in /proc: a hundredth of a second, on every kernel. */
const MICROS_PER_TICK = 10_000;

/** The fields of /proc/PID/stat from the third on. The process name before them may contain spaces and parentheses. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

/** The pids of a process and of its running descendants. */
export function processTree(root: number): number[] {
  const children = Map.groupBy(everyProcess(), ({ parent }) => parent);
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []).map((child) => child.pid));
  return tree;
}

/** User and system time of a process so far, in microseconds. @throws Error if the process has exited */
export function processorMicros(pid: number): number {
  const stat = statOf(pid);
  return (Number(stat[11]) + Number(stat[12])) * MICROS_PER_TICK;
}
