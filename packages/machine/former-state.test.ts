/** The machine takes over a state folder of version 0.10.0: links, used clicks, statistics, keys and passkeys. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDevice, type StoredPasskey } from '../testkit/authenticator';
import { freePort } from '../testkit/free-port';
import { startMachine, type TestMachine } from '../testkit/machine';

const FORMER = path.join(import.meta.dirname, '../testkit/former-state/0.10.0');

/**
 * The content of the folder, made by `npm start` of 0.10.0: seven clicks on `plain`, two of five on `limited`, one of
 * one on `spent`.
 */
const known = JSON.parse(readFileSync(`${FORMER}.json`, 'utf8')) as {
  readonly key: string;
  readonly links: Readonly<Record<string, string>>;
  readonly passkey: StoredPasskey;
};

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-former-'));
let machine: TestMachine;
let consoleOrigin = '';
beforeAll(async () => {
  execFileSync('tar', ['-xzf', `${FORMER}.tgz`, '-C', folder]);
  const port = await freePort();
  consoleOrigin = `http://localhost:${port}`;
  const own = { ADMIN_TOKEN: '', PEPPER: '', API_PORT: String(port), CONSOLE_ORIGIN: consoleOrigin };
  machine = await startMachine({ STATE_DIR: folder, ...own });
});
afterAll(async () => {
  await machine?.close();
  rmSync(folder, { recursive: true, force: true });
});

const visit = (name: string, headers: Record<string, string> = {}) =>
  fetch(`${machine.short}/${known.links[name]}`, { redirect: 'manual', headers });
const statusOf = async (name: string) => (await visit(name)).status;

it('live links redirect as before, and dead ones stay 410', async () => {
  const answer = await visit('plain');
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, 'https://example.com/plain']);
  expect(await statusOf('alias')).toBe(302);
  expect([await statusOf('spent'), await statusOf('removed'), await statusOf('short')]).toEqual([410, 410, 410]);
  expect(await statusOf('secret')).toBe(200);
  expect((await visit('secret', { 'X-Link-Password': 'correct horse' })).status).toBe(302);
});

it('a limited link keeps its count of used clicks', async () => {
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push(await statusOf('limited'));
  expect(statuses).toEqual([302, 302, 302, 410]);
});

it('a key works, keeps its count of the month, and reads old and new clicks', async () => {
  const headers = { Authorization: `Bearer ${known.key}` };
  const usage = await (await fetch(`${machine.api}/v2/usage`, { headers })).json();
  expect((usage as { month: { used: number } }).month.used).toBeGreaterThan(20);
  await expect
    .poll(async () => (await fetch(`${machine.api}/v2/stats/${known.links.plain}`, { headers })).json(), {
      timeout: 10_000,
    })
    .toMatchObject({ clickCount: 8 });
});

it('a passkey signs its owner in', async () => {
  const device = await createDevice(consoleOrigin, known.passkey);
  const post = (route: string, fields: Record<string, string> = {}) =>
    fetch(`${consoleOrigin}/console${route}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Origin: consoleOrigin },
      body: new URLSearchParams(fields),
    });
  const challenge = (await (await post('/sign-in/challenge')).json()) as { challenge: string };
  const page = await (await fetch(`${consoleOrigin}/console/sign-in`)).text();
  const [, token = ''] = /name="token" value="([^"]+)"/.exec(page) ?? [];
  const response = await post('/sign-in', { token, credential: await device.get(challenge) });
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/console']);
});
