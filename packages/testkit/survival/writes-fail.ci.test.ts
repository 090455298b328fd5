/** `npm start` whose writes fail, on a full disk or at the size limit of files, damages nothing and recovers. */
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, it } from 'vitest';
import { freePort } from '../free-port';
import { listWorkerds, NpmStart, type Ports } from './npm-start';
import { SmallDisk } from './small-disk';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-writes-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newFolder = () => mkdtempSync(path.join(folder, 'one-'));
const newPorts = async (): Promise<Ports> => ({ api: await freePort(), short: await freePort() });

const started: NpmStart[] = [];
afterEach(async () => {
  for (const one of started) one.kill('SIGKILL');
  await Promise.all(started.splice(0).map((one) => one.ended()));
});
function start(...args: ConstructorParameters<typeof NpmStart>): NpmStart {
  const one = new NpmStart(...args);
  started.push(one);
  return one;
}

const keyIn = ({ output }: NpmStart) => /PRO\s+(sl_\w+)/.exec(output)?.[1] ?? '';
const make = async ({ api }: Ports, body: Record<string, unknown>, key: string) => {
  const response = await fetch(`http://127.0.0.1:${api}/v2/shorten`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: 'https://example.com/', ...body }),
  });
  return response.status;
};
const readStatus = async ({ short }: Ports, code: string) =>
  (await fetch(`http://127.0.0.1:${short}/${code}`, { redirect: 'manual' })).status;

/** Makes a limited link with one of its two clicks used, and a plain one. */
async function makeTwo(ports: Ports, key: string): Promise<void> {
  expect(await make(ports, { alias: 'limited-one', maxClicks: 2 }, key)).toBe(201);
  expect(await make(ports, { alias: 'plain-one' }, key)).toBe(201);
  expect([await readStatus(ports, 'limited-one'), await readStatus(ports, 'plain-one')]).toEqual([302, 302]);
}

/** Checks that both links respond as if no write had failed, and that links are made again. */
async function expectUndamaged(ports: Ports, key: string): Promise<void> {
  expect(await readStatus(ports, 'plain-one')).toBe(302);
  expect([await readStatus(ports, 'limited-one'), await readStatus(ports, 'limited-one')]).toEqual([302, 410]);
  expect(await make(ports, { alias: 'too-late' }, key)).toBe(201);
}

if (process.env.TEST_LONG) {
  it('on a full disk creations get 503, links redirect, and readiness is 503 until there is room again', async (ctx) => {
    const state = newFolder();
    const disk = await SmallDisk.mount(state, '6m');
    if (disk === undefined) return ctx.skip('This process may mount no disk, not even in a user namespace of its own.');
    const ports = await newPorts();
    const one = start(state, ports, {}, disk.inside);
    const health = async () => [
      await readStatus(ports, '.ready').catch(() => 0),
      await readStatus(ports, '.health').catch(() => 0),
      await readStatus(ports, 'plain-one').catch(() => 0),
    ];
    try {
      await one.ready();
      await makeTwo(ports, keyIn(one));
      expect(await health()).toEqual([200, 200, 302]);
      const fill = disk.fill();
      await expect.poll(health, { timeout: 30_000 }).toEqual([503, 200, 302]);
      rmSync(fill);
      await expect.poll(health, { timeout: 30_000 }).toEqual([200, 200, 302]);
      // A workerd that starts on a full disk cannot read its stores. It is started again until there is room.
      const fillAgain = disk.fill();
      for (const pid of listWorkerds(state)) process.kill(pid, 'SIGKILL');
      await expect.poll(() => one.output, { timeout: 30_000 }).toContain('SQLITE_FULL');
      rmSync(fillAgain);
      await expect.poll(health, { timeout: 30_000 }).toEqual([200, 200, 302]);
      await expectUndamaged(ports, keyIn(one));
    } finally {
      one.kill('SIGKILL');
      await disk.release();
    }
  }, 120_000);
}

it('on a full disk creations get 503, links redirect, and nothing is damaged', async (ctx) => {
  const state = newFolder();
  const disk = await SmallDisk.mount(state, '6m');
  if (disk === undefined) return ctx.skip('This process may mount no disk, not even in a user namespace of its own.');
  const ports = await newPorts();
  const startInside = () => start(state, ports, {}, disk.inside);
  try {
    const one = startInside();
    await one.ready();
    const key = keyIn(one);
    await makeTwo(ports, key);
    const fill = disk.fill();

    expect(await make(ports, { alias: 'too-late' }, key)).toBe(503);
    expect(await readStatus(ports, 'plain-one')).toBe(302);
    one.kill('SIGTERM');
    await one.ended();
    const failed = startInside();
    expect([await failed.ended(), failed.output]).toEqual([
      1,
      `STATE_DIR ${state} cannot be written to: its disk is full.\n`,
    ]);

    rmSync(fill);
    await startInside().ready();
    await expectUndamaged(ports, key);
  } finally {
    for (const one of started) one.kill('SIGKILL');
    await disk.release();
  }
});

/**
 * A PATH whose flock ignores SIGXFSZ, as does what it starts: a write beyond the limit fails with EFBIG (setrlimit(2)).
 */
function pathWithPatientFlock(): string {
  const bin = newFolder();
  const flock = execFileSync('which', ['flock'], { encoding: 'utf8' }).trim();
  writeFileSync(path.join(bin, 'flock'), `#!/bin/sh\ntrap '' XFSZ\nexec ${flock} "$@"\n`);
  chmodSync(path.join(bin, 'flock'), 0o755);
  return `${bin}:${process.env.PATH}`;
}

it.runIf(process.platform === 'linux')(
  'while no write of workerd succeeds, creations and limited clicks get 503 and links redirect; then it recovers by itself',
  async () => {
    const [state, ports] = [newFolder(), await newPorts()];
    const one = start(state, ports, { PATH: pathWithPatientFlock() });
    await one.ready();
    const key = keyIn(one);
    await makeTwo(ports, key);
    const [workerd = 0] = listWorkerds(state);
    const limitFiles = (bytes: string) => execFileSync('prlimit', [`--pid=${workerd}`, `--fsize=${bytes}:`]);

    limitFiles('1');
    for (let i = 0; i < 3; i++) {
      expect(await make(ports, { alias: 'too-late' }, key)).toBe(503);
      expect(await readStatus(ports, 'limited-one')).toBe(503);
      expect(await readStatus(ports, 'plain-one')).toBe(302);
    }
    limitFiles('unlimited');
    await expectUndamaged(ports, key);
    expect(listWorkerds(state)).toEqual([workerd]);
  },
  120_000,
);
