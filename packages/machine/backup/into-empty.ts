import { chmodSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure';
import { takeLock } from '../lock.mjs';
import { lockOf, restoreDraft, startingFailure } from '../state';

/**
 * Checks that a folder is empty. A lock, the draft of a killed restore, and the `lost+found` of a file system do not
 * count.
 * @throws Failure if it is not empty
 */
function requireEmpty(state: string): void {
  const own = [restoreDraft(state), lockOf(state), path.join(state, 'lost+found')];
  if (readdirSync(state).every((name) => own.includes(path.join(state, name)))) return;
  throw new Failure(`STATE_DIR ${state} is not empty: a backup is restored into an empty folder only.`);
}

/** Takes the rights of other users on the folder, unless it belongs to one of them, as the root of a volume may. */
function takeRights(state: string): void {
  try {
    chmodSync(state, 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Takes the rights of other users on a folder and all that is in it, whatever umask it was made with. */
function makePrivate(folder: string): void {
  chmodSync(folder, 0o700);
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const inside = path.join(folder, entry.name);
    if (entry.isDirectory()) makePrivate(inside);
    else chmodSync(inside, 0o600);
  }
}

/**
 * Fills an empty state folder completely or not at all. `fill` writes into a draft inside the folder, because the
 * folder itself may be a mount point or a link, and a rename can replace neither. No start opens a folder in which a
 * killed restore left a draft.
 * @param fill fills the draft; returns the folder in the draft that becomes the state
 * @throws Failure for a folder that is not empty, and what `fill` throws
 */
export async function intoEmpty(state: string, fill: (draft: string) => Promise<string>): Promise<void> {
  const isNew = mkdirSync(state, { recursive: true, mode: 0o700 }) !== undefined;
  requireEmpty(state);
  takeRights(state);
  const lock = takeLock(lockOf(state));
  if (lock === undefined) throw startingFailure(state);
  const draft = restoreDraft(state);
  const moved: string[] = [];
  let isFilled = false;
  try {
    requireEmpty(state); // another restore may have filled it before this one took the lock
    rmSync(draft, { recursive: true, force: true });
    mkdirSync(draft, { mode: 0o700 });
    const made = await fill(draft);
    makePrivate(made);
    for (const name of readdirSync(made)) {
      moved.push(path.join(state, name));
      renameSync(path.join(made, name), path.join(state, name));
    }
    isFilled = true;
  } finally {
    if (!isFilled) for (const one of moved) rmSync(one, { recursive: true, force: true });
    rmSync(draft, { recursive: true, force: true });
    lock.release();
    if (isNew && !isFilled) rmdirSync(state);
  }
}
