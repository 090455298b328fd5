/** Serves a fetch handler on a port of the loopback, for a browser. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Served = { readonly origin: string; close(): Promise<void> };

/** Starts the server on a free port. It runs until `close`. */
export async function serve(handler: (request: Request) => Response | Promise<Response>): Promise<Served> {
  const server = createServer(async (incoming, outgoing) => {
    const response = await handler(await makeRequest(incoming, origin));
    outgoing.writeHead(response.status, {
      ...Object.fromEntries(response.headers),
      'set-cookie': response.headers.getSetCookie(),
    });
    outgoing.end(new Uint8Array(await response.arrayBuffer()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections(); // a browser keeps idle connections open
      }),
  };
}

async function makeRequest(incoming: IncomingMessage, origin: string): Promise<Request> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const { method = 'GET', headers, url = '/' } = incoming;
  return new Request(new URL(url, origin), {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
    ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
  });
}
