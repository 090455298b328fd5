import { connect, createServer } from 'node:net';
import { Failure } from './failure.mjs';

const HOST = '127.0.0.1';

/** @param {string} name @param {string | undefined} text @param {number} usual */
export function parsePort(name, text, usual) {
  if (text === undefined || text === '') return usual;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : 0;
  if (port < 1 || port > 65535)
    throw new Failure(`${name} must be a port from 1 to 65535, not ${JSON.stringify(text)}.`);
  return port;
}

/** @param {NodeJS.ProcessEnv} env */
export function portsOf(env) {
  const api = parsePort('API_PORT', env.API_PORT, 8787);
  const short = parsePort('SHORT_PORT', env.SHORT_PORT, 8788);
  if (api === short) throw new Failure(`API_PORT and SHORT_PORT are both ${api}: each worker needs a port of its own.`);
  return { api, short };
}

/** @param {number} port @returns {Promise<boolean>} */
const answers = (port) =>
  new Promise((resolve) => {
    const socket = connect(port, HOST);
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('close', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });

/** @param {number} port @returns {Promise<string>} the error's code, "" when the port is free */
const tryListen = (port) =>
  new Promise((resolve) => {
    const server = createServer();
    server.on('error', (error) => resolve(/** @type {NodeJS.ErrnoException} */ (error).code ?? error.message));
    server.listen(port, HOST, () => server.close(() => resolve('')));
  });

/**
 * Refuses a port that somebody has, also somebody who listens on every address: some systems would let us listen beside them.
 * @param {string} name
 * @param {number} port
 */
export async function requireFree(name, port) {
  const failure = (await answers(port)) ? 'EADDRINUSE' : await tryListen(port);
  if (failure === 'EADDRINUSE') throw new Failure(`Port ${port} is taken: free it, or set ${name} to another one.`);
  if (failure) throw new Failure(`Port ${port} cannot be opened (${failure}): set ${name} to another one.`);
}
