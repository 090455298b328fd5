import { createServer } from 'node:net';

/**
 * The ports to choose from. They lie below those that Linux gives to clients (32768 to 60999), so that no connection of
 * another test takes a port between its choice and its use.
 */
const FIRST = 10_240;
const COUNT = 22_000;

/** Processes that run at the same time begin at different ports, and none returns a port twice in a row. */
let next = (process.pid * 97) % COUNT;

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** A port that nobody listens on. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST + next;
    next = (next + 1) % COUNT;
    if (await isFree(port)) return port;
  }
}
