/**
 * Tests `npm run upgrade` as a program, in a repository of its own with the files of this checkout and a made-up later
 * version: the build, the changes of the checkout, the rollout and the smoke test are real. The account is the fake
 * one, and a machine has the two workers.
 */
import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { version } from '#package.json';
import { buildPrograms, makeEnvironment, PROGRAMS, trialWithProgram } from '#testkit/deploy-programs';
import { startMachine, type TestMachine, TOKEN } from '#testkit/machine';
import { lookUp, readOwner } from '../../machine/processes.mjs';
import { ROOT, type Trial, WORKERS_DEV } from '../../testkit/fake-wrangler/trial';

const LATER = '99.0.0';
const MIGRATION = '9999_made_up.sql';
const SHORT = 'swiftlet-redirect.acme.workers.dev';
const API = 'swiftlet-api.acme.workers.dev';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-checkout-'));
const checkout = path.join(folder, 'checkout');
let machine: TestMachine;

const git = (...args: string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: checkout,
    encoding: 'utf8',
  }).trim();

const inCheckout = (name: string) => path.join(checkout, name);
const change = (name: string, edit: (text: string) => string) =>
  writeFileSync(inCheckout(name), edit(readFileSync(inCheckout(name), 'utf8')));

/** Makes the repository: the files of this checkout as they are now, and a commit of the later version. */
function makeRepository(): void {
  mkdirSync(checkout);
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT });
  for (const name of listed.toString().split('\0').filter(Boolean))
    cpSync(path.join(ROOT, name), inCheckout(name), { recursive: true });
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', version);
  git('tag', `v${version}`);
  change('package.json', (text) => text.replace(`"version": "${version}"`, `"version": "${LATER}"`));
  change('CHANGELOG.md', (text) => text.replace(/^## /m, `## ${LATER} – later\nA made-up change.\n\n## `));
  writeFileSync(inCheckout(`migrations/${MIGRATION}`), 'CREATE TABLE made_up (id TEXT PRIMARY KEY);\n');
  git('add', '.');
  git('commit', '-qm', LATER);
  git('tag', `v${LATER}`);
  git('checkout', '-q', `v${version}`);
  symlinkSync(path.join(ROOT, 'node_modules'), inCheckout('node_modules'));
}

beforeAll(async () => {
  await buildPrograms();
  makeRepository();
  machine = await startMachine({
    SHORT_BASE_URL: `https://${SHORT}`,
    CONSOLE_ORIGIN: `https://${API}`,
    REQUIRE_HTTPS: 'on',
    FORWARDED_PROTO: 'trust',
  });
});
afterAll(async () => {
  await machine?.close();
  rmSync(folder, { recursive: true, force: true });
});

type Ended = { readonly code: number; readonly stdout: string; readonly stderr: string };

function environmentIn(trial: Trial): NodeJS.ProcessEnv {
  const npm = path.join(trial.folder, 'bin/npm');
  // The packages are those of this checkout: an npm that installs would replace them.
  writeFileSync(npm, '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  return {
    ...makeEnvironment(trial),
    REAL_HOSTS: JSON.stringify({ [SHORT]: machine.short, [API]: machine.api }),
    ADMIN_TOKEN: TOKEN,
    PEPPER: TOKEN,
    NODE_OPTIONS: `--import=${path.join(PROGRAMS, 'world.mjs')}`,
  };
}

function run(trial: Trial, script: string, args: readonly string[]): Promise<Ended> {
  const env = environmentIn(trial);
  return new Promise((resolve) => {
    const words = ['scripts/run.mjs', script, ...args];
    execFile(process.execPath, words, { cwd: checkout, env, timeout: 120_000 }, (error, stdout, stderr) =>
      resolve({ code: Number(error?.code ?? 0), stdout, stderr }),
    );
  });
}

/** What an upgrade changes: the commit of the checkout, the migrations, and the versions of both workers. */
const summarize = ({ account }: Trial) => ({
  commit: git('describe', '--tags'),
  isMigrated: account.databases.some(({ migrations }) => migrations.includes(MIGRATION)),
  versions: Object.values(account.workers).map((worker) => worker.version.message.split(' ')[1]),
});
const BEFORE = { commit: `v${version}`, isMigrated: false, versions: [version, version] };
const AFTER = { commit: `v${LATER}`, isMigrated: true, versions: [LATER, LATER] };

it('npm run upgrade shows changes, refuses a dirty checkout and an earlier version, and continues after a fault', async () => {
  const trial = trialWithProgram();
  const first = await run(trial, 'deploy', ['--yes', ...WORKERS_DEV]);
  expect([first.code, first.stderr]).toEqual([0, '']);
  expect(summarize(trial)).toEqual(BEFORE);

  const shown = await run(trial, 'upgrade', [LATER, '--dry-run']);
  expect([shown.code, shown.stderr]).toEqual([0, '']);
  expect(shown.stdout).toContain('A made-up change.');
  expect(shown.stdout).toContain(`the migration ${MIGRATION}`);
  expect(shown.stdout).toContain(`Nothing was changed. Next: npm run upgrade -- ${LATER}`);
  expect(summarize(trial)).toEqual(BEFORE);

  change('README.md', (text) => `${text}\n`);
  const dirty = await run(trial, 'upgrade', [LATER, '--yes']);
  expect([dirty.code, dirty.stderr]).toEqual([1, expect.stringMatching(/^Files of this checkout were changed: .*\n$/)]);
  expect(summarize(trial)).toEqual(BEFORE);
  git('checkout', '-q', 'README.md');

  trial.change((account) => {
    account.fault = { at: 'versions deploy', mode: 'refused' };
  });
  const stopped = await run(trial, 'upgrade', [LATER, '--yes']);
  expect(stopped.code).toBe(1);
  expect(stopped.stdout.trimEnd().split('\n').at(-1)).toBe(`Run it again: npm run upgrade -- ${LATER}`);
  expect(summarize(trial)).toEqual({ ...AFTER, versions: [version, version] });

  const whole = await run(trial, 'upgrade', [LATER, '--yes']);
  expect([whole.code, whole.stderr]).toEqual([0, '']);
  for (const share of ['10 %: 0 errors of', '50 %: 0 errors of']) expect(whole.stdout).toContain(share);
  expect(whole.stdout).toContain('ok    the API answers');
  expect(whole.stdout.trimEnd().split('\n').at(-1)).toMatch(/^99\.0\.0 is deployed\. Next: watch the log/);
  expect(summarize(trial)).toEqual(AFTER);
  for (const { stdout, stderr } of [first, shown, dirty, stopped, whole])
    expect(`${stdout}${stderr}`).not.toContain(TOKEN);

  const earlier = await run(trial, 'upgrade', [version, '--yes']);
  expect([earlier.code, earlier.stderr]).toEqual([1, expect.stringContaining(`${version} is earlier than ${LATER}`)]);
  git('checkout', '-q', `v${version}`);
  const back = await run(trial, 'deploy', ['--yes']);
  expect([back.code, back.stderr]).toEqual([
    1,
    expect.stringMatching(/The database has 9999_made_up\.sql.*Go back to it\?/),
  ]);
  expect(summarize(trial)).toEqual({ ...AFTER, commit: `v${version}` });
}, 600_000);

it.each(['SIGTERM', 'SIGKILL'] as const)(
  'npm run upgrade that is ended by %s while it rolls out ends the rollout too; a second run meanwhile names its process',
  async (signal) => {
    git('checkout', '-q', `v${version}`);
    const trial = trialWithProgram();
    expect((await run(trial, 'deploy', ['--yes', ...WORKERS_DEV])).code).toBe(0);
    trial.change((account) => {
      account.fault = { at: 'versions deploy', mode: 'hung before' };
    });
    const lock = path.join(trial.folder, 'state/deploy.lock');
    const first = spawn(process.execPath, ['scripts/run.mjs', 'upgrade', LATER, '--yes'], {
      cwd: checkout,
      env: environmentIn(trial),
      stdio: 'ignore',
    });
    const ended = once(first, 'exit');
    await expect.poll(() => trial.account.fault, { timeout: 120_000 }).toBeUndefined();
    const rollout = readOwner(lock)?.pid ?? 0;
    expect(lookUp(rollout)?.parent).toBe(first.pid);

    const second = await run(trial, 'upgrade', [LATER, '--yes']);
    expect([second.code, second.stderr]).toEqual([1, expect.stringContaining(`is under way (process ${rollout}).`)]);

    first.kill(signal);
    await ended;
    await expect.poll(() => lookUp(rollout), { timeout: 20_000 }).toBeUndefined();
    expect((await run(trial, 'upgrade', [LATER, '--yes'])).code).toBe(0);
    expect(summarize(trial)).toEqual(AFTER);
  },
  600_000,
);
