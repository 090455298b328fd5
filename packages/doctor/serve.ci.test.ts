/**
 * Runs the doctor beside `npm run serve`, both as programs. A proxy in front of the server speaks https, with a
 * self-signed certificate. Each exit code of the doctor appears once.
 */
import { type ChildProcess, execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createServer, type Server } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { freePort } from '#testkit/free-port';
import type { Report } from '../testkit/run-doctor';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-doctor-serve-'));
const [certificate, key] = [path.join(folder, 'certificate.pem'), path.join(folder, 'key.pem')];
const state = path.join(folder, 'state');

let server: ChildProcess;
const proxies: Server[] = [];
const at = { api: '', short: '' };
let env: Record<string, string>;

/** Passes requests on, as the proxy of docs/operating/self-hosting.md does. */
async function proxyTo(port: number, own: number): Promise<void> {
  const options = { key: readFileSync(key), cert: readFileSync(certificate) };
  const proxy = createServer(options, (incoming, outgoing) => {
    const headers = { ...incoming.headers, 'x-forwarded-proto': 'https', 'x-forwarded-for': '198.51.100.7' };
    const { method, url } = incoming;
    const passed = request({ host: '127.0.0.1', port, agent: false, method, path: url, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on('error', () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  });
  proxy.listen(own, '127.0.0.1');
  await once(proxy, 'listening');
  proxies.push(proxy);
}

beforeAll(async () => {
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const files = ['-keyout', key, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '90', ...names, ...files], {
    stdio: 'ignore',
  });
  const [apiPort, shortPort, apiTls, shortTls] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  await proxyTo(apiPort, apiTls);
  await proxyTo(shortPort, shortTls);
  Object.assign(at, { api: `https://localhost:${apiTls}`, short: `https://localhost:${shortTls}` });
  env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    STATE_DIR: state,
    API_PORT: String(apiPort),
    SHORT_PORT: String(shortPort),
    CONSOLE_ORIGIN: at.api,
    SHORT_BASE_URL: at.short,
    TRUST_PROXY: 'loopback',
    METRICS_MS: '0',
    NODE_EXTRA_CA_CERTS: certificate,
  };
  await start();
});

/** Starts the server, and waits until its cron has published what is new. */
async function start(): Promise<void> {
  server = spawn(process.execPath, ['scripts/run.mjs', 'serve'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [server.stdout, server.stderr]) stream?.on('data', (text) => (said += text));
  while (!said.includes('Swiftlet is ready')) {
    if (server.exitCode !== null) throw new Error(said);
    await wait(50);
  }
  await vi.waitFor(async () => expect((await doctor()).findings).toMatchObject({ cron: 'ok', 'dirty rows': 'ok' }), {
    timeout: 150_000,
    interval: 1_000,
  });
}

async function stop(): Promise<void> {
  if (server?.exitCode !== null) return;
  server.kill('SIGTERM');
  await once(server, 'close');
}

afterAll(async () => {
  for (const proxy of proxies) proxy.close().closeAllConnections();
  await stop();
  rmSync(folder, { recursive: true, force: true });
});

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

function run(script: string, args: readonly string[], more: Record<string, string> = {}): Promise<Ended> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['scripts/run.mjs', script, ...args],
      { env: { ...env, ...more } },
      (error, stdout, stderr) => resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

/** Runs the doctor at the address of the API. */
async function doctor(more: Record<string, string> = {}) {
  const { code, stdout, stderr } = await run('doctor', [at.api, '--json'], more);
  const report = JSON.parse(stdout) as Report;
  const findings = Object.fromEntries(report.findings.map(({ check, severity }) => [check, severity]));
  return { code, stderr, report, findings };
}

it('on a new and healthy server nothing is found, and the exit code is 0', async () => {
  const { code, stderr, report, findings } = await doctor();
  expect([code, stderr, report.kind, report.short]).toEqual([0, '', 'machine', at.short]);
  const wrong = Object.entries(findings).filter(([, severity]) => ['error', 'warning', 'unknown'].includes(severity));
  expect(wrong).toEqual([]);
  expect(findings).toMatchObject({ certificate: 'ok', restore: 'ok', 'threat service': 'note', bindings: 'elsewhere' });
  expect(findings).toMatchObject({ 'free disk': 'ok', 'last backup': 'note', pepper: 'ok', 'threat list': 'note' });
  expect(report.next).toBe('Nothing to do. Run it again after every deployment.');
});

it('without an address the doctor finds the server by STATE_DIR, and prints no token', async () => {
  const { code, stdout } = await run('doctor', []);
  expect([code, stdout.split('\n')[0]]).toEqual([0, `A machine at ${at.api}.`]);
  expect(stdout).not.toContain(readFileSync(path.join(state, 'secrets/ADMIN_TOKEN'), 'utf8').trim());
});

it('a check that cannot be made is no success: without the token the exit code is 3', async () => {
  const { code, findings, report } = await doctor({ STATE_DIR: path.join(folder, 'other') });
  expect([code, report.worst, findings.stores]).toEqual([3, 'unknown', 'unknown']);
});

if (process.env.TEST_LONG) {
  it('an imported threat list is counted', async () => {
    const feed = path.join(folder, 'feed.txt');
    writeFileSync(feed, 'bad.example\n');
    await stop();
    expect((await run('threats', ['import', feed])).code).toBe(0);
    await start();
    const { code, findings } = await doctor();
    expect([code, findings['threat list']]).toEqual([0, 'ok']);
  }, 180_000);
}

it('where visits get no answer something is broken, and the exit code is 1', async () => {
  proxies[1]?.close().closeAllConnections();
  const { code, findings, report } = await doctor();
  expect([code, findings.answers]).toEqual([1, 'error']);
  expect(report.findings.filter(({ severity, advice }) => severity === 'error' && !advice)).toEqual([]);
});
