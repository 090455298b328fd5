/** Workers in a workerd of their own, and the processor time that it uses. Each worker listens on its own port. */
import { readdirSync, readFileSync } from 'node:fs';
import { convertV4MiniflareOptions, Log, LogLevel, Miniflare, type V4WorkerOptions } from 'miniflare';
import { unstable_getMiniflareWorkerOptions as optionsOf } from 'wrangler';
import { everyProcess } from '../machine/processes.mjs';

const childWorkerds = (): number[] =>
  everyProcess().flatMap(({ pid, parent, name }) => (parent === process.pid && name === 'workerd' ? pid : []));

const running = new Set<Target>();

/** Stops every target that still runs. */
export const stopTargets = async (): Promise<void> => {
  for (const target of running) await target.stop();
};

export class Target {
  readonly miniflare: Miniflare;
  readonly pid: number;
  readonly #ports: ReadonlyMap<string, number>;
  /** Nanoseconds by thread. A thread that has ended keeps its last reading. */
  readonly #threads = new Map<string, number>();

  private constructor(miniflare: Miniflare, pid: number, ports: ReadonlyMap<string, number>) {
    this.miniflare = miniflare;
    this.pid = pid;
    this.#ports = ports;
  }

  /** Starts workers. No other target may start meanwhile. @param folder for their stores */
  static async start(workers: readonly V4WorkerOptions[], folder: string): Promise<Target> {
    const before = new Set(childWorkerds());
    const miniflare = startWorkers(workers, folder);
    const ports = new Map<string, number>();
    for (const { name = '' } of workers) ports.set(name, Number((await miniflare.unsafeGetDirectURL(name)).port));
    const pid = childWorkerds().find((one) => !before.has(one));
    if (pid === undefined) throw new Error('No workerd has started.');
    const target = new Target(miniflare, pid, ports);
    running.add(target);
    return target;
  }

  port = (worker: string): number => this.#ports.get(worker) as number;

  async stop(): Promise<void> {
    running.delete(this);
    await this.miniflare.dispose();
  }

  /**
   * The processor time of workerd so far, in microseconds. It sums up the threads, whose time the kernel tells in
   * nanoseconds (proc_pid_schedstat in fs/proc/base.c); that of a process it tells in hundredths of a second.
   */
  micros(): number {
    const folder = `/proc/${this.pid}/task`;
    for (const thread of readdirSync(folder)) {
      try {
        this.#threads.set(thread, Number(readFileSync(`${folder}/${thread}/schedstat`, 'utf8').split(' ', 1)[0]));
      } catch {
        // The thread has ended since the folder was read.
      }
    }
    const nanoseconds = [...this.#threads.values()].reduce((sum, one) => sum + one, 0);
    if (nanoseconds === 0) throw new Error('This kernel does not count the processor time of threads (SCHED_INFO).');
    return nanoseconds / 1_000;
  }
}

const LOOPBACK = { host: '127.0.0.1', port: 0 };

/** Starts workers. Each listens on its own port of the loopback. */
export const startWorkers = (
  workers: readonly V4WorkerOptions[],
  folder: string,
  more: { readonly handleStructuredLogs?: (log: { message: string }) => void } = {},
): Miniflare =>
  new Miniflare(
    convertV4MiniflareOptions({
      ...LOOPBACK,
      cf: false,
      log: new Log(LogLevel.WARN),
      resourcePersistencePath: folder,
      ...more,
      workers: workers.map((worker) => ({ ...worker, unsafeDirectSockets: [LOOPBACK] })),
    }),
  );

/**
 * The bindings and flags of a wrangler file as options of a worker, without its code.
 * @param variables override the file's
 */
export function boundAs(config: string, name: string, variables: Readonly<Record<string, string>>) {
  const { rootPath, modulesRules, assets, bindings, ...rest } = optionsOf(config).workerOptions;
  return { ...rest, name, bindings: { ...(bindings as object), ...variables } };
}
