/** Runs the deploy command and the fake wrangler as two processes. Part of `npm run test:ci`. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildPrograms, makeEnvironment, PROGRAMS, trialWithProgram } from '#testkit/deploy-programs';
import type { Mode } from '../testkit/fake-wrangler/account';
import { HOSTS, ROOT, type Trial, WORKERS_DEV } from '../testkit/fake-wrangler/trial';

beforeAll(buildPrograms);

type ProgramResult = { code: number | null; signal: string | null; stdout: string; stderr: string };

function start(
  trial: Trial,
  script: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv = makeEnvironment(trial),
): { child: ChildProcess; ended: Promise<ProgramResult> } {
  const child = spawn(process.execPath, [script, ...args], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) child[name].on('data', (text) => (output[name] += text));
  const ended = once(child, 'close').then(([code, signal]) => ({ code, signal, ...output }) as ProgramResult);
  return { child, ended };
}

const run = (trial: Trial, ...args: string[]) => start(trial, path.join(PROGRAMS, 'cli.mjs'), args).ended;

/** Sets a fault for the first `wrangler deploy`, which sends the secrets. */
const fault = (trial: Trial, mode: Mode) =>
  trial.change((account) => {
    account.fault = { at: 'deploy', mode };
  });

const secretsIn = (trial: Trial, { stdout, stderr }: ProgramResult): string[] =>
  ['PEPPER', 'ADMIN_TOKEN'].filter((name) => `${stdout}${stderr}`.includes(trial.secret(name)));

describe('the program', () => {
  it('prints the plan, what it does, and the first key once; run again, it changes nothing', async () => {
    const trial = trialWithProgram();
    const first = await run(trial, '--yes', ...WORKERS_DEV);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout.match(/sl_[0-9a-f]{32}/g)).toHaveLength(2);
    expect(first.stdout).toContain('Swiftlet runs: short links https://swiftlet-redirect.acme.workers.dev');
    expect(secretsIn(trial, first)).toEqual([]);
    const { changes } = trial.account;
    const second = await run(trial, '--yes');
    expect([second.code, second.stdout.match(/sl_/)]).toEqual([0, null]);
    expect(trial.account.changes).toEqual(changes);
  });

  it('says in one line what went wrong, as JSON too, and fails', async () => {
    const trial = trialWithProgram();
    trial.change((account) => {
      account.isLoggedIn = false;
    });
    const plain = await run(trial, '--yes', ...WORKERS_DEV);
    expect([plain.code, plain.stderr.trim().split('\n').length]).toEqual([1, 1]);
    const json = await run(trial, '--json', ...WORKERS_DEV);
    expect([json.code, JSON.parse(json.stdout).error]).toEqual([1, plain.stderr.trim()]);
  });

  // Both signals have one handler.
  it.each(process.env.TEST_LONG ? (['SIGINT', 'SIGTERM'] as const) : (['SIGINT'] as const))(
    'that is ended by %s ends wrangler, removes the files with secrets, and continues when it is run again',
    async (signal) => {
      const trial = trialWithProgram();
      fault(trial, 'hung after');
      const { child, ended } = start(trial, path.join(PROGRAMS, 'cli.mjs'), ['--yes', ...WORKERS_DEV]);
      await expect.poll(() => trial.account.fault, { timeout: 60_000 }).toBeUndefined();
      child.kill(signal);
      const { code, stderr } = await ended;
      expect([code, stderr.trim()]).toEqual([130, 'Stopped. Run the command again to continue.']);
      expect(trial.files().filter(({ name }) => name.includes('private-'))).toEqual([]);
      expect((await run(trial, '--yes')).code).toBe(0);
      expect(Object.keys(trial.account.workers)).toEqual(['swiftlet-redirect', 'swiftlet-api']);
    },
  );

  if (process.env.TEST_LONG) {
    it('prints one JSON document with --json, and writes the first key into a file that only its owner may read', async () => {
      const trial = trialWithProgram();
      const ended = await run(trial, '--json', ...WORKERS_DEV);
      expect(ended.code).toBe(0);
      const report = JSON.parse(ended.stdout);
      expect(report).toMatchObject({ environment: 'production', account: 'Acme' });
      expect(report.done).toContain('smoke-test');
      expect(`${ended.stdout}${ended.stderr}`).not.toMatch(/sl_[0-9a-f]{32}/);
      const kept = trial.files().find(({ name }) => name === 'production/first-account');
      expect([kept?.mode, /sl_[0-9a-f]{32}/.test(kept?.text ?? '')]).toEqual([0o600, true]);
    });

    it('that is killed while it sends a secret leaves a private file, which the next run removes', async () => {
      const trial = trialWithProgram();
      fault(trial, 'killed after');
      const killed = await run(trial, '--yes', ...WORKERS_DEV);
      expect(killed.signal).toBe('SIGKILL');
      const left = trial.files().filter(({ name }) => name.includes('private-'));
      expect(left.some(({ name }) => name.endsWith('secrets.json'))).toBe(true);
      expect(left.filter(({ mode }) => (mode & 0o077) !== 0)).toEqual([]);
      const again = await run(trial, '--yes');
      expect(again.code).toBe(0);
      expect(trial.files().filter(({ name }) => name.includes('private-'))).toEqual([]);
      const peppers = Object.values(trial.account.workers).map(({ secrets }) => secrets.PEPPER);
      expect([peppers.length, new Set(peppers).size]).toEqual([2, 1]);
    });
  }
});

