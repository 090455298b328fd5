/**
 * Starts the machine as the environment says. Commands reach the stores of a state folder, whether a machine runs on it
 * or not.
 */

import { readFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import path from 'node:path';
import { type Control, connectControl } from './control';
import { listStrangeNames, type MachineConfig, readEnvironment, readVariables } from './environment';
import { Failure } from './failure';
import { Machine } from './machine';
import { servePlaces } from './places';
import { type Sockets, splitAddress } from './runtime';
import { readSecrets } from './secrets';
import { controlFile, isHeld, openState, startingFailure, stateFolder } from './state';
import { requireOwnFolder } from './version';
import { hourly, isUntrustedProxyLine } from './workers/claims';

export type Running = {
  readonly machine: Machine;
  readonly folder: string;
  readonly config: MachineConfig;
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

/** Logs the line about an untrusted proxy at most hourly: each worker logs it, also after a restart of workerd. */
function proxyLineHourly(log: (line: string) => void): (line: string) => void {
  const isDue = hourly();
  return (line) => {
    if (!isUntrustedProxyLine(line) || isDue(performance.now())) log(line);
  };
}

/**
 * Reads the environment, locks the state folder and starts the machine.
 * @throws Failure if a person can fix the cause, otherwise Error; the first line of its message names the cause
 */
export async function run({ env, mode, root, built, binary, log }: RunOptions): Promise<Running> {
  const variables = readVariables(built);
  const config = readEnvironment(env, mode, variables);
  for (const line of listStrangeNames(env, variables)) log(line);
  const folder = stateFolder(env, root);
  requireOwnFolder(folder, built);
  const state = await openState(folder);
  try {
    const secrets = readSecrets(env, state.folder);
    const values = { ...config.values, ...secrets };
    const places = env.PLACES_FILE ? await servePlaces(path.resolve(root, env.PLACES_FILE), log) : undefined;
    const machine = await Machine.start({
      built,
      binary,
      state,
      sockets: config.sockets,
      visitProcesses: config.visitProcesses,
      values,
      places,
      log: proxyLineHourly(log),
    });
    return { machine, folder: state.folder, config, adminToken: secrets.ADMIN_TOKEN };
  } catch (error) {
    state.release();
    const { message } = error as Error;
    if (/bind\(\)|^listen /.test(message)) await requireFreePorts(config.sockets);
    const isFull = /SQLITE_FULL|ENOSPC|No space left/.test(message);
    throw isFull ? new Failure(`STATE_DIR ${state.folder} cannot be written to: its disk is full.`) : error;
  }
}

/** The control client of the machine that runs on a folder. @throws Failure while that machine starts */
function controlOfRunning(folder: string): Control {
  try {
    const { port, word } = JSON.parse(readFileSync(controlFile(folder), 'utf8'));
    return connectControl(port, word);
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
  const { values } = readEnvironment({}, 'development', readVariables(built));
  try {
    const secrets = readSecrets(env, folder);
    const machine = await Machine.start({
      built,
      binary,
      state,
      sockets: {},
      visitProcesses: 0,
      values: { ...values, ...secrets },
      log,
    });
    return await machine.insist((control) => act(control, false)).finally(() => machine.stop());
  } finally {
    state.release();
  }
}

const isListening = (host: string, port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, host, () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

/** @returns the error's code, '' if the port is free */
const tryListen = (host: string, port: number): Promise<string> =>
  new Promise((resolve) => {
    const server = createServer();
    server.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen(port, host, () => server.close(() => resolve('')));
  });

/**
 * Checks that a port is free. It also tries to connect, because some systems let a process listen on one address while
 * another process listens on all addresses.
 * @throws Failure naming the variable to set
 */
export async function requireFree(name: string, address: string): Promise<void> {
  const [host, port] = splitAddress(address);
  const failure = (await tryListen(host, port)) || ((await isListening(host, port)) ? 'EADDRINUSE' : '');
  if (failure === 'EADDRINUSE') throw new Failure(`Port ${port} is taken: free it, or set ${name} to another one.`);
  if (failure) throw new Failure(`Port ${port} cannot be opened on ${host} (${failure}): set ${name} to another one.`);
}

/**
 * Names the port that workerd could not open. No port is checked before workerd listens: a socket that is opened for a
 * check would accept the connection of a waiting client, and reset it.
 * @throws Failure naming the variable to set
 */
async function requireFreePorts(sockets: Sockets): Promise<void> {
  for (const [name, address] of Object.entries(sockets)) await requireFree(`${name.toUpperCase()}_PORT`, address);
}
