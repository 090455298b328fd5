/** A backup of the state folder of a machine, and its restore. */
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure';
import { takeLock } from '../processes.mjs';
import { type RunOptions, reach } from '../run';
import { randomSecret, secretFile } from '../secrets';
import { machineLockFile, noteBackup, restoreDraft, startingFailure, stateFolder } from '../state';
import { requireOwnFolder } from '../version';
import { findPassphrase, newPassphrase, readArchive, UNVOUCHED, writeArchive } from './archive';
import { isOfDeployment, restorePages } from './pages';
import { withSnapshot } from './snapshot';

type Options = Omit<RunOptions, 'mode'> & {
  readonly file: string;
  /** Whether the backup is not encrypted. */
  readonly isPlain: boolean;
  /** How the commands are called in the built folder. In a checkout npm calls them. */
  readonly program?: 'node main.mjs';
  /** The working directory of the command. A relative FILE starts from it. */
  readonly folder: string;
};

/** Writes a backup of the state folder. @param now epoch milliseconds @returns the text to print @throws Failure */
export async function backup(options: Options, now: number): Promise<string> {
  const { file, isPlain, program } = options;
  const to = path.resolve(options.folder, file);
  if (existsSync(to)) throw new Failure(`${file} exists: a backup replaces nothing.`);
  const state = stateFolder(options.env, options.root);
  const passphrase = isPlain ? null : await newPassphrase(options.env);
  await withSnapshot(state, (copy) => writeArchive(copy, to, passphrase, now));
  noteBackup(state, now);
  const lacking = (['PEPPER', 'ADMIN_TOKEN'] as const).filter((name) => !existsSync(secretFile(state, name)));
  return [
    `${file} has everything that STATE_DIR ${state} keeps (${Math.ceil(statSync(to).size / 1024)} KiB).`,
    ...(isPlain
      ? ['It is not encrypted: PEPPER, ADMIN_TOKEN, all destinations and accounts stand in it in the clear.']
      : []),
    ...(lacking.length > 0
      ? [`${lacking.join(' and ')} came from the environment, and the file does not contain it: store it too.`]
      : []),
    `Next: copy it to another computer. ${program === undefined ? 'npm run restore --' : `${program} restore`} ${file} restores it into an empty STATE_DIR.`,
    '',
  ].join('\n');
}

/** Restores a backup into an empty state folder. @returns the text to print @throws Failure */
export async function restore(options: Options & { readonly spendsLimited: boolean }): Promise<string> {
  const { file, spendsLimited } = options;
  const from = path.resolve(options.folder, file);
  if (!existsSync(from)) throw new Failure(`${file} cannot be read: there is no such file.`);
  const state = stateFolder(options.env, options.root);
  const passphrase = await findPassphrase(from, options.isPlain, options.env);
  let madeAt = '';
  await intoEmpty(state, async (draft) => {
    const [unpacked, made] = [path.join(draft, 'unpacked'), path.join(draft, 'made')];
    madeAt = await readArchive(from, unpacked, passphrase);
    requireOwnFolder(unpacked, options.built, file);
    if (!isOfDeployment(unpacked)) return unpacked;
    await restorePages(options, unpacked, made);
    return made;
  });
  const lacksPepper = !options.env.PEPPER && !existsSync(secretFile(state, 'PEPPER'));
  // The workers need a pepper to start. Nothing uses or stores this one.
  const env = lacksPepper ? { ...options.env, PEPPER: randomSecret() } : options.env;
  const count = await reach({ ...options, env }, (control) => control.limited(spendsLimited));
  return [
    `STATE_DIR ${state} is as it was at ${madeAt}.\n`,
    passphrase === null ? `${UNVOUCHED}\n` : '',
    limitedText(count, spendsLimited),
    lacksPepper ? 'The backup has no PEPPER: it came from the environment, and the service needs the same one.\n' : '',
    'Next: start the service.\n',
  ].join('');
}

function limitedText(count: number, spendsLimited: boolean): string {
  if (count === 0) return '';
  if (spendsLimited) return `${count} limited links were ended, because their clicks since then are unknown.\n`;
  return `${count} limited links may give clicks again, because their clicks since then are unknown; --spend-limited would have ended them.\n`;
}

/**
 * Checks that a folder is empty. A lock, the draft of a killed restore, and the `lost+found` of a file system do not
 * count.
 * @throws Failure if it is not empty
 */
function requireEmpty(state: string): void {
  const own = [restoreDraft(state), machineLockFile(state), path.join(state, 'lost+found')];
  if (readdirSync(state).every((name) => own.includes(path.join(state, name)))) return;
  throw new Failure(`STATE_DIR ${state} is not empty: a backup is restored into an empty folder only.`);
}

/** Removes the rights of other users on the folder, unless it belongs to one of them, as the root of a volume may. */
function takeRights(state: string): void {
  try {
    chmodSync(state, 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** Removes the rights of other users on a folder and all that is in it, whatever umask it was made with. */
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
  const lock = takeLock(machineLockFile(state));
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
