/** Access to the stores of a state folder, whether a machine runs on it or not. */
import { readFileSync } from 'node:fs';
import { type Control, controlOf } from './control';
import { Machine } from './machine';
import type { RunOptions } from './run';
import { readSecrets } from './secrets';
import { readSettings, readVariables } from './settings';
import { controlFile, isHeld, openState, startingFailure, stateFolder } from './state';
import { requireOwnFolder } from './version';

/** The control client of the machine that runs on a folder. @throws Failure while that machine starts */
function controlOfRunning(folder: string): Control {
  try {
    const { port, word } = JSON.parse(readFileSync(controlFile(folder), 'utf8'));
    return controlOf(port, word);
  } catch {
    throw startingFailure(folder);
  }
}

/**
 * Runs `act` on the stores of a folder. It uses the machine that runs on the folder. If none does, it starts one
 * without public sockets, and stops it afterwards.
 */
export async function reach<T>(
  { env, built, binary, root, log }: Omit<RunOptions, 'mode'>,
  act: (control: Control, isRunning: boolean) => Promise<T>,
): Promise<T> {
  const folder = stateFolder(env, root);
  if (isHeld(folder)) return act(controlOfRunning(folder), true);
  requireOwnFolder(folder, built);
  const state = await openState(folder);
  const { values } = readSettings({}, 'development', readVariables(built));
  try {
    const secrets = readSecrets(env, folder);
    const machine = await Machine.start({ built, binary, state, sockets: {}, values: { ...values, ...secrets }, log });
    return await machine.insist((control) => act(control, false)).finally(() => machine.stop());
  } finally {
    state.release();
  }
}
