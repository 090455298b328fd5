/**
 * The doctor on the computer of the machine: rows about its folder, requests to its sockets if its public names lead
 * nowhere, the built folder, and who gets the operator's token.
 */
import { execFile } from 'node:child_process';
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '#package.json';
import { BUILT } from '#testkit/built';
import { startMachine, type TestMachine, TOKEN } from '#testkit/machine';
import { type Fetch, getFinding, runDoctor } from '../testkit/run-doctor';
import type { Severity } from './finding';

const DAY_MS = 86_400_000;
const API = 'https://api.example.com';
const HOSTS = [API, '--short', 'https://s.example.com'];

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-doctor-local-'));
const state = path.join(folder, 'state');
let machine: TestMachine;
beforeAll(async () => {
  machine = await startMachine({
    STATE_DIR: state,
    API_HOST: 'api.example.com',
    SHORT_HOST: 's.example.com',
    CONSOLE_ORIGIN: API,
    SHORT_BASE_URL: 'https://s.example.com',
    REQUIRE_HTTPS: 'on',
    FORWARDED_PROTO: 'ignore',
    TRUST_PROXY: 'loopback',
    PEPPER: '',
    ADMIN_TOKEN: '',
  });
});
afterAll(async () => {
  await machine?.close();
  rmSync(folder, { recursive: true, force: true });
});

const unreachable =
  (code: string): Fetch =>
  () =>
    Promise.reject(new TypeError('fetch failed', { cause: { code } }));

describe('on the computer of the machine', () => {
  const severities = ({ findings }: { findings: readonly { check: string; severity: Severity }[] }) =>
    Object.fromEntries(findings.map(({ check, severity }) => [check, severity]));

  it.each(['ENOTFOUND', 'ECONNREFUSED', 'ETIMEDOUT'])(
    'its sockets are asked under its public names where those lead nowhere (%s)',
    async (code) => {
      const { report, text } = await runDoctor({ folder: state, version, dependencies: { fetch: unreachable(code) } });
      expect([report.kind, report.api, report.short]).toEqual(['machine', API, 'https://s.example.com']);
      expect(severities(report)).toMatchObject({
        answers: 'ok',
        stores: 'ok',
        versions: 'ok',
        certificate: 'elsewhere',
        'http to https': 'elsewhere',
        'free disk': 'ok',
        'last backup': 'note',
        pepper: 'ok',
      });
      expect(text).not.toContain('is 308');
    },
  );

  it('the address of a socket stands for the public names', async () => {
    const { report } = await runDoctor({ args: [machine.api], folder: state, version });
    expect([report.api, getFinding(report, 'answers')?.severity]).toEqual([API, 'ok']);
    expect(getFinding(report, 'stores')?.severity).toBe('ok');
  });

  it('the built folder examines it without a checkout, in its own words', async () => {
    await expect
      .poll(async () => (await runDoctor({ args: [machine.api], folder: state, version })).code, { timeout: 60_000 })
      .toBe(0);
    const built = path.join(folder, 'built');
    cpSync(BUILT, built, { recursive: true });
    writeFileSync(path.join(built, 'package.json'), JSON.stringify({ type: 'module', version }));
    const run = (...args: string[]) =>
      new Promise<{ code: number; stdout: string }>((resolve) => {
        const options = { cwd: folder, env: { PATH: process.env.PATH, STATE_DIR: state } };
        execFile(process.execPath, ['built/main.mjs', 'doctor', ...args], options, (error, stdout) =>
          resolve({ code: Number(error?.code ?? 0), stdout }),
        );
      });
    const { code, stdout } = await run(machine.api);
    expect(stdout).toMatch(new RegExp(`^A machine at ${API}, asked at the sockets of this computer\\.`));
    expect(stdout).toMatch(/^ok {4}versions/m);
    expect([code, stdout.trimEnd().split('\n').at(-1)]).toEqual([0, expect.stringMatching(/^Nothing to do/)]);
    const help = await run('--help');
    expect(help.stdout).toContain('node main.mjs doctor https://api.example.com');
    expect(help.stdout).not.toContain('npm run doctor');
  }, 90_000);

  const diagnose = async (check: string, more: Parameters<typeof runDoctor>[0]['dependencies'] = {}) =>
    getFinding((await runDoctor({ args: [machine.api], folder: state, dependencies: more })).report, check);

  it.each<[string, number, Severity]>([
    ['half', 50e9, 'ok'],
    ['a twentieth', 5e9, 'warning'],
    ['a hundredth', 1e9, 'error'],
  ])('a disk of which %s is free is told', async (_, free, severity) => {
    expect(await diagnose('free disk', { room: () => ({ free, total: 100e9 }) })).toMatchObject({ severity });
  });

  it.each<[number, Severity, string]>([
    [0, 'ok', '0 days ago'],
    [6, 'ok', '6 days ago'],
    [8, 'warning', '8 days ago'],
  ])('a backup that is %i days old is told', async (days, severity, saw) => {
    const file = path.join(state, 'last-backup');
    writeFileSync(file, new Date(Date.now() - days * DAY_MS - 60_000).toISOString());
    expect(await diagnose('last backup')).toMatchObject({ severity, saw: expect.stringContaining(saw) });
    rmSync(file);
  });

  it('a folder that is old and has never been backed up is a warning', async () => {
    expect(await diagnose('last backup', { now: () => Date.now() + 8 * DAY_MS })).toMatchObject({
      severity: 'warning',
    });
  });

  it('a pepper that others may read is an error, and one that comes from the environment is a note', async () => {
    const file = path.join(state, 'secrets/PEPPER');
    chmodSync(file, 0o644);
    expect(await diagnose('pepper')).toMatchObject({
      severity: 'error',
      advice: expect.stringContaining(`600 ${file}`),
    });
    rmSync(file);
    expect(await diagnose('pepper')).toMatchObject({ severity: 'note' });
  });
});

