/** From the first moment of a start on, no request gets a 5xx but the 503 of a door that is not open yet. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, expect, it } from 'vitest';
import { ask, builtServer, HOSTS, ready } from '../testkit/built-server';
import { freePort } from '../testkit/free-port';
import { listWorkerds } from '../testkit/survival/npm-start';

const serve = builtServer();
const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-ready-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(path.join(folder, 'state-'));

let server: ReturnType<typeof serve> | undefined;
afterEach(async () => {
  if (server === undefined || server.child.exitCode !== null) return;
  server.child.kill('SIGKILL');
  await once(server.child, 'close');
});

/** Requests of both workers: with and without a read of D1, with a write, and of health and readiness. */
const REQUESTS: readonly [host: string, route: string, options?: Parameters<typeof ask>[3]][] = [
  [HOSTS.API_HOST, '/health'],
  [HOSTS.SHORT_HOST, '/.health'],
  [HOSTS.API_HOST, '/health/ready'],
  ['10.1.2.3:8787', '/.ready'],
  [HOSTS.SHORT_HOST, '/no-such-code'],
  [HOSTS.API_HOST, '/v2/usage', { token: 'no key' }],
  [HOSTS.API_HOST, '/admin/metrics'],
  [HOSTS.API_HOST, '/admin/accounts?limit=1'],
  [HOSTS.API_HOST, '/admin/accounts', { method: 'POST', body: { name: 'one', plan: 'PRO' } }],
  ['evil.example', '/'],
];
const AMOUNT = 1_000;

/**
 * Sends requests, ten at a time, until a thousand have responses and the last ten found an open door. A request without
 * a response does not count: nothing listened yet, or workerd was killed.
 */
async function expectNoFault(port: number): Promise<void> {
  let [answered, isOpen] = [0, false];
  while (answered < AMOUNT || !isOpen) {
    isOpen = true;
    const round = REQUESTS.map(async ([host, route, options]) => {
      const response = await ask(port, host, route, options).catch(() => undefined);
      if (response === undefined || response.status >= 500) isOpen = false;
      if (response === undefined) return;
      answered++;
      if (response.status < 500) return;
      const door = { statusCode: 503, errorType: 'UNAVAILABLE', retryAfter: 1 };
      expect([route, JSON.parse(response.text)]).toEqual([route, expect.objectContaining(door)]);
    });
    await Promise.all(round);
    await turn();
  }
}

async function start(state: string): Promise<number> {
  const port = await freePort();
  const ports = { API_PORT: String(port), SHORT_PORT: String(port), TRUST_PROXY: 'loopback', METRICS_MS: '0' };
  server = serve({ ...HOSTS, ...ports, STATE_DIR: state });
  return port;
}

it('a start on a new folder answers with no fault while its tables are made', async () => {
  await expectNoFault(await start(newFolder()));
}, 120_000);

it('after workerd was killed the next one answers with no fault while it starts', async () => {
  const state = newFolder();
  const port = await start(state);
  await ready(server as NonNullable<typeof server>);
  for (const pid of listWorkerds(state)) process.kill(pid, 'SIGKILL');
  await expectNoFault(port);
}, 120_000);
