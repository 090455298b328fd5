/**
 * The state folder and its locks: one machine at a time uses a folder. workerd holds a lock of the kernel until it
 * exits. Another container with the same folder does not see the processes here, but it sees that lock, which needs the
 * flock(1) of util-linux.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure';
import { hasProc, isLocked, killAll, type Lock, lookUp, pidsInProc, takeLock, writeWhole } from './processes.mjs';

/** The folder below STATE_DIR of each disk of the configuration. The folder names are wrangler's. */
const DISKS = {
  'd1-disk': 'v3/d1',
  'kv-disk': 'v3/kv',
  'objects-disk': 'v3/do',
  // workerd itself puts the files of the objects of a class into a folder with this name.
  'key-files-disk': 'v3/do/swiftlet-api-KeyMeter',
} as const;

/** The folder below which workerd stores the files of Durable Objects, in a folder for each class. */
export const objectsFolder = (folder: string): string => path.join(folder, DISKS['objects-disk']);

/** The arguments of workerd that name the folders of its disks. */
export const diskArguments = (folder: string): string[] =>
  Object.entries(DISKS).map(([name, below]) => `--directory-path=${name}=${path.join(folder, below)}`);

/** Whether a state folder has a database: workerd has run on it. */
export const hasDatabase = (folder: string): boolean =>
  existsSync(path.join(folder, DISKS['d1-disk'])) &&
  readdirSync(path.join(folder, DISKS['d1-disk']), { recursive: true, encoding: 'utf8' }).some((name) =>
    name.endsWith('.sqlite'),
  );

/** The state folder that an environment names. @param root what a relative STATE_DIR is relative to */
export const stateFolder = (env: Readonly<Record<string, string | undefined>>, root: string): string =>
  path.resolve(root, env.STATE_DIR || '.swiftlet');

/** The file in which a running machine writes the port of its control socket, the token for it, and its origins. */
export const controlFile = (folder: string): string => path.join(folder, 'control.json');

/** The lock of a state folder: a machine or a restore holds it. */
export const machineLockFile = (folder: string): string => path.join(folder, 'running.lock');

/** The folder in a state folder into which a restore unpacks a backup. Only a killed restore leaves it behind. */
export const restoreDraft = (folder: string): string => path.join(folder, 'restore-draft');

/** The failure of a command while a machine that has locked the folder is not ready yet. */
export const startingFailure = (folder: string): Failure =>
  new Failure(`Swiftlet is being started on STATE_DIR ${folder}: try again when it is ready.`);

/** Whether a machine runs on a folder. */
export const isHeld = (folder: string): boolean => isLocked(machineLockFile(folder));

export type State = { readonly folder: string; release(): void };

/** Whether a machine in another container runs on a folder. Its processes are not visible here, but its lock is. */
const isHeldElsewhere = (folder: string): boolean =>
  findHolders(...diskArguments(folder)).length === 0 && isKernelLocked(workerdLockFile(folder));

/**
 * Locks a state folder for this process, and kills a workerd that a killed machine has left on it.
 * @throws Failure if another process holds it, it cannot be written to, or that workerd does not end
 */
export async function openState(folder: string): Promise<State> {
  let lock: Lock | undefined;
  if (existsSync(restoreDraft(folder)))
    throw new Failure(
      `STATE_DIR ${folder} holds an unfinished restore: wait for it, or empty the folder and repeat it.`,
    );
  try {
    // On a read-only disk the error of accessSync says why the folder cannot be used, and that of mkdirSync does not.
    if (existsSync(folder)) accessSync(folder, constants.W_OK);
    for (const below of Object.values(DISKS)) mkdirSync(path.join(folder, below), { recursive: true, mode: 0o700 });
    if (!isHeldElsewhere(folder)) lock = takeLock(machineLockFile(folder));
  } catch (error) {
    throw new Failure(`STATE_DIR ${folder} cannot be used: ${(error as Error).message}.`);
  }
  if (lock === undefined) throw new Failure(`Swiftlet is already running on STATE_DIR ${folder}.`);
  if (!(await endHolders(...diskArguments(folder)))) {
    lock.release();
    throw new Failure(`STATE_DIR ${folder} is held by a workerd that cannot be ended.`);
  }
  return { folder, release: lock.release };
}

/** The exit code of a command under the kernel's lock if another process holds that lock. */
export const HELD_EXIT_CODE = 75;

const flock = (...args: string[]) => spawnSync('flock', args, { stdio: 'ignore' }).status;

const hasFlock = flock('--no-fork', '--nonblock', '--shared', process.execPath, 'true') === 0;

export const workerdLockFile = (folder: string): string => path.join(folder, 'workerd.lock');

/** The words before a command that make it take the lock, or exit if another process holds it; none without flock. */
export const underLock = (file: string): string[] =>
  hasFlock ? ['flock', '--no-fork', '--nonblock', `--conflict-exit-code=${HELD_EXIT_CODE}`, file] : [];

/** Whether a process holds the kernel's lock. */
export const isKernelLocked = (file: string): boolean =>
  existsSync(file) &&
  hasFlock &&
  flock('--nonblock', `--conflict-exit-code=${HELD_EXIT_CODE}`, file, 'true') === HELD_EXIT_CODE;

/** The command lines of all processes, split into arguments. `ps` prints no separator but the space. */
function listCommandLines(): { pid: number; words: readonly string[] }[] {
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
export const findHolders = (...words: readonly string[]): number[] =>
  listCommandLines()
    .filter((one) => one.pid !== process.pid && words.some((word) => one.words.includes(word)))
    .map(({ pid }) => pid)
    .filter((pid) => lookUp(pid) !== undefined);

/**
 * Kills every other process with one of `words` as an argument, and waits up to two and a half seconds for their exit.
 * @returns whether none of them is left
 */
const endHolders = (...words: readonly string[]): Promise<boolean> => killAll(() => findHolders(...words));

/**
 * The name of the file in which a backup notes when it was made (ISO 8601): in the state folder of a machine, or in the
 * folder of an environment of `npm run deploy`. The doctor reads it.
 */
export const LAST_BACKUP = 'last-backup';

/** Notes in a folder that a backup of it was made. @param now epoch milliseconds */
export const noteBackup = (folder: string, now: number): void =>
  writeWhole(path.join(folder, LAST_BACKUP), new Date(now).toISOString());
