/** Servers whose connections fail: a proxy that loses a response, and an origin without a server. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Headers that belong to a single connection or to the transfer of the body, so a proxy does not forward them. */
const HOP_BY_HOP = /^(host|connection|keep-alive|content-length|content-encoding|transfer-encoding)$/;

const endToEnd = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !HOP_BY_HOP.test(name)).map(([name, value]) => [name, String(value)]),
  );

/**
 * Starts a proxy in front of a service. It closes the first connection after the service has responded, so the client
 * never receives the first response.
 */
export async function loseFirstResponse(origin: string): Promise<{ origin: string; close(): void }> {
  let isFirst = true;
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const body = Buffer.concat(await incoming.toArray());
    const response = await fetch(new URL(url, origin), {
      method,
      headers: endToEnd(Object.entries(incoming.headers)),
      body,
    });
    const text = await response.text();
    if (isFirst) incoming.socket.destroy();
    else outgoing.writeHead(response.status, endToEnd(response.headers)).end(text);
    isFirst = false;
  });
  return { origin: await listening(server), close: () => void server.close() };
}

/** An origin on the loopback at which no server listens. */
export async function deadOrigin(): Promise<string> {
  const server = createServer();
  const origin = await listening(server);
  await new Promise((resolve) => server.close(resolve));
  return origin;
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
