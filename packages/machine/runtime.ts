/** The workerd process: its start, the ports it listens on, and its end together with this process. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import type { Server } from 'node:net';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from './failure';
import { HELD_EXIT_CODE, underLock } from './state';

export type Sockets = Readonly<Record<string, string>>;

/** The host and the port of an address to listen on. */
export function splitAddress(address: string): [host: string, port: number] {
  const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(address) ?? [];
  return [host, Number(port)];
}

export type RuntimeOptions = {
  readonly binary: string;
  /** Path of the Cap'n Proto configuration. */
  readonly configuration: string;
  /** The listen address of each socket (host:port), by its name in the configuration. */
  readonly sockets: Sockets;
  /** A listening server whose connections go to a socket of this name in the configuration, instead of an address. */
  readonly inherited?: readonly [name: string, server: Server];
  /** The address of each external server, by its name in the configuration. */
  readonly externals?: Readonly<Record<string, string>>;
  /** Arguments `--directory-path=name=folder`. */
  readonly disks: readonly string[];
  /** A lock on the folder of the disks. Two workerds never hold it at once. */
  readonly lockFile?: string | undefined;
  /** The environment of the process, beside PATH and TZ. */
  readonly values: Readonly<Record<string, string>>;
  /** Receives every line that workerd or a worker writes. */
  readonly log: (line: string) => void;
};

export type Runtime = {
  /** The port of each socket, by its name. */
  readonly ports: ReadonlyMap<string, number>;
  /** The process groups of its workerds. */
  readonly groups: readonly number[];
  /** Resolves when the process has exited, with its signal or its exit code. */
  readonly ended: Promise<string>;
  /**
   * Sends SIGTERM, and SIGKILL after `patienceMs`; resolves when the process has exited.
   * @param patienceMs ten seconds by default
   */
  stop(patienceMs?: number): Promise<void>;
};

/** A signal from outside ended workerd before it was ready. */
export class Killed extends Error {
  constructor(signal: string) {
    super(`workerd ended (${signal})`);
  }
}

/** On Linux the kernel kills workerd when its parent dies, even by SIGKILL (prctl(2), PR_SET_PDEATHSIG). */
const WITH_PARENT = ['setpriv', '--pdeathsig', 'KILL', '--'];
/**
 * On other systems a shell kills workerd when the shell's input ends. Only this process holds the other end of that
 * input.
 */
const WATCHED = ['sh', '-c', '"$@" <&- & child=$!; exec 3<&-; cat >/dev/null; kill -9 $child', 'sh'];

const hasSetpriv = spawnSync(WITH_PARENT[0] as string, ['--pdeathsig', 'KILL', '--', 'true']).status === 0;

/**
 * Lines of workerd itself that an operator can do nothing about: dropped connections, malformed requests, and stack
 * traces, which are numbers. No line of a worker matches.
 */
const NOISE = [
  /^stack: /,
  /^Received a connect event/,
  /^(workerd|kj|capnp)\/\S+ .*(disconnected|NOSENTRY|peer closed|Broken pipe|Connection reset)/i,
  /^workerd\/\S+ .*(kj\/compat\/http\.c\+\+:\d+: failed|export a connect\(\) function)/,
];
const STOP_MS = 10_000;

/**
 * Starts workerd and waits until every socket listens.
 * @param withParent whether setpriv makes the kernel kill workerd when this process ends; otherwise a shell kills it
 * @throws Killed if a signal ended workerd before every socket listened
 * @throws Failure if another machine holds the lock of the folder, or a variable is wrong
 * @throws Error with the message of workerd if it exited by itself
 */
