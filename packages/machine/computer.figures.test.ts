/** Memory and disk of a machine are in its metrics. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { startMachine, TOKEN } from '../testkit/machine';
import { parsePrometheusText } from '../testkit/openmetrics';
import { countBytesBelow } from './computer';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-figures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('the size of a folder is what its files take on the disk, in folders of it too', async () => {
  expect(await countBytesBelow(folder)).toBe(0);
  mkdirSync(path.join(folder, 'a/b'), { recursive: true });
  writeFileSync(path.join(folder, 'one'), 'x'.repeat(100_000));
  writeFileSync(path.join(folder, 'a/b/two'), 'x'.repeat(200_000));
  const bytes = await countBytesBelow(folder);
  expect(bytes).toBeGreaterThanOrEqual(300_000);
  expect(bytes).toBeLessThan(400_000);
});

it('a machine says in its metrics how much memory its processes have, and how much disk its folder', async () => {
  const machine = await startMachine();
  try {
    const read = async () => {
      const headers = { Authorization: `Bearer ${TOKEN}`, Accept: 'text/plain' };
      const response = await fetch(`${machine.api}/admin/metrics`, { headers });
      return parsePrometheusText(await response.text());
    };
    await expect.poll(async () => (await read()).has('swiftlet_state_size_bytes'), { timeout: 20_000 }).toBe(true);
    const families = await read();
    const memory = families.get('swiftlet_process_memory_bytes')?.points ?? [];
    expect(memory.map(({ labels }) => labels.get('process'))).toEqual(['node', 'workerd']);
    for (const { value } of memory) expect(value).toBeGreaterThan(10_000_000);
    expect(families.get('swiftlet_state_size_bytes')?.points[0]?.value).toBeGreaterThan(10_000);
  } finally {
    await machine.close();
  }
});
