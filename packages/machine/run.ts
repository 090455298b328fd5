/** Starts the machine with the settings of the environment. */
import path from 'node:path';
import { Failure } from './failure';
import { Machine } from './machine';
import { servePlaces } from './places';
import { requireFreePorts } from './ports';
import { readSecrets } from './secrets';
import { readSettings, readVariables, type Settings, strangeNames } from './settings';
import { openState, stateFolder } from './state';
import { requireOwnFolder } from './version';
import { hourly, isUntrustedProxyLine } from './workers/untrusted-proxy';

export type Running = {
  readonly machine: Machine;
  readonly folder: string;
  readonly settings: Settings;
  readonly adminToken: string;
};

export type RunOptions = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly mode: 'development' | 'server';
  /** The folder that a relative STATE_DIR and PLACES_FILE start from. */
  readonly root: string;
  /** The folder that the build has written. */
  readonly built: string;
  /** Path of the workerd executable. */
  readonly binary: string;
  readonly log: (line: string) => void;
};

/** Passes on the line about an untrusted proxy once an hour: each worker logs it, also after a restart of workerd. */
function proxyLineHourly(log: (line: string) => void): (line: string) => void {
  const isDue = hourly();
  return (line) => {
    if (!isUntrustedProxyLine(line) || isDue(performance.now())) log(line);
  };
}

/**
 * Reads the settings, locks the state folder and starts the machine.
 * @throws Failure for what a person can mend, Error for the rest; the first line of its message names the reason
 */
export async function run({ env, mode, root, built, binary, log }: RunOptions): Promise<Running> {
  const variables = readVariables(built);
  const settings = readSettings(env, mode, variables);
  for (const line of strangeNames(env, variables)) log(line);
  const folder = stateFolder(env, root);
  requireOwnFolder(folder, built);
  const state = await openState(folder);
  try {
    const secrets = readSecrets(env, state.folder);
    const values = { ...settings.values, ...secrets };
    const places = env.PLACES_FILE ? await servePlaces(path.resolve(root, env.PLACES_FILE), log) : undefined;
    const machine = await Machine.start({
      built,
      binary,
      state,
      sockets: settings.sockets,
      values,
      places,
      log: proxyLineHourly(log),
    });
    return { machine, folder: state.folder, settings, adminToken: secrets.ADMIN_TOKEN };
  } catch (error) {
    state.release();
    const { message } = error as Error;
    if (/bind\(\)/.test(message)) await requireFreePorts(settings.sockets);
    const isFull = /SQLITE_FULL|ENOSPC|No space left/.test(message);
    throw isFull ? new Failure(`STATE_DIR ${state.folder} cannot be written to: its disk is full.`) : error;
  }
}
