/** What strangers leave on the disk of a machine: how many files between two sweeps, and none after a start. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { mintKey, newId } from '#secrets/key-text';
import { startMachine, type TestMachine, TOKEN } from '../testkit/machine';
import { removeEmptyObjects } from './empty-objects';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-strangers-'));
let machine: TestMachine | undefined;
afterAll(async () => {
  await machine?.close();
  rmSync(folder, { recursive: true, force: true });
});

const start = async (): Promise<TestMachine> => {
  machine = await startMachine({ STATE_DIR: folder });
  return machine;
};

const listFiles = (name: string) =>
  new Set(
    readdirSync(path.join(folder, 'v3/do', name)).flatMap((file) => /^([0-9a-f]{64})\.sqlite/.exec(file)?.[1] ?? []),
  ).size;
const keyFiles = () => listFiles('swiftlet-api-KeyMeter');
const meterFiles = () => listFiles('swiftlet-api-AddressMeter');

async function call({ api }: TestMachine, key: string, address: string): Promise<number> {
  const headers = { Authorization: `Bearer ${key}`, 'X-Forwarded-For': address };
  const response = await fetch(`${api}/v2/usage`, { headers });
  await response.text();
  return response.status;
}
const invented = async () => (await mintKey(newId())).text;

it('strangers leave few files between two sweeps, a key that was used is let in, and a start removes the files', async () => {
  const first = await start();
  const made = await fetch(`${first.api}/admin/keys`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ name: 'a', plan: 'PRO' }),
  });
  const { key } = (await made.json()) as { key: string };
  expect(await call(first, key, '203.0.113.1')).toBe(200);
  const before = keyFiles();
  const statuses = new Set<number>();
  for (let i = 0; i < 300; i++) statuses.add(await call(first, await invented(), '198.51.100.1'));
  expect([...statuses]).toEqual([401]);
  expect(keyFiles() - before).toBeLessThanOrEqual(2 * 61); // the keys may fall into two windows of a minute
  expect(await call(first, key, '198.51.100.1')).toBe(200);

  const atOnce = keyFiles();
  await Promise.all(Array.from({ length: 300 }, async () => call(first, await invented(), '198.51.101.1')));
  expect(keyFiles() - atOnce).toBeLessThanOrEqual(2 * 70);

  const wide = keyFiles();
  for (let i = 0; i < 24; i++)
    await Promise.all(
      Array.from({ length: 50 }, async (_, n) => call(first, await invented(), `2001:db8:5:${n.toString(16)}::1`)),
    );
  expect(keyFiles() - wide).toBeLessThanOrEqual(2 * 650);
  const meters = meterFiles();
  for (let n = 0; n < 100; n++)
    await fetch(`${first.api}/console/sign-in/x`, {
      headers: { 'X-Forwarded-For': `2001:db8:6:${n.toString(16)}::1` },
    });
  expect(meterFiles() - meters).toBeLessThanOrEqual(1);

  // A running machine sweeps until workerd has dropped the objects from its memory.
  const objects = path.join(folder, 'v3/do');
  await expect
    .poll(() => removeEmptyObjects(objects, true, expect.fail).then(keyFiles), { timeout: 180_000, interval: 3_000 })
    .toBeLessThanOrEqual(before);
  expect(await call(first, key, '203.0.113.1')).toBe(200);
  for (let i = 0; i < 5; i++) await call(first, await invented(), '198.51.102.1');
  await first.close();

  const second = await start();
  expect(keyFiles()).toBeLessThanOrEqual(before);
  expect(await call(second, key, '203.0.113.1')).toBe(200);
  expect(await call(second, await invented(), '203.0.113.1')).toBe(401);
}, 400_000);
