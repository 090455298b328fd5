/** Why workerd cannot listen on a port. */
import { connect, createServer } from 'node:net';
import { Failure } from './failure';
import type { Sockets } from './runtime';

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
  const [, host = '', port = ''] = /^\[?(.*?)\]?:(\d+)$/.exec(address) ?? [];
  const failure =
    (await tryListen(host, Number(port))) || ((await isListening(host, Number(port))) ? 'EADDRINUSE' : '');
  if (failure === 'EADDRINUSE') throw new Failure(`Port ${port} is taken: free it, or set ${name} to another one.`);
  if (failure) throw new Failure(`Port ${port} cannot be opened on ${host} (${failure}): set ${name} to another one.`);
}

/**
 * Names the port that workerd could not open. Nothing looks before workerd listens: a socket that is opened for a look
 * would accept the connection of a waiting client, and reset it.
 * @throws Failure naming the variable to set
 */
export async function requireFreePorts(sockets: Sockets): Promise<void> {
  for (const [name, address] of Object.entries(sockets)) await requireFree(`${name.toUpperCase()}_PORT`, address);
}
