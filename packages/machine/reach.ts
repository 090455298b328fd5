/** Reaches the stores of a state folder, whether a machine runs on it or not. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Control, controlOf } from './control';
import { Failure } from './failure';
import { Machine } from './machine';
import type { RunOptions } from './run';
import { readSecrets } from './secrets';
import { readSettings, type Variables } from './settings';
import { isHeld, openState } from './state';

/** The control of the machine that runs on a folder. @throws Failure when it is just being started */
function controlOfRunning(folder: string): Control {
  try {
    const { port, word } = JSON.parse(readFileSync(path.join(folder, 'control.json'), 'utf8'));
    return controlOf(port, word);
  } catch {
    throw new Failure(`Swiftlet is being started on STATE_DIR ${folder}: try again when it is ready.`);
  }
}

/**
 * Does something with the stores of a folder: through the machine that runs on it, else through one that nobody else reaches.
 * @param options of the machine; the place does not matter
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