describe('the operator’s token', () => {
  it('is sent to a port of this computer only where a person or the machine’s own folder names it', async () => {
    const sent: (string | null)[] = [];
    const fetch: Fetch = async (_, init = {}) => {
      sent.push(new Headers(init.headers).get('Authorization'));
      return new Response('{"status":"ok"}');
    };
    const options = { env: { ADMIN_TOKEN: TOKEN, API_PORT: '8787' }, folder, dependencies: { fetch } };
    const { report } = await runDoctor({ ...options, args: ['--short', 'http://localhost:8788'] });
    expect(sent.length).toBeGreaterThan(5);
    expect(sent.filter((one) => one !== null)).toEqual([]);
    expect(getFinding(report, 'stores')).toMatchObject({
      severity: 'unknown',
      saw: expect.stringMatching(/not known/),
    });
    await runDoctor({ ...options, args: ['http://localhost:8787', '--short', 'http://localhost:8788'] });
    expect(sent).toContain(`Bearer ${TOKEN}`);
  });
});

describe('a certificate', () => {
  it.each<[string, number, number, Severity]>([
    ['15 of 90 days left', 75.1, 14.9, 'warning'],
    ['16 of 90 days left', 74, 16, 'ok'],
    ['two of six days left', 4, 2, 'ok'],
    ['20 hours of six days left', 5.2, 0.8, 'warning'],
    ['60 of 398 days left', 338, 60, 'warning'],
  ])('with %s is judged by the share of its life', async (_, since, left, severity) => {
    const certificate = async () => ({ from: Date.now() - since * DAY_MS, to: Date.now() + left * DAY_MS });
    const { report } = await runDoctor({ args: HOSTS, folder, dependencies: { fetch: unreachable('X'), certificate } });
    expect(getFinding(report, 'certificate')).toMatchObject({ severity });
  });
});

it('a name that is not found is what the doctor begins with, and no row blames anything else for it', async () => {
  const certificate = () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
  const dependencies = { fetch: unreachable('ENOTFOUND'), resolves: async () => false, certificate };
  const { report } = await runDoctor({ args: HOSTS, folder, dependencies, env: { ADMIN_TOKEN: TOKEN } });
  expect(report.next).toContain('begin with "DNS"');
  expect(getFinding(report, 'answers')?.advice).toContain('look at the row "DNS"');
  for (const check of ['certificate', 'cache rules', 'clock'])
    expect(getFinding(report, check), check).toMatchObject({ severity: 'unknown', advice: 'Look at the row "DNS".' });
});

it('a host that takes no connection is not said to have a wrong certificate', async () => {
  const certificate = () => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
  const { report } = await runDoctor({ args: HOSTS, folder, dependencies: { fetch: unreachable('X'), certificate } });
  expect(getFinding(report, 'certificate')).toMatchObject({
    severity: 'unknown',
    advice: 'Look at the row "answers".',
  });
});
