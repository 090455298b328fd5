/** `npm start` on a computer with faults damages nothing. A failed start ends with one line that names the cause. */
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { freePort } from '../free-port';
import { TOKEN } from '../machine';
import { listWorkerds, NpmStart, type Ports } from './npm-start';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-survival-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(path.join(folder, 'state-'));
const newPorts = async (): Promise<Ports> => ({ api: await freePort(), short: await freePort() });

const started: NpmStart[] = [];
afterEach(() => {
  for (const one of started.splice(0)) one.kill('SIGKILL');
});
function start(...args: ConstructorParameters<typeof NpmStart>): NpmStart {
  const one = new NpmStart(...args);
  started.push(one);
  return one;
}

const make = (ports: Ports, body: Record<string, unknown>, key: string) =>
  fetch(`http://127.0.0.1:${ports.api}/v2/shorten`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/', ...body }),
  });
const readStatus = async ({ short }: Ports, code: string) =>
  (await fetch(`http://127.0.0.1:${short}/${code}`, { redirect: 'manual' })).status;
const keyIn = (output: string) => /PRO\s+(sl_\w+)/.exec(output)?.[1] ?? '';

/** The exit code and the output lines of a failed start. */
async function readFailure(one: NpmStart) {
  const code = await one.ended();
  return { code, lines: one.output.trim().split('\n') };
}

describe('a start of npm start that fails', () => {
  it('prints one line that names the folder in use, or the port in use', async () => {
    const [state, ports] = [newFolder(), await newPorts()];
    await start(state, ports).ready();
    expect(await readFailure(start(state, await newPorts()))).toEqual({
      code: 1,
      lines: [`Swiftlet is already running on STATE_DIR ${state}.`],
    });
    expect(await readFailure(start(newFolder(), { ...(await newPorts()), short: ports.short }))).toEqual({
      code: 1,
      lines: [`Port ${ports.short} is taken: free it, or set SHORT_PORT to another one.`],
    });
    expect(await readStatus(ports, '.health')).toBe(200);
  });

  it('prints one line that names the wrong setting', async () => {
    const one = start(newFolder(), await newPorts(), { TRUST_PROXY: 'everybody' });
    const { code, lines } = await readFailure(one);
    expect([code, lines.length, lines[0]]).toEqual([1, 1, expect.stringMatching(/^TRUST_PROXY names /)]);
  });
});

/** A PATH with only `sh` and `cat`. It lacks setpriv, like systems other than Linux. */
function pathWithoutSetpriv(): string {
  const bin = newFolder();
  for (const name of ['sh', 'cat'])
    symlinkSync(execFileSync('which', [name], { encoding: 'utf8' }).trim(), `${bin}/${name}`);
  return bin;
}

describe.each([
  ['the kernel', () => process.env.PATH ?? ''],
  ['a shell', pathWithoutSetpriv],
])('workerd that %s ends when Node is gone', (_how, pathOf) => {
  it('restarts after a kill, and ends when Node is killed', async () => {
    const [state, ports] = [newFolder(), await newPorts()];
    const one = start(state, ports, { PATH: pathOf() });
    await one.ready();
    for (const pid of listWorkerds(state)) process.kill(pid, 'SIGKILL');
    await expect.poll(() => readStatus(ports, '.health').catch(() => 0), { timeout: 60_000 }).toBe(200);
    expect(listWorkerds(state)).toHaveLength(1);
    one.kill('SIGKILL');
    await expect.poll(() => listWorkerds(state), { timeout: 60_000 }).toEqual([]);
  });
});

it('npm start refuses a folder without write permission in one line', async () => {
  const state = newFolder();
  mkdirSync(path.join(state, 'v3'));
  const isRoot = process.getuid?.() === 0;
  if (isRoot) {
    chownSync(state, 65_534, 65_534);
    chmodSync(folder, 0o755);
  }
  chmodSync(state, 0o500);
  const one = start(state, await newPorts(), isRoot ? { SWIFTLET_TEST_UID: '65534' } : {});
  const { code, lines } = await readFailure(one);
  expect([code, lines]).toEqual([1, [expect.stringMatching(/^STATE_DIR .* cannot be used: EACCES/)]]);
});

it('Ctrl-C flushes the buffered clicks, exits with 0, and leaves no process', async () => {
  const [state, ports] = [newFolder(), await newPorts()];
  const one = start(state, ports, { GATHER_MS: '3000' });
  await one.ready();
  const key = keyIn(one.output);
  await make(ports, { alias: 'clicked' }, key);
  expect(await readStatus(ports, 'clicked')).toBe(302);
  one.kill('SIGINT');
  expect(await one.ended()).toBe(0);
  expect(listWorkerds(state)).toEqual([]);
  await start(state, ports).ready();
  const headers = { Authorization: `Bearer ${key}` };
  const stats = await fetch(`http://127.0.0.1:${ports.api}/v2/stats/clicked`, { headers });
  expect(await stats.json()).toMatchObject({ clickCount: 1 });
  expect(
    (await fetch(`http://127.0.0.1:${ports.api}/admin/keys`, { headers: { Authorization: `Bearer ${TOKEN}` } })).ok,
  ).toBe(true);
});
