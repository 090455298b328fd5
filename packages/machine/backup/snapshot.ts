/** A copy of a state folder as it was at one moment, made while the machine runs on it. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  constants,
  copyFileSync,
  type Dirent,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../failure';
import { hasProc, lookUp } from '../processes.mjs';
import { diskArguments, findHolders, isHeld, openState, startingFailure } from '../state';

/** The path prefixes of the files that a backup contains. */
export const KEPT = ['v3/d1/', 'v3/kv/', 'v3/do/', 'secrets/', 'keys-were-printed', 'version'] as const;

/** The index of a write-ahead log is not copied: SQLite rebuilds it from the log (sqlite.org/walformat.html). */
const REMADE = /-shm$/;
/**
 * A file that was modified more recently than this may be written again in the same tick of the clock, and so keep its
 * modification time.
 */
const TICK_MS = 1_000;

const isKept = (name: string): boolean =>
  KEPT.some((start) => name.startsWith(start)) && !REMADE.test(name) && !name.endsWith('.draft');

/** The size and modification time of a file: if both are unchanged, the file was not written. */
const readStamp = (file: string): string => {
  const { size, mtimeMs } = statSync(file);
  return `${size} ${mtimeMs}`;
};

const isSettled = (file: string): boolean => Date.now() - statSync(file).mtimeMs > TICK_MS;

class Copy {
  readonly #from: string;
  readonly #to: string;
  readonly #stamps = new Map<string, string>();

  constructor(from: string, to: string) {
    [this.#from, this.#to] = [from, to];
  }

  /** Copies the files that are new or were written since the last update, and removes those that are gone. */
  update(): void {
    const names = new Set(filesBelow(this.#from).filter(isKept));
    for (const name of this.#stamps.keys()) if (!names.has(name)) this.#forget(name);
    for (const name of names) this.#copy(name);
  }

  #copy(name: string): void {
    const [from, to] = [path.join(this.#from, name), path.join(this.#to, name)];
    try {
      const stamp = readStamp(from);
      if (this.#stamps.get(name) === stamp) return;
      mkdirSync(path.dirname(to), { recursive: true, mode: 0o700 });
      copyFileSync(from, to, constants.COPYFILE_FICLONE);
      this.#stamps.set(name, isSettled(from) ? stamp : '');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      this.#forget(name); // the file was removed meanwhile
    }
  }

  #forget(name: string): void {
    this.#stamps.delete(name);
    rmSync(path.join(this.#to, name), { force: true });
  }
}

/** Waits until the kernel reports a process as stopped; without /proc, for 50 ms. @throws Failure after a second */
async function untilStopped(pid: number): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    if (!hasProc) return wait(50);
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    if (stat.charAt(stat.lastIndexOf(')') + 2) === 'T') return;
    await wait(2);
  }
  throw new Failure('workerd cannot be stopped for a moment: nothing was backed up.');
}

/**
 * Runs `act` while SIGSTOP suspends workerd; requests wait meanwhile. A shell resumes workerd when the shell's input
 * ends, so workerd runs again even if this process is killed.
 */
async function whileFrozen(pids: readonly number[], act: () => void): Promise<void> {
  const guard = spawn('sh', ['-c', 'cat >/dev/null; kill -CONT "$@"', 'sh', ...pids.map(String)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  try {
    for (const pid of pids) {
      process.kill(pid, 'SIGSTOP');
      await untilStopped(pid);
    }
    act();
  } finally {
    guard.stdin.end();
    if (guard.exitCode === null) await once(guard, 'exit');
  }
}

/** The pids of the workerd processes on a folder. @throws Failure if there is none after five seconds */
async function runningOn(folder: string): Promise<number[]> {
  for (let tries = 0; tries < 50; tries++) {
    const pids = findHolders(...diskArguments(folder));
    if (pids.length > 0) return pids;
    await wait(100);
  }
  throw startingFailure(folder);
}

/**
 * Copies D1, KV, Durable Objects and secrets of a state folder as they are at one moment. The first copy is made while
 * workerd runs. Then workerd is suspended, and the files that were written meanwhile are copied again.
 * @param act receives the folder of the copy; the folder is removed afterwards
 * @throws Failure if there is nothing to copy, or workerd cannot be suspended
 */
export async function withSnapshot<T>(folder: string, act: (copy: string) => Promise<T>): Promise<T> {
  if (!existsSync(path.join(folder, 'v3'))) throw new Failure(`STATE_DIR ${folder} holds nothing to back up.`);
  const state = isHeld(folder) ? undefined : await openState(folder);
  removeLeft(folder, OF_PROCESS);
  const to = path.join(folder, `backup-${process.pid}`);
  mkdirSync(to, { mode: 0o700 });
  try {
    const copy = new Copy(folder, to);
    copy.update();
    if (state === undefined) await whileFrozen(await runningOn(folder), () => copy.update());
    return await act(to);
  } finally {
    rmSync(to, { recursive: true, force: true });
    state?.release();
  }
}

/** The names of the folders that backups and restores make in a state folder. The group is the pid of the process. */
export const OF_PROCESS = /^(?:backup|restoring)-(\d+)(?:-pages)?$/;

/**
 * Removes the folders that killed backups and restores have left, because their content is not encrypted.
 * @param pattern matches the names; its group is the pid of the process that made the folder
 */
export function removeLeft(folder: string, pattern: RegExp): void {
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const [, pid] = pattern.exec(name) ?? [];
    if (pid !== undefined && lookUp(Number(pid)) === undefined) rmSync(path.join(folder, name), { recursive: true });
  }
}

/** The files of a folder and of all folders in it, relative to it, with slashes on every system. */
export const filesBelow = (folder: string): string[] =>
  (readdirSync(folder, { recursive: true, withFileTypes: true }) as Dirent[])
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();
