/** The built folder runs on a server: without its checkout, with both hosts behind one port, until a clean stop. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT, workerdBinary } from '../testkit/built';
import { freePort } from '../testkit/free-port';
import { TOKEN } from '../testkit/machine';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-server-'));
const built = path.join(folder, 'built');
const started: ChildProcess[] = [];

beforeAll(() => {
  cpSync(BUILT, built, { recursive: true });
  symlinkSync(workerdBinary(), path.join(built, 'workerd'));
});
afterAll(() => {
  for (const child of started) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** Runs `node main.mjs` with PATH, STATE_DIR, ADMIN_TOKEN and `env` as its only environment. */
function serve(env: Record<string, string>) {
  const own = { PATH: process.env.PATH, STATE_DIR: path.join(folder, `state-${started.length}`), ADMIN_TOKEN: TOKEN };
  const child = spawn(process.execPath, ['main.mjs'], { cwd: built, env: { ...own, ...env } });
  started.push(child);
  const told = { child, out: '', err: '' };
  child.stdout.on('data', (text) => {
    told.out += text;
  });
  child.stderr.on('data', (text) => {
    told.err += text;
  });
  return told;
}

async function ready(told: { out: string; err: string; child: ChildProcess }): Promise<void> {
  while (!told.out.includes('Swiftlet is ready')) {
    if (told.child.exitCode !== null) throw new Error(told.err);
    await wait(20);
  }
}

type Asked = { readonly method?: string; readonly body?: unknown; readonly token?: string };
type Answer = { readonly status: number; readonly location: string | undefined; readonly text: string };

const ask = (port: number, host: string, route: string, { method = 'GET', body, token = TOKEN }: Asked = {}) =>
  new Promise<Answer>((resolve, reject) => {
    const headers = {
      Host: host,
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      'X-Forwarded-Proto': 'https',
      'X-Forwarded-For': '198.51.100.1',
    };
    const call = request({ port, host: '127.0.0.1', path: route, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (piece) => (text += piece));
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, location: answer.headers.location, text }));
    });
    call.on('error', reject);
    call.end(body === undefined ? undefined : JSON.stringify(body));
  });

const HOSTS = { SHORT_HOST: 's.example.com', API_HOST: 'api.example.com' };

describe('a server behind one port', () => {
  it('serves each host by its worker, trusts its proxy, logs no address, and exits with 0', async () => {
    const port = await freePort();
    const ports = { API_PORT: String(port), SHORT_PORT: String(port) };
    const told = serve({ ...HOSTS, ...ports, TRUST_PROXY: 'loopback', LOG_REQUESTS: 'on', GATHER_MS: '500' });
    await ready(told);
    const made = await ask(port, 'api.example.com', '/admin/keys', {
      method: 'POST',
      body: { name: 'a', plan: 'PRO' },
    });
    expect(made.status).toBe(201);
    const { key } = JSON.parse(made.text) as { key: string };
    const body = { url: 'https://example.com/private', alias: 'on-one-port' };
    expect((await ask(port, 'api.example.com', '/v2/shorten', { method: 'POST', body, token: key })).status).toBe(201);
    const visit = await ask(port, 's.example.com', '/on-one-port?from=me');
    expect([visit.status, visit.location]).toEqual([302, 'https://example.com/private']);
    expect((await ask(port, 'api.example.com', '/on-one-port')).status).toBe(404);
    expect((await ask(port, 'other.example.com', '/on-one-port')).status).toBe(421);
    expect((await ask(port, '127.0.0.1', '/.health')).status).toBe(200);

    told.child.kill('SIGTERM');
    const [code] = await once(told.child, 'close');
    expect([code, told.err]).toEqual([0, '']);
    expect(told.out).toMatch(/^GET 302 \d+ms$/m);
    for (const secret of ['198.51.100.1', 'on-one-port', 'from=me', TOKEN, key, 'private'])
      expect(told.out).not.toContain(secret);
  });
});

it('a server with a request that never ends cuts it off ten seconds after it was asked to stop, and exits with 2', async () => {
  const port = await freePort();
  const told = serve({ ...HOSTS, API_PORT: String(port), SHORT_PORT: String(port), TRUST_PROXY: 'loopback' });
  await ready(told);
  const endless = connect(port, '127.0.0.1');
  const lines = ['POST /admin/keys HTTP/1.1', 'Host: api.example.com', 'X-Forwarded-Proto: https'];
  const own = [`Authorization: Bearer ${TOKEN}`, 'Content-Type: application/json', 'Content-Length: 50', '', '{'];
  await new Promise<void>((sent) => endless.write([...lines, ...own].join('\r\n'), () => sent()));
  endless.on('error', () => {});
  expect((await ask(port, 's.example.com', '/.health')).status).toBe(200);
  const since = performance.now();
  told.child.kill('SIGTERM');
  const [code] = await once(told.child, 'close');
  expect([code, told.err]).toEqual([2, '']);
  expect(performance.now() - since).toBeLessThan(17_000);
  endless.destroy();
}, 60_000);

describe('a server that cannot run', () => {
  it.each([
    ['without its hosts', {}, 'SHORT_HOST must be set: the host name of short links, such as s.example.com.\n'],
    [
      'with a setting that a worker refuses',
      { ...HOSTS, SIGNUP: 'maybe' },
      'These settings are missing or wrong: SIGNUP.\n',
    ],
    ['with a short secret', { ...HOSTS, PEPPER: 'x' }, 'PEPPER must have at least 32 characters, random ones.\n'],
  ])('%s says why in one line, and exits with 1', async (_what, env, line) => {
    const ports = { API_PORT: String(await freePort()), SHORT_PORT: String(await freePort()) };
    const told = serve({ ...ports, ...env });
    const [code] = await once(told.child, 'close');
    expect([code, told.out, told.err]).toEqual([1, '', line]);
  });
});
