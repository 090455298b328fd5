/** Tests `npm run republish` as a command, on the folder of a machine that does not run. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { startMachine, TOKEN } from '#testkit/machine';
import { USAGE } from './republish';

it('npm run republish works on the folder of a machine that does not run, and shows its help', async () => {
  const state = mkdtempSync(path.join(tmpdir(), 'swiftlet-republish-'));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const machine = await startMachine({ STATE_DIR: state });
  const send = async (route: string, token: string, body: unknown): Promise<{ key: string }> => {
    const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
    return (await fetch(machine.api + route, { method: 'POST', headers, body: JSON.stringify(body) })).json();
  };
  const { key } = await send('/admin/keys', TOKEN, { name: 'a', plan: 'PRO' });
  const urls = Array.from({ length: 50 }, () => ({ url: 'https://example.com/' }));
  for (let batch = 0; batch < 5; batch++) await send('/v2/shorten/batch', key, { urls });
  await machine.close();
  rmSync(path.join(state, 'v3/kv'), { recursive: true });
  const env = { ...process.env, STATE_DIR: state, ADMIN_TOKEN: TOKEN, PEPPER: TOKEN };
  const script = async (...args: string[]) =>
    (await promisify(execFile)(process.execPath, ['scripts/run.mjs', 'republish', ...args], { env })).stdout;
  expect(await script('--help')).toBe(USAGE);
  // The machine runs the cron at its start, which publishes 200 links that are still dirty.
  expect(await script()).toMatch(/\d+ entries were published\./);
  expect(await script('--dry-run')).not.toContain('had no entry');
});
