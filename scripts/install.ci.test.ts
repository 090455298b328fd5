/**
 * Every command installs missing packages first. The packages' scripts see no secret of its environment, and the lock
 * of the installation is in the checkout. A program in place of npm records what it sees.
 */
import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WORKER_SECRETS, WRANGLER_SECRETS } from '../packages/machine/secret-names.mjs';
import { toolNode } from './lib/install.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-install-'));
const checkout = path.join(folder, 'checkout');
const SECRETS = [...Object.keys(WORKER_SECRETS), ...WRANGLER_SECRETS, 'BACKUP_PASSPHRASE'];

beforeAll(() => {
  mkdirSync(checkout);
  for (const name of ['scripts', 'packages/machine', 'package.json', 'package-lock.json', 'LICENSE'])
    cpSync(name, path.join(checkout, name), { recursive: true });
  mkdirSync(path.join(folder, 'bin'));
  const npm =
    '#!/bin/sh\nenv > "$SEEN"\nls -A dist >> "$SEEN"\ntest -z "$WORKS" || { mkdir -p node_modules/.bin; echo > node_modules/.bin/node; exit 0; }\necho "npm error this is not npm" >&2\nexit 1\n';
  writeFileSync(path.join(folder, 'bin/npm'), npm, { mode: 0o755 });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script in the checkout, which has no packages. @returns what its npm has seen, and the failure */
async function installing(script: string, args: readonly string[], more: Record<string, string> = {}) {
  const seen = path.join(folder, `seen-${script}`);
  const env = {
    ...process.env,
    ...Object.fromEntries(SECRETS.map((name) => [name, 'the-secret-text'.repeat(3)])),
    PATH: `${path.join(folder, 'bin')}${path.delimiter}${process.env.PATH}`,
    STATE_DIR: path.join(folder, 'state'),
    SEEN: seen,
    ...more,
  };
  const stderr = await new Promise<string>((resolve) => {
    execFile(process.execPath, ['scripts/run.mjs', script, ...args], { cwd: checkout, env }, (_, __, text) =>
      resolve(text),
    );
  });
  return { seen: readFileSync(seen, 'utf8'), stderr };
}

it.each([
  ['start', []],
  ['serve', []],
  ['backup', ['a.backup']],
  ['restore', ['a.backup']],
  ['republish', []],
  ['threats', ['import', 'LICENSE']],
  ['deploy', []],
  ['doctor', []],
  ['upgrade', ['99.0.0']],
  ['build-server', []],
] as const)('the packages that %s installs see no secret, and the lock is in the checkout', async (script, args) => {
  const { seen, stderr } = await installing(script, args);
  expect(stderr).toContain('npm ci failed: this is not npm');
  expect(seen).toContain('STATE_DIR=');
  expect(seen).not.toContain('the-secret-text');
  expect(seen.split('\n')).toContain('install.lock');
});

it('the tools run on the Node that runs the command, and the copy of Node among the packages is left out', async () => {
  expect(toolNode()).toBe(process.execPath);
  const { stderr } = await installing('build-server', [], { WORKS: 'yes' });
  expect(stderr).not.toContain('npm ci failed');
  expect(readdirSync(path.join(checkout, 'node_modules/.bin'))).toEqual([]);
});
