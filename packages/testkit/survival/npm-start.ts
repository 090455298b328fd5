/** `npm start` as a separate process that tests can kill. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { everyProcess } from '../../machine/processes.mjs';
import { ROOT } from '../built';
import { TOKEN } from '../machine';

export type Ports = { readonly api: number; readonly short: number };

const START_LIMIT_MS = 180_000;

export class NpmStart {
  readonly #child: ChildProcess;
  output = '';

  /**
   * @param folder STATE_DIR
   * @param more further variables of its environment
   * @param before the words before the command
   */
  constructor(
    folder: string,
    { api, short }: Ports,
    more: Readonly<Record<string, string>> = {},
    before: readonly string[] = [],
  ) {
    const { SWIFTLET_TEST_UID: uid, ...rest } = more;
    const own = { STATE_DIR: folder, API_PORT: String(api), SHORT_PORT: String(short), ADMIN_TOKEN: TOKEN };
    const [command = '', ...args] = [...before, process.execPath, path.join(ROOT, 'scripts/run.mjs'), 'start'];
    this.#child = spawn(command, args, {
      env: { ...process.env, ...own, npm_lifecycle_event: '', ...rest },
      ...(uid !== undefined && { uid: Number(uid), gid: Number(uid) }),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (text) => {
        this.output += text;
      });
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** Waits until the process exits. @returns its exit code; null after a signal */
  async ended(): Promise<number | null> {
    if (this.#child.exitCode === null && this.#child.signalCode === null) await once(this.#child, 'close');
    return this.#child.exitCode;
  }

  /** Waits until the service is ready. @throws Error with its output if it exits or takes more than three minutes */
  async ready(): Promise<void> {
    const deadline = Date.now() + START_LIMIT_MS;
    while (!this.output.includes('Ctrl-C stops it.')) {
      if (this.#child.exitCode !== null || this.#child.signalCode !== null || Date.now() > deadline)
        throw new Error(`npm start is not ready: ${this.output}`);
      await wait(20);
    }
  }

  kill = (signal: NodeJS.Signals): boolean => this.#child.kill(signal);
}

/** The pids of the workerd processes that use a state folder. */
export const listWorkerds = (folder: string): number[] =>
  execFileSync('sh', ['-c', 'grep -lsaF "$1/v3/do" /proc/[0-9]*/cmdline || true', 'sh', folder], { encoding: 'utf8' })
    .split('\n')
    .map((line) => Number(line.split('/')[2]))
    .filter((pid) => pid > 0 && isWorkerd(pid));

/** The pids of the workerd processes of `npm start` that only serve visits. @param parent the pid of `npm start` */
export const listVisitProcesses = (parent: number): number[] =>
  everyProcess()
    .filter((one) => one.parent === parent && isWorkerd(one.pid))
    .map(({ pid }) => pid)
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('config-visits'));

function isWorkerd(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'workerd';
  } catch {
    return false;
  }
}
