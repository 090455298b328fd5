/** A target: workers in a separate process tree. Each worker listens on its own port. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { V4WorkerOptions } from 'miniflare';
import { unstable_splitSqlQuery as splitSql } from 'wrangler';
import { type Command, INSPECTOR, type Reply, type Statement } from './commands';
import { heapBytes } from './heap';
import { ProcessorClock, processTree } from './processor-time';

const HOST = fileURLToPath(new URL('host.ts', import.meta.url));

export class Target {
  readonly #host: ChildProcess;
  readonly #origins: Record<string, string>;
  readonly #clock: ProcessorClock;

  private constructor(host: ChildProcess, origins: Record<string, string>) {
    this.#host = host;
    this.#origins = origins;
    this.#clock = new ProcessorClock(processTree(host.pid as number));
  }

  /** Starts workers. @param folder for their stores @param isInspected opens the inspector, which `heapBytes` needs */
  static async start(workers: readonly V4WorkerOptions[], folder: string, isInspected = false): Promise<Target> {
    const host = fork(HOST, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    return new Target(host, await execute(host, { start: { workers, folder, isInspected } }));
  }

  origin(worker: string): string {
    const origin = this.#origins[worker];
    if (origin === undefined) throw new Error(`There is no worker ${worker}`);
    return origin;
  }

  /** The processor time of the process tree so far, in microseconds. @throws Error if a process of it has exited */
  processorMicros = (): number => this.#clock.micros();

  /** The heap of a worker after a garbage collection, in bytes. */
  heapBytes = (worker: string): Promise<number> => heapBytes(this.origin(INSPECTOR), worker);

  /** Runs statements on the D1 that a worker binds as DB. */
  async sql(worker: string, statements: readonly Statement[]): Promise<void> {
    await execute(this.#host, { sql: { worker, statements } });
  }

  /** Applies the migrations of a checkout. */
  async migrate(worker: string, root: string): Promise<void> {
    const folder = path.join(root, 'migrations');
    const files = readdirSync(folder).sort();
    const statements = files.flatMap((file) => splitSql(readFileSync(path.join(folder, file), 'utf8')));
    await this.sql(
      worker,
      statements.map((sql) => ({ sql })),
    );
  }

  async stop(): Promise<void> {
    if (this.#host.exitCode !== null || this.#host.signalCode !== null) return;
    const exited = once(this.#host, 'exit');
    this.#host.disconnect();
    await exited;
  }
}

/** Sends a command and waits for the reply. Only one command may run at a time. @throws Error if it failed */
async function execute(host: ChildProcess, command: Command): Promise<Record<string, string>> {
  const over = new AbortController();
  const exited = once(host, 'exit', { signal: over.signal });
  const replied = once(host, 'message', { signal: over.signal });
  host.send(command);
  try {
    const [reply] = (await Promise.race([
      replied,
      exited.then(() => [{ failed: 'The process of a target ended' }]),
    ])) as [Reply];
    if ('failed' in reply) throw new Error(reply.failed);
    return reply.done;
  } finally {
    exited.catch(() => undefined);
    replied.catch(() => undefined);
    over.abort();
  }
}
