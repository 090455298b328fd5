/** The state folder and its lock: one machine at a time uses a folder. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure';
import { endHolders, startOf } from './processes';

/** The folder below STATE_DIR of each disk of the configuration. The folder names are wrangler's. */
const DISKS = { 'd1-disk': 'v3/d1', 'kv-disk': 'v3/kv', 'objects-disk': 'v3/do' } as const;

/** The arguments of workerd that name the folders of its disks. */
export const diskArguments = (folder: string): string[] =>
  Object.entries(DISKS).map(([name, below]) => `--directory-path=${name}=${path.join(folder, below)}`);

/**
 * Writes a file that only its owner may read. The rename makes it appear whole or not at all, even if the process is
 * killed.
 */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

/** The state folder that an environment names. @param root what a relative STATE_DIR is relative to */
export const stateFolder = (env: Readonly<Record<string, string | undefined>>, root: string): string =>
  path.resolve(root, env.STATE_DIR || '.swiftlet');

/** Where the machine that runs on a folder says how it is reached. */
export const controlFile = (folder: string): string => path.join(folder, 'control.json');

type Owner = { readonly pid: number; readonly started: string | undefined };

/** The running process that holds a lock. An unreadable lock has no owner: `writeWhole` never leaves half of one. */
function ownerOf(file: string): Owner | undefined {
  try {
    const { owner } = JSON.parse(readFileSync(file, 'utf8')) as { owner: Owner };
    const started = startOf(owner.pid);
    return started !== undefined && started === owner.started ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** Creates the lock file. @returns false if a running process holds the lock */
function take(file: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeWhole(draft, JSON.stringify({ owner: { pid: process.pid, started: startOf(process.pid) } }));
  try {
    for (;;) {
      try {
        linkSync(draft, file); // atomic, and fails if the lock exists
        return true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      if (ownerOf(file) !== undefined) return false;
      removeDead(file);
    }
  } finally {
    rmSync(draft, { force: true });
  }
}

/**
 * Removes the lock of a dead process. The rename lets only one of two processes take it away. If that one has moved a
 * new lock instead, it puts the lock back.
 */
function removeDead(file: string): void {
  const moved = `${file}.${process.pid}.dead`;
  try {
    renameSync(file, moved);
    if (ownerOf(moved) !== undefined) linkSync(moved, file);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  } finally {
    rmSync(moved, { force: true });
  }
}

/** Somebody has the folder, but nobody on it answers yet. */
export const startingFailure = (folder: string): Failure =>
  new Failure(`Swiftlet is being started on STATE_DIR ${folder}: try again when it is ready.`);

/** Whether a machine runs on a folder. */
export const isHeld = (folder: string): boolean => ownerOf(path.join(folder, 'running.lock')) !== undefined;

export type State = { readonly folder: string; release(): void };

/**
 * Locks a state folder for this process, and kills a workerd that a killed machine has left on it.
 * @throws Failure if another process holds it, it cannot be written to, or that workerd does not end
 */
export async function openState(folder: string): Promise<State> {
  const lock = path.join(folder, 'running.lock');
  try {
    for (const below of Object.values(DISKS)) mkdirSync(path.join(folder, below), { recursive: true, mode: 0o700 });
    if (!take(lock)) throw new Failure(`Swiftlet is already running on STATE_DIR ${folder}.`);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`STATE_DIR ${folder} cannot be used: ${(error as Error).message}.`);
  }
  if (!(await endHolders(...diskArguments(folder)))) {
    rmSync(lock, { force: true });
    throw new Failure(`STATE_DIR ${folder} is held by a workerd that cannot be ended.`);
  }
  return { folder, release: () => rmSync(lock, { force: true }) };
}
