import { exec, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { freePort } from '#testkit/free-port';
import { differs } from './lib/install.mjs';
import { closingLine, countReport } from './lib/test.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-scripts-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('differs is true if a needed package is missing or has another version', () => {
  const wanted = { '': {}, a: { version: '1', integrity: 'x' }, b: { version: '1', optional: true } };
  expect(differs(wanted, { a: { version: '1', integrity: 'x' } })).toBe(false);
  expect(differs(wanted, { a: { version: '2', integrity: 'y' } })).toBe(true);
  expect(differs(wanted, {})).toBe(true);
});

describe('the closing line of the tests', () => {
  const json = { numPassedTests: 2, numFailedTests: 0, numPendingTests: 0, numTodoTests: 0, testResults: [] };

  it('counts a file that could not be loaded, and an error outside the tests', () => {
    const broken = { name: 'a.test.ts', status: 'failed', assertionResults: [] };
    expect(countReport({ ...json, testResults: [broken] }, false)).toMatchObject({ passed: 2, failed: 1 });
    expect(countReport(json, false)).toMatchObject({ passed: 2, failed: 1 });
    expect(countReport(json, true)).toMatchObject({ passed: 2, failed: 0, notes: [] });
  });

  it('is preceded by each failed test, with its file and its first message', () => {
    const failed = {
      status: 'failed',
      fullName: 'a visit redirects',
      failureMessages: ['expected 404\n    at visit.ts'],
    };
    const file = {
      name: path.resolve('apps/a.test.ts'),
      status: 'failed',
      assertionResults: [failed, { status: 'passed', fullName: 'an end' }],
    };
    const { notes } = countReport({ ...json, numFailedTests: 1, testResults: [file] }, false);
    expect(notes).toEqual(['Failed: apps/a.test.ts: a visit redirects: expected 404']);
  });

  it('names skipped tests only if there are any', () => {
    expect(closingLine(2, 0, 0)).toBe('2 passed, 0 failed');
    expect(closingLine(2, 1, 3)).toBe('2 passed, 1 failed, 3 skipped');
  });
});

/** Runs `npm start` on a new state folder, and waits until it is ready. */
async function started(more: Record<string, string>) {
  const [api, short] = [await freePort(), await freePort()];
  const state = mkdtempSync(path.join(folder, 'state-'));
  const env = { ...process.env, API_PORT: String(api), SHORT_PORT: String(short), STATE_DIR: state, ...more };
  const child = spawn(process.execPath, ['scripts/run.mjs', 'start'], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  const ended = once(child, 'close');
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (said += text));
  const deadline = Date.now() + 120_000;
  while (!said.includes('Ctrl-C stops it.')) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`npm start is not ready: ${said}`);
    await wait(100);
  }
  return {
    said,
    api: `http://127.0.0.1:${api}`,
    short: `http://127.0.0.1:${short}`,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

describe('npm start with REQUIRE_HTTPS=on and a new STATE_DIR', () => {
  it('makes its keys, prints a command that works, and refuses plain http from other clients', async () => {
    const { said, api, short, stop } = await started({ REQUIRE_HTTPS: 'on' });
    try {
      const [command = ''] = /^ {2}(curl .*)$/m.exec(said)?.slice(1) ?? [];
      const { stdout } = await promisify(exec)(command);
      const { shortCode } = JSON.parse(stdout) as { shortCode: string };
      expect(shortCode).toMatch(/^\w{7}$/);

      const [key] = /sl_\w+/.exec(said) ?? [];
      const headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ url: 'https://example.com/' });
      const plain = await fetch(`${api}/v2/shorten`, { method: 'POST', headers, body });
      expect([plain.status, await plain.json()]).toEqual([
        403,
        expect.objectContaining({ errorType: 'HTTPS_REQUIRED' }),
      ]);
      expect((await fetch(`${short}/${shortCode}`, { redirect: 'manual' })).status).toBe(308);
    } finally {
      await stop();
    }
  }, 150_000);
});
