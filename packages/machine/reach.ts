/** Access to the stores of a state folder, whether a machine runs on it or not. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Control, controlOf } from './control';
import { Failure } from './failure';
import { Machine } from './machine';
import type { RunOptions } from './run';
import { readSecrets } from './secrets';
import { readSettings, type Variables } from './settings';
import { isHeld, openState } from './state';

/** The control client of the machine that runs on a folder. @throws Failure while that machine starts */
function controlOfRunning(folder: string): Control {
  try {
    const { port, word } = JSON.parse(readFileSync(path.join(folder, 'control.json'), 'utf8'));
    return controlOf(port, word);
  } catch {
    throw new Failure(`Swiftlet is being started on STATE_DIR ${folder}: try again when it is ready.`);
  }
}

/**
 * Runs `act` on the stores of a folder. It uses the machine that runs on the folder. If none does, it starts one
 * without public sockets, and stops it afterwards.
 */
export async function reach<T>(
  { env, built, binary, root, log }: Omit<RunOptions, 'place'>,
  act: (control: Control, isRunning: boolean) => Promise<T>,
): Promise<T> {
  const folder = path.resolve(root, env.STATE_DIR || '.swiftlet');
  if (isHeld(folder)) return act(controlOfRunning(folder), true);
  const state = await openState(folder);
  const variables = JSON.parse(readFileSync(path.join(built, 'variables.json'), 'utf8')) as Variables;
  const { values } = readSettings({}, 'desk', variables);
  try {
    const secrets = readSecrets(env, folder);
    const machine = await Machine.start({ built, binary, state, sockets: {}, values: { ...values, ...secrets }, log });
    return await machine.insist((control) => act(control, false)).finally(() => machine.stop());
  } finally {
    state.release();
  }
}
