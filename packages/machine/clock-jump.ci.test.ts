/**
 * The clock of a running machine jumps an hour forwards and back. Both workers, their Durable Objects and the Node
 * process get a Date that is ahead. KV, D1 and the alarms of workerd keep the true clock, which a test cannot set.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { BUILT, workerdBinary } from '../testkit/built';
import { freePort } from '../testkit/free-port';
import { TOKEN } from '../testkit/machine';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-clock-'));
const built = path.join(folder, 'built');
const aheadFile = path.join(folder, 'ahead');
const HOUR = 3_600_000;

/** Code whose Date is ahead of the true one. @param ahead an expression: by how many milliseconds */
const shiftedDate = (ahead: string) => `
const TrueDate = Date;
globalThis.Date = class extends TrueDate {
  constructor(...args) { super(...(args.length === 0 ? [TrueDate.now() + ${ahead}] : args)); }
  static now() { return TrueDate.now() + ${ahead}; }
};
`;

const EXPORT = 'export default behindDoor(worker);';
/**
 * The entry that replaces that of a worker: a header sets the clock of the isolate, which its Durable Objects share.
 */
const SHIFTED_WORKER = `${shiftedDate('ahead')}
let ahead = 0;
export default behindDoor({
  fetch(request, ...rest) {
    const to = request.headers.get('X-Ahead');
    if (to === null) return worker.fetch(request, ...rest);
    ahead = Number(to);
    return new Response(String(Date.now() - TrueDate.now()));
  },
});
`;

const ports = { api: 0, short: 0 };
let child: ChildProcess;
let said = '';
beforeAll(async () => {
  cpSync(BUILT, built, { recursive: true });
  symlinkSync(workerdBinary(), path.join(built, 'workerd'));
  for (const name of ['api.js', 'short.js']) {
    const entry = readFileSync(path.join(built, name), 'utf8');
    expect(entry).toContain(EXPORT);
    writeFileSync(path.join(built, name), entry.replace(EXPORT, SHIFTED_WORKER));
  }
  const preload = path.join(folder, 'clock.cjs');
  writeFileSync(preload, shiftedDate(`Number(require('node:fs').readFileSync(${JSON.stringify(aheadFile)}, 'utf8'))`));
  writeFileSync(aheadFile, '0');
  [ports.api, ports.short] = [await freePort(), await freePort()];
  child = spawn(process.execPath, ['--require', preload, 'main.mjs'], {
    cwd: built,
    env: {
      PATH: process.env.PATH,
      STATE_DIR: path.join(folder, 'state'),
      ADMIN_TOKEN: TOKEN,
      SHORT_HOST: 's.example.com',
      API_HOST: 'api.example.com',
      API_PORT: String(ports.api),
      SHORT_PORT: String(ports.short),
      REQUIRE_HTTPS: 'off',
    },
  });
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text) => {
      said += text;
    });
  await vi.waitFor(() => expect(said).toContain('Swiftlet is ready'), 120_000);
});
afterAll(() => {
  child?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

async function api(method: string, route: string, token: string, body?: unknown) {
  const response = await fetch(`http://127.0.0.1:${ports.api}${route}`, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: (await response.json().catch(() => ({}))) as Record<string, string> };
}
const visit = async (code: string) =>
  (await fetch(`http://127.0.0.1:${ports.short}/${code}`, { redirect: 'manual' })).status;

async function setClock(ahead: number): Promise<void> {
  writeFileSync(aheadFile, String(ahead));
  for (const port of [ports.api, ports.short]) {
    const response = await fetch(`http://127.0.0.1:${port}/`, { headers: { 'X-Ahead': String(ahead) } });
    expect(Number(await response.text())).toBe(ahead);
  }
}

it('a clock that jumps an hour forwards and back under visits damages nothing, and no limit is exceeded', async () => {
  const { key = '' } = (await api('POST', '/admin/keys', TOKEN, { name: 'a', plan: 'PRO' })).json;
  const make = async (body: Record<string, unknown>) =>
    (await api('POST', '/v2/shorten', key, { url: 'https://example.com/', ...body })).status;
  expect(await make({ alias: 'timed-one', expiresIn: 600 })).toBe(201);
  expect(await make({ alias: 'plain-one' })).toBe(201);
  expect(await make({ alias: 'limited-one', maxClicks: 25 })).toBe(201);

  const responses: Promise<number>[] = [];
  const clickMany = () => responses.push(...Array.from({ length: 20 }, () => visit('limited-one')));
  clickMany();
  await setClock(HOUR);
  clickMany();
  expect([await visit('timed-one'), await visit('plain-one')]).toEqual([410, 302]);
  expect(await make({ alias: 'made-ahead', expiresIn: 600 })).toBe(201);
  await expect.poll(() => said, { timeout: 60_000 }).toContain('The clock has gone forwards by 3,600 s');

  await setClock(0);
  clickMany();
  const codes = await Promise.all(responses);
  expect([302, 410].map((status) => codes.filter((one) => one === status).length)).toEqual([25, 35]);
  expect([await visit('timed-one'), await visit('plain-one'), await visit('made-ahead')]).toEqual([302, 302, 302]);
  expect(await make({ alias: 'made-after' })).toBe(201);
  expect((await api('DELETE', '/v2/links/made-after', key)).status).toBeLessThan(300);
  expect(await visit('made-after')).toBe(410);
  await expect.poll(() => said, { timeout: 60_000 }).toContain('The clock has gone back by 3,600 s');

  child.kill('SIGTERM');
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  expect(said.split('\n').filter((line) => /error|exception|fault/i.test(line))).toEqual([]);
});