export async function startRuntime(options: RuntimeOptions, withParent = hasSetpriv): Promise<Runtime> {
  const {
    binary,
    configuration,
    sockets,
    inherited: [name, server] = [],
    externals = {},
    disks,
    lockFile,
    values,
  } = options;
  const addresses = [
    ...Object.entries(sockets).map(([name, address]) => `--socket-addr=${name}=${address}`),
    ...Object.entries(externals).map(([name, address]) => `--external-addr=${name}=${address}`),
    ...(name === undefined ? [] : [`--socket-fd=${name}=4`]),
  ];
  // Only the simulators of D1 and KV need the experimental features (configuration.ts).
  const args = ['serve', '--experimental', '--control-fd=3', ...addresses, ...disks, configuration];
  const lock = lockFile === undefined ? [] : underLock(lockFile);
  const [command = '', ...rest] = [...(withParent ? WITH_PARENT : WATCHED), ...lock, binary, ...args];
  const child = spawn(command, rest, {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe', ...(server === undefined ? [] : [fileDescriptor(server)])],
    // workerd leads a process group, so it gets no Ctrl-C from the terminal: this process drains the workers first.
    detached: true,
    env: { PATH: process.env.PATH, TZ: 'UTC', ...values },
  });
  const startLines: string[] = [];
  let listens = false;
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream as Readable }).on('line', (line) => {
      if (NOISE.some((one) => one.test(line))) return;
      // A failed start is reported in one line (reasonIn), without the lines of workerd.
      if (listens) options.log(line);
      else startLines.push(line);
    });
  }
  child.stdin?.on('error', () => {});
  const ended = waitForEnd(child);
  const ports = await Promise.race([readPorts(child.stdio[3] as Readable, Object.keys(sockets)), ended]);
  if (typeof ports === 'string') {
    if (ports.startsWith('SIG')) throw new Killed(ports);
    if (ports === `exit code ${HELD_EXIT_CODE}`) throw new Failure(`Another workerd runs on ${lockFile}.`);
    throw reasonIn(startLines) ?? new Error(`workerd ended (${ports})`);
  }
  listens = true;
  for (const line of startLines) options.log(line);
  return { ports, groups: [child.pid ?? 0], ended, stop: (patienceMs = STOP_MS) => stop(child, ended, patienceMs) };
}

/** Node has no public name for it, but passes it on to a child (nodejs.org/api/child_process.html#optionsstdio). */
const fileDescriptor = (server: Server): number => (server as unknown as { _handle: { fd: number } })._handle.fd;

/**
 * Resolves when workerd has exited: when the child exits, or when the control pipe closes. If the child is the shell of
 * WATCHED, only the pipe shows the exit.
 */
async function waitForEnd(child: ChildProcess): Promise<string> {
  const gone = once(child, 'exit').then(([code, signal]) => String(signal ?? `exit code ${code}`));
  const closed = once(child.stdio[3] as Readable, 'close').then(() => wait(200, 'its pipe closed', { ref: false }));
  const failed = once(child, 'error').then(([error]) => (error as Error).message);
  const how = await Promise.race([gone, closed, failed]);
  killGroup(child);
  return how;
}

function readPorts(pipe: Readable, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const ports = new Map<string, number>();
  return new Promise((resolve) => {
    createInterface({ input: pipe }).on('line', (line) => {
      const { event, socket, port } = JSON.parse(line) as { event: string; socket: string; port: number };
      if (event === 'listen') ports.set(socket, port);
      if (names.every((name) => ports.has(name))) resolve(ports);
    });
  });
}

/**
 * The cause of an exit: the variables that a worker refuses, or else the line that workerd marks with "***" or
 * "exception".
 */
function reasonIn(lines: readonly string[]): Error | undefined {
  const [, names] = /Configuration: missing or wrong: (.+)/.exec(lines.join('\n')) ?? [];
  if (names !== undefined) return new Failure(`These variables are missing or wrong: ${names}.`);
  const line = lines.find((one) => /\*\*\*|exception|error/i.test(one)) ?? lines[0];
  if (line === undefined) return undefined;
  return new Error(line.replace(/^.*?(\*\*\* )?(Uncaught exception|Fatal uncaught kj::Exception): (\*\*\* )?/, ''));
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // No process of the group is left.
  }
}

async function stop(child: ChildProcess, ended: Promise<string>, patienceMs: number): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    return;
  }
  await Promise.race([ended, wait(patienceMs, undefined, { ref: false })]);
  killGroup(child);
  await ended;
}
