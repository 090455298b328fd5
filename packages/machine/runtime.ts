/** workerd: started, told from the moment it listens, and never left alone. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';

export type Sockets = Readonly<Record<string, string>>;

export type RuntimeOptions = {
  readonly binary: string;
  /** A file. */
  readonly configuration: string;
  /** Where each socket listens, by its name. */
  readonly sockets: Sockets;
  /** Servers that are not ours, by their names in the configuration. */
  readonly externals?: Readonly<Record<string, string>>;
  readonly disks: readonly string[];
  /** All that it sees of the environment. */
  readonly values: Readonly<Record<string, string>>;
  /** A line that it, or a worker, has logged. */
  readonly log: (line: string) => void;
};

export type Runtime = {
  /** The port that each socket has. */
  readonly ports: ReadonlyMap<string, number>;
  /** Once it is gone: how. */
  readonly ended: Promise<string>;
  /** Ends it: asked first, then forced. */
  stop(): Promise<void>;
};

/** workerd was ended by a signal that we did not send. */
export class Killed extends Error {
  constructor(signal: string) {
    super(`workerd ended (${signal})`);
  }
}

/** Linux ends a child with its parent where it is asked to, even when the parent is killed (prctl(2), PR_SET_PDEATHSIG). */
const WITH_PARENT = ['setpriv', '--pdeathsig', 'KILL', '--'];
/** Elsewhere a shell waits for the end of its input, which only we hold, and ends workerd then. */
const WATCHED = ['sh', '-c', '"$@" <&- & child=$!; exec 3<&-; cat >/dev/null; kill -9 $child', 'sh'];

const hasSetpriv = spawnSync(WITH_PARENT[0] as string, ['--pdeathsig', 'KILL', '--', 'true']).status === 0;

/** workerd's own remarks on connections that clients have dropped, and on clocks: nobody can act on them. */
const NOISE = /disconnected|NOSENTRY|peer closed|Broken pipe|Connection reset/i;
const STOP_MS = 10_000;

/**
 * Starts workerd and waits until every socket listens.
 * @throws Error with what it said when it ended before; Killed when it was ended
 */
export async function startRuntime(options: RuntimeOptions, withParent = hasSetpriv): Promise<Runtime> {
  const { binary, configuration, sockets, externals = {}, disks, values } = options;
  const addresses = [
    ...Object.entries(sockets).map(([name, address]) => `--socket-addr=${name}=${address}`),
    ...Object.entries(externals).map(([name, address]) => `--external-addr=${name}=${address}`),
  ];
  const args = ['serve', '--experimental', '--control-fd=3', ...addresses, ...disks, configuration];
  const [command = '', ...rest] = [...(withParent ? WITH_PARENT : WATCHED), binary, ...args];
  const child = spawn(command, rest, {
    stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
    // A group of its own: a terminal's Ctrl-C is for us, who end it in good order.
    detached: true,
    env: { PATH: process.env.PATH, TZ: 'UTC', ...values },
  });
  const said: string[] = [];
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream as Readable }).on('line', (line) => {
      if (NOISE.test(line)) return;
      if (said.length < 20) said.push(line);
      options.log(line);
    });
  }
  child.stdin?.on('error', () => {});
  const ended = endOf(child);
  const ports = await Promise.race([portsOf(child.stdio[3] as Readable, Object.keys(sockets)), ended]);
  if (typeof ports === 'string') {
    if (ports.startsWith('SIG')) throw new Killed(ports);
    throw new Error(reasonIn(said) ?? `workerd ended (${ports})`);
  }
  return { ports, ended, stop: () => stop(child, ended) };
}

/** Its end shows at the pipe that it alone holds; the shell that watches it is ended after it. */
async function endOf(child: ChildProcess): Promise<string> {
  const gone = once(child, 'exit').then(([code, signal]) => String(signal ?? `exit code ${code}`));
  const closed = once(child.stdio[3] as Readable, 'close').then(() => wait(200, 'its pipe closed', { ref: false }));
  const failed = once(child, 'error').then(([error]) => (error as Error).message);
  const how = await Promise.race([gone, closed, failed]);
  killGroup(child);
  return how;
}

function portsOf(pipe: Readable, names: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const ports = new Map<string, number>();
  return new Promise((resolve) => {
    createInterface({ input: pipe }).on('line', (line) => {
      const { event, socket, port } = JSON.parse(line) as { event: string; socket: string; port: number };
      if (event === 'listen') ports.set(socket, port);
      if (names.every((name) => ports.has(name))) resolve(ports);
    });
  });
}

/** The line that names the cause: workerd's own begin with "***" or name an exception. */
function reasonIn(said: readonly string[]): string | undefined {
  const line = said.find((one) => /\*\*\*|exception|error/i.test(one)) ?? said[0];
  return line?.replace(/^.*?(\*\*\* )?(Uncaught exception|Fatal uncaught kj::Exception): (\*\*\* )?/, '');
}

function killGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // Nothing is left of it.
  }
}

async function stop(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGTERM');
  } catch {
    return;
  }
  await Promise.race([ended, wait(STOP_MS, undefined, { ref: false })]);
  killGroup(child);
  await ended;
}
