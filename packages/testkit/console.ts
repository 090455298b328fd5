/** Starts both workers with the console at http://localhost. Passkeys need a host name, so 127.0.0.1 does not work. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { startMachine, TOKEN } from './machine';

export type ServedConsole = {
  /** The origin of the console and the API. */
  readonly origin: string;
  /** Calls the operator's API. */
  admin(method: string, path: string, body?: unknown): Promise<Response>;
  /** Calls the API with a key. */
  v2(key: string, method: string, path: string, body?: unknown): Promise<Response>;
  /** Sends a visitor's request for a path of the short host. */
  visit(path: string, headers?: Record<string, string>): Promise<Response>;
  /**
   * The delay of responses to forms, in milliseconds. With it a second click follows before the response to the first.
   */
  delayMs: number;
  close(): Promise<void>;
};

/** Starts both workers and a proxy in front of the console. @param more variables that override the defaults */
export async function serveConsole(more: Record<string, string> = {}): Promise<ServedConsole> {
  let api = '';
  const front = createServer((incoming, outgoing) => {
    const { method = 'GET', url = '/', headers } = incoming;
    const forwarded = request(`${api}${url}`, { method, headers, agent: false }, async (response) => {
      if (method === 'POST') await wait(self.delayMs);
      outgoing.writeHead(response.statusCode ?? 500, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const origin = `http://localhost:${(front.address() as AddressInfo).port}`;
  const machine = await startMachine({ SHORT_BASE_URL: 'http://s.example.com', CONSOLE_ORIGIN: origin, ...more });
  api = machine.api;

  const send = (path: string, token: string, method: string, body: unknown) =>
    fetch(`${api}${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    });
  const self: ServedConsole = {
    origin,
    delayMs: 0,
    admin: (method, path, body) => send(`/admin${path}`, TOKEN, method, body),
    v2: (key, method, path, body) => send(`/v2${path}`, key, method, body),
    visit: (path, headers = {}) => fetch(`${machine.short}${path}`, { redirect: 'manual', headers }),
    async close() {
      front.close();
      front.closeAllConnections(); // a browser keeps some open
      await machine.close();
    },
  };
  return self;
}
