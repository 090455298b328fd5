/** The folder that holds everything: one machine's at a time. */
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Failure } from './failure';
import { endHolders, startOf } from './processes';

/** The disks of the configuration, by their folders below STATE_DIR, as wrangler names them. */
const DISKS = { 'd1-disk': 'v3/d1', 'kv-disk': 'v3/kv', 'objects-disk': 'v3/do' } as const;

/** How workerd is told where its disks are. */
export const diskArguments = (folder: string): string[] =>
  Object.entries(DISKS).map(([name, below]) => `--directory-path=${name}=${path.join(folder, below)}`);

/** Writes a file that only its owner may read; it appears whole or not at all, whatever ends us meanwhile. */
export function writeWhole(file: string, text: string): void {
  const draft = `${file}.${process.pid}.draft`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, file);
}

type Owner = { readonly pid: number; readonly started: string | undefined };

/** Who holds a lock, if he still lives. A lock that cannot be read is nobody's: it was not written by us. */
function ownerOf(file: string): Owner | undefined {
  try {
    const { owner } = JSON.parse(readFileSync(file, 'utf8')) as { owner: Owner };
    const started = startOf(owner.pid);
    return started !== undefined && started === owner.started ? owner : undefined;
  } catch {
    return undefined;
  }
}

/** @returns false when somebody living has the lock */
function take(file: string): boolean {
  const draft = `${file}.${process.pid}`;
  writeWhole(draft, JSON.stringify({ owner: { pid: process.pid, started: startOf(process.pid) } }));
  try {
    for (;;) {
      try {
        linkSync(draft, file); // appears whole, and only where there is none
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

/** Removes a dead lock: moved away first, so that of two who find it one removes it, and a new one is put back. */
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

/** Whether a machine runs on a folder. */
export const isHeld = (folder: string): boolean => ownerOf(path.join(folder, 'running.lock')) !== undefined;

export type State = { readonly folder: string; release(): void };

/**
 * Takes a state folder for this process alone, and ends what a killed machine has left running on it.
 * @throws Failure when somebody has it, or it cannot be written to
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
