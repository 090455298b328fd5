/** Connections over TCP that fail. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What belongs to a connection, or to how a body travels on it. */
const HOP_BY_HOP = /^(host|connection|keep-alive|content-length|content-encoding|transfer-encoding)$/;

const endToEnd = (headers: Iterable<[string, unknown]>) =>
  Object.fromEntries(
    [...headers].filter(([name]) => !HOP_BY_HOP.test(name)).map(([name, value]) => [name, String(value)]),
  );

/** Forwards to a service, and breaks the first connection once its work is done. */
export async function losingFirstAnswer(origin: string): Promise<{ origin: string; close(): void }> {
  let isFirst = true;
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url = '/' } = incoming;
    const body = Buffer.concat(await incoming.toArray());
    const answer = await fetch(new URL(url, origin), {
      method,
      headers: endToEnd(Object.entries(incoming.headers)),
      body,
    });
    const text = await answer.text();
    if (isFirst) incoming.socket.destroy();
    else outgoing.writeHead(answer.status, endToEnd(answer.headers)).end(text);
    isFirst = false;
  });
  return { origin: await listening(server), close: () => void server.close() };
}

/** An address of this machine at which nobody answers. */
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
