/** Reads the processor time of threads from /proc (proc_pid_schedstat in the kernel's fs/proc/base.c). */
import { readdirSync, readFileSync } from 'node:fs';
import { everyProcess } from '../machine/process-table.mjs';

/** The pids of a process and of its running descendants. */
export function processTree(root: number): number[] {
  const children = Map.groupBy(everyProcess(), ({ parent }) => parent);
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []).map((child) => child.pid));
  return tree;
}

/**
 * The processor time of processes. It sums up their threads, because the kernel tells the time of a whole process in
 * hundredths of a second only.
 */
export class ProcessorClock {
  readonly #pids: readonly number[];
  /** Nanoseconds by thread. A thread that has ended keeps its last reading. */
  readonly #threads = new Map<string, number>();

  constructor(pids: readonly number[]) {
    this.#pids = pids;
  }

  /**
   * User and system time so far, in microseconds. What a thread did between the last reading and its end is lost.
   * @throws Error if a process has exited, or if the kernel does not count the time of threads
   */
  micros(): number {
    for (const pid of this.#pids)
      for (const thread of readdirSync(`/proc/${pid}/task`)) this.#read(`/proc/${pid}/task/${thread}/schedstat`);
    const nanoseconds = [...this.#threads.values()].reduce((sum, one) => sum + one, 0);
    if (nanoseconds === 0) throw new Error('This kernel does not count the processor time of threads (SCHED_INFO).');
    return nanoseconds / 1_000;
  }

  #read(file: string): void {
    try {
      this.#threads.set(file, Number(readFileSync(file, 'utf8').split(' ', 1)[0]));
    } catch {
      // The thread has ended since the folder was read.
    }
  }
}
