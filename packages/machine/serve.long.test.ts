/** Tests the stop of a server with its limit of ten seconds. stop.test.ts does so with a shorter limit. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { ask, builtServer, HOSTS, ready } from '../testkit/built-server';
import { freePort } from '../testkit/free-port';
import { TOKEN } from '../testkit/machine';

const serve = builtServer();

it('a server with a request that never ends cuts it off ten seconds after it was asked to stop, and exits with 2', async () => {
  const port = await freePort();
  const server = serve({ ...HOSTS, API_PORT: String(port), SHORT_PORT: String(port), TRUST_PROXY: 'loopback' });
  await ready(server);
  const endless = connect(port, '127.0.0.1');
  const lines = ['POST /admin/keys HTTP/1.1', 'Host: api.example.com', 'X-Forwarded-Proto: https'];
  const own = [`Authorization: Bearer ${TOKEN}`, 'Content-Type: application/json', 'Content-Length: 50', '', '{'];
  await new Promise<void>((sent) => endless.write([...lines, ...own].join('\r\n'), () => sent()));
  endless.on('error', () => {});
  expect((await ask(port, 's.example.com', '/.health')).status).toBe(200);
  server.child.kill('SIGTERM');
  const [code] = await once(server.child, 'close');
  expect([code, server.err]).toEqual([2, '']);
  endless.destroy();
});
