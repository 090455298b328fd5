/**
 * Several workerds as one runtime. One of them has the stores and the API worker, and the others serve the visits of
 * one listening socket, so that work in the stores delays no visit and visits use more than one core.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LINKS } from './configuration';
import { type Runtime, type RuntimeOptions, splitAddress, startRuntime } from './runtime';

/** Opens a listening socket. The caller hands it on before the next turn of the loop, so that no connection is lost. */
async function listen(address: string): Promise<Server> {
  const [host, port] = splitAddress(address);
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return server;
}

/**
 * Starts the processes, and waits until each of them listens. They end together: when one has exited, the others are
 * stopped, because only this process could give a new one the listening socket, and it must not accept connections.
 * @param options of the process with the stores; its socket `short` is opened here
 * @param processes the number of the others
 * @param configuration path of their configuration
 * @returns the runtime of all, with the ports of the process with the stores; and the control ports of the others
 * @throws as `startRuntime`, or the error of `listen` if the socket cannot be opened
 */
export async function startCluster(
  options: RuntimeOptions,
  processes: number,
  configuration: string,
): Promise<{ runtime: Runtime; visitPorts: number[] }> {
  const { short = '', ...own } = options.sockets;
  // A path of a Unix socket has some hundred bytes at most (unix(7)), and the state folder's may be longer.
  const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-'));
  const links = Object.fromEntries(LINKS.map((name) => [name, `unix:${path.join(folder, name)}`]));
  const server = await listen(short).catch((error) => {
    rmSync(folder, { recursive: true });
    throw error;
  });
  const visitOptions: RuntimeOptions = {
    ...options,
    configuration,
    sockets: { control: '127.0.0.1:0' },
    externals: { ...options.externals, ...links },
    inherited: ['short', server],
    disks: [],
    lockFile: undefined,
  };
  const starting = [
    startRuntime({ ...options, sockets: { ...own, ...links } }),
    ...Array.from({ length: processes }, () => startRuntime(visitOptions)),
  ];
  server.close();
  const started = await Promise.allSettled(starting);
  const runtimes = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const stop = async (patienceMs?: number) => {
    await Promise.all(runtimes.map((one) => one.stop(patienceMs)));
    rmSync(folder, { recursive: true, force: true });
  };
  const failed = started.find((one) => one.status === 'rejected');
  if (failed !== undefined) {
    await stop(0);
    throw failed.reason;
  }
  const [main, ...others] = runtimes as [Runtime, ...Runtime[]];
  const ended = Promise.race(runtimes.map((one) => one.ended)).then((how) => stop().then(() => how));
  return {
    runtime: { ports: main.ports, groups: runtimes.flatMap(({ groups }) => groups), ended, stop },
    visitPorts: others.map(({ ports }) => ports.get('control') ?? 0),
  };
}
