/** Restores the backup of a deployment into a state folder, and makes such a backup of a state folder. */
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { Failure } from '../failure';
import { reach } from '../reach';
import type { RunOptions } from '../run';
import { randomText, secretFile } from '../secrets';
import { writeWhole } from '../write-whole.mjs';
import { type Ask, pullPages, pushPages } from './pages';

type Options = Omit<RunOptions, 'mode'>;

/** Starts a machine without ports on a folder that nobody else uses, with a backup token for this call only. */
async function askOn<T>(options: Options, folder: string, act: (ask: Ask) => Promise<T>): Promise<T> {
  const backupToken = randomText();
  const env: RunOptions['env'] = { ...options.env, STATE_DIR: folder, BACKUP_TOKEN: backupToken };
  return reach({ ...options, env }, async (control) => {
    const token = env.ADMIN_TOKEN || readFileSync(secretFile(folder, 'ADMIN_TOKEN'), 'utf8').trim();
    return act(async (method, route, { headers = {}, body } = {}) => {
      const response = await control.send(method, route, token, { ...headers, 'X-Backup-Token': backupToken }, body);
      if (response.ok) return response;
      const { message } = (await response.json().catch(() => ({}))) as { message?: string };
      throw new Failure(`${route} responded ${response.status}: ${message ?? 'no reason given'}.`);
    });
  });
}

/** Reads the pages of a restored machine's folder, which nobody else uses, into another folder. */
export const pagesOfMachine = (options: Options, state: string, folder: string, now: number): Promise<void> =>
  askOn(options, state, (ask) => pullPages(ask, folder, now, () => {}));

/**
 * Restores pages into a new state folder. It stores the PEPPER of the environment in the folder, in the file of a
 * generated PEPPER.
 * @throws Failure if the environment has no PEPPER, or not that of the backup
 */
export async function restorePages(options: Options, folder: string, state: string): Promise<void> {
  const { PEPPER: pepper } = options.env;
  if (!pepper)
    throw new Failure('PEPPER must be that of the deployment: without it the passwords of links would be lost.');
  mkdirSync(path.join(state, 'secrets'), { recursive: true, mode: 0o700 });
  writeWhole(secretFile(state, 'PEPPER'), pepper);
  await askOn(options, state, (ask) => pushPages(ask, folder, { tell: () => {} }));
  rmSync(path.join(state, 'running.lock'), { force: true });
  rmSync(path.join(state, 'control.json'), { force: true });
}