it('npm run deploy -- --dry-run has the installed wrangler read both wrangler files, with no login and an older wrangler on PATH', async () => {
  const trial = trialWithProgram();
  const seen = path.join(trial.folder, 'seen');
  writeFileSync(path.join(trial.folder, 'bin/wrangler'), `#!/bin/sh\nenv > '${seen}'\necho 4.100.0\n`);
  const own = Object.entries(process.env).filter(([name]) => !/^(CLOUDFLARE|CF)_/.test(name));
  const { PATH } = makeEnvironment(trial);
  const places = { PATH, HOME: trial.folder, XDG_CONFIG_HOME: trial.folder, STATE_DIR: trial.home };
  const env = { ...Object.fromEntries(own), ...places, CI: '', PEPPER: 'p'.repeat(40), THREATS_KEY: 'secret' };
  const { code, stdout, stderr } = await start(
    trial,
    'scripts/run.mjs',
    ['deploy', '--dry-run', '--json', ...HOSTS],
    env,
  ).ended;
  expect([code, JSON.parse(stdout).account]).toEqual([0, null]);
  for (const name of ['swiftlet-redirect', 'swiftlet-api'])
    expect(stderr).toContain(`wrangler accepts the configuration of ${name}.`);
  const environment = readFileSync(seen, 'utf8');
  expect(environment).toContain('STATE_DIR=');
  expect(environment).not.toMatch(/^(PEPPER|THREATS_KEY)=/m);
});

it('npm run deploy inside Workers Builds applies the migrations, and then deploys the one script', async () => {
  const trial = trialWithProgram();
  trial.change((account) => {
    account.databases = [{ uuid: 'd1', name: 'swiftlet', migrations: [], links: [0, 0] }];
    // The page of the Deploy to Cloudflare button has asked for these secrets.
    account.buttonSecrets = { PEPPER: 'asked for', ADMIN_TOKEN: 'asked for' };
  });
  const { code } = await start(trial, 'scripts/run.mjs', ['deploy'], { ...makeEnvironment(trial), WORKERS_CI: '1' })
    .ended;
  const { changes, workers, databases } = trial.account;
  expect([code, changes]).toEqual([0, ['d1 migrations apply DB', 'deploy']]);
  expect(databases[0]?.migrations).toEqual(['0001_swiftlet.sql']);
  expect(Object.keys(workers.swiftlet?.classes ?? {}).sort()).toEqual([
    'AddressMeter',
    'ClickCounter',
    'KeyMeter',
    'Statistics',
  ]);
});

it('npm run deploy inside Workers Builds deploys nothing onto the tables of another version', async () => {
  const trial = trialWithProgram();
  const migrations = ['0001_swiftlet.sql'];
  trial.change((account) => {
    account.databases = [{ uuid: 'd1', name: 'swiftlet', migrations, tables: 'f00', links: [0, 0] }];
  });
  const { code, stderr } = await start(trial, 'scripts/run.mjs', ['deploy'], {
    ...makeEnvironment(trial),
    WORKERS_CI: '1',
  }).ended;
  expect([code, Object.keys(trial.account.workers)]).toEqual([1, []]);
  expect(stderr).toContain('the database has the tables of another version');
});

it('npm run deploy says in one line that its state folder cannot be written', async () => {
  const trial = trialWithProgram();
  const env = { ...makeEnvironment(trial), STATE_DIR: path.join(trial.folder, 'account.json', 'state') };
  const { code, stderr } = await start(trial, 'scripts/run.mjs', ['deploy', '--dry-run'], env).ended;
  const line = `The state folder ${env.STATE_DIR} cannot be written (ENOTDIR): mend that, or name another by STATE_DIR.`;
  expect([code, stderr.trim()]).toEqual([1, line]);
});

if (process.env.TEST_LONG) {
  it('npm run deploy uses the wrangler on PATH if it has the expected version', async () => {
    const trial = trialWithProgram();
    const { code, stdout, stderr } = await start(trial, 'scripts/run.mjs', [
      'deploy',
      '--dry-run',
      '--json',
      ...WORKERS_DEV,
    ]).ended;
    expect([code, stderr.includes('wrangler accepts the configuration of swiftlet-api')]).toEqual([0, true]);
    expect(JSON.parse(stdout)).toMatchObject({
      account: 'Acme',
      done: null,
      permissions: expect.arrayContaining(['Account: D1: Edit']),
    });
    expect(trial.account.calls).toBeGreaterThan(5);
  });
}
