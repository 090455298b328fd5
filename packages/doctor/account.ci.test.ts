/** The doctor on a deployment: an account of the fake wrangler, and the real workers at its two hosts. */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '#package.json';
import { ROOT } from '#testkit/built';
import { makeTrial } from '#testkit/deploy-trial';
import { HOSTS, type Trial, WORKERS_DEV } from '#testkit/fake-wrangler/trial';
import { cronHasRun, startMachine, type TestMachine, TOKEN } from '#testkit/machine';
import {
  changing,
  type Fetch,
  getFinding,
  headed,
  type Report,
  real,
  rewritten,
  runDoctor,
} from '../testkit/run-doctor';
import type { Severity } from './finding';

let machine: TestMachine;
beforeAll(async () => {
  machine = await startMachine();
  await cronHasRun(machine);
});
afterAll(() => machine?.close());

const DAY_MS = 86_400_000;
const NEWEST_MIGRATION = readdirSync(path.join(ROOT, 'migrations')).sort().at(-1);

/**
 * Sends requests for the two hosts of the deployment to the machine. Over plain http it responds as REQUIRE_HTTPS says.
 */
const atHosts: Fetch = async (address, init) => {
  const { protocol, host, pathname, search } = new URL(address);
  const there = { 'api.example.com': machine.api, 's.example.com': machine.short }[host];
  if (there === undefined) throw new TypeError('fetch failed');
  if (protocol === 'https:') return real(`${there}${pathname}${search}`, init);
  if (host === 'api.example.com') return new Response('{}', { status: 403 });
  return new Response(null, { status: 308, headers: { Location: `https://${host}${pathname}` } });
};

async function deployed(args: readonly string[] = HOSTS): Promise<Trial> {
  const trial = makeTrial();
  await trial.run(['--yes', ...args]);
  return trial;
}

type Overrides = Parameters<typeof runDoctor>[0]['dependencies'];

const diagnose = (trial: Trial, overrides: Overrides = {}) =>
  runDoctor({
    dependencies: { fetch: atHosts, ...overrides },
    env: { ADMIN_TOKEN: TOKEN },
    folder: trial.home,
    trial,
    version,
  });

const listSeverities = ({ findings }: Report, severity: Severity) =>
  findings.filter((one) => one.severity === severity).map(({ check }) => check);

it('on a new and healthy deployment nothing is found, and notes name what nobody can judge', async () => {
  const trial = await deployed();
  const { changes } = trial.account;
  const { report, code, text } = await diagnose(trial);
  expect([report.kind, report.api, report.short]).toEqual([
    'cloudflare',
    'https://api.example.com',
    'https://s.example.com',
  ]);
  expect([
    ...listSeverities(report, 'warning'),
    ...listSeverities(report, 'error'),
    ...listSeverities(report, 'unknown'),
  ]).toEqual([]);
  expect(listSeverities(report, 'elsewhere')).toEqual(['free disk', 'pepper']);
  expect(listSeverities(report, 'note')).toEqual(['threat service', 'threat list', 'free plan', 'last backup']);
  expect(code).toBe(0);
  expect(trial.account.changes).toEqual(changes);
  for (const name of ['ADMIN_TOKEN', 'PEPPER']) expect(text).not.toContain(trial.secret(name));
  expect(text).not.toContain(TOKEN);
});

it('a cron that has not run yet is a note in the first quarter of an hour of a deployment, and then an error', async () => {
  const trial = await deployed();
  const fetch = changing(
    /\/admin\/metrics$/,
    rewritten((text) => text.replace(/^.*swiftlet_cron_age_seconds.*\n/gm, '')),
    atHosts,
  );
  expect(getFinding((await diagnose(trial, { fetch })).report, 'cron')?.severity).toBe('note');
  const now = () => Date.now() + 16 * 60_000;
  expect(getFinding((await diagnose(trial, { fetch, now })).report, 'cron')?.severity).toBe('error');
});

/** Changes the wrangler file that a worker was deployed from. */
function changeFile(trial: Trial, kind: string, change: (file: Record<string, unknown>) => void): void {
  const file = path.join(trial.home, 'production', `${kind}.json`);
  const configuration = JSON.parse(readFileSync(file, 'utf8'));
  change(configuration);
  writeFileSync(file, JSON.stringify(configuration));
}

const REDIRECT = 'swiftlet-redirect';
const API = 'swiftlet-api';
const changeBindings = (trial: Trial, worker: string, change: (one: { name: string }) => unknown) =>
  trial.change(({ workers }) => {
    for (const one of workers[worker]?.version.bindings ?? []) change(one);
  });

describe.each<[fault: string, check: string, severity: Severity, saw: RegExp, plant: (trial: Trial) => void]>([
  [
    'a binding that is gone',
    'bindings',
    'error',
    /missing: KEYS of the api worker/,
    (trial) => changeBindings(trial, API, (one) => Object.assign(one, { name: one.name.replace('KEYS', 'KEYZ') })),
  ],
  [
    'two databases',
    'bindings',
    'error',
    /different stores/,
    (trial) => changeBindings(trial, REDIRECT, (one) => one.name === 'DB' && Object.assign(one, { id: 'another' })),
  ],
  [
    'stores that wrangler does not name',
    'bindings',
    'unknown',
    /does not tell which D1/,
    (trial) => {
      for (const worker of [REDIRECT, API])
        changeBindings(trial, worker, (one) => one.name === 'DB' && Object.assign(one, { id: undefined }));
    },
  ],
  [
    'a migration that is not applied',
    'migrations',
    'error',
    new RegExp(`^not applied: ${NEWEST_MIGRATION}$`),
    (trial) => trial.change(({ databases }) => void databases[0]?.migrations.pop()),
  ],
  [
    'the tables of another version',
    'migrations',
    'error',
    /^the tables are those of another version$/,
    (trial) => trial.change(({ databases }) => void Object.assign(databases[0] ?? {}, { tables: 'f00' })),
  ],
  [
    'a database of a newer version',
    'migrations',
    'warning',
    /9999_later\.sql, of a newer version/,
    (trial) => trial.change(({ databases }) => void databases[0]?.migrations.push('9999_later.sql')),
  ],
  [
    'a missing token',
    'secrets',
    'error',
    /missing: ADMIN_TOKEN of the API worker/,
    (trial) => trial.change(({ workers }) => void delete workers[API]?.secrets.ADMIN_TOKEN),
  ],
  [
    'a missing pepper',
    'secrets',
    'error',
    /missing: PEPPER of the redirect worker/,
    (trial) => trial.change(({ workers }) => void delete workers[REDIRECT]?.secrets.PEPPER),
  ],
  [
    'a missing key of the threat service',
    'secrets',
    'error',
    /THREATS_KEY/,
    (trial) => changeBindings(trial, API, (one) => one.name === 'THREATS' && Object.assign(one, { text: 'webrisk' })),
  ],
  [
    'a former pepper at one worker',
    'secrets',
    'error',
    /at one worker alone/,
    (trial) => trial.change(({ workers }) => void Object.assign(workers[API]?.secrets ?? {}, { PEPPER_PREVIOUS: 'x' })),
  ],
  [
    'a worker that is on workers.dev too',
    'workers.dev and previews',
    'error',
    /on workers\.dev too/,
    (trial) => changeFile(trial, 'api', (file) => Object.assign(file, { workers_dev: true })),
  ],
  [
    'preview addresses',
    'workers.dev and previews',
    'error',
    /preview addresses/,
    (trial) => changeFile(trial, 'redirect', (file) => Object.assign(file, { preview_urls: true })),
  ],
  [
    'another compatibility date',
    'compatibility dates',
    'warning',
    /the redirect worker has 2020-01-01/,
    (trial) =>
      trial.change(({ workers }) => {
        const worker = workers[REDIRECT];
        if (worker !== undefined) worker.version.compatibilityDate = '2020-01-01';
      }),
  ],
  [
    'a compatibility date that wrangler does not tell',
    'compatibility dates',
    'unknown',
    /does not tell the date of the redirect worker/,
    (trial) => trial.change(({ workers }) => void delete workers[REDIRECT]?.version.compatibilityDate),
  ],
  [
    'invocation logs that are on',
    'invocation logs',
    'error',
    /a line per invocation/,
    (trial) =>
      changeFile(trial, 'api', (file) => Object.assign(file, { observability: { logs: { invocation_logs: true } } })),
  ],
  [
    'a worker that is gone',
    'bindings',
    'unknown',
    /no worker swiftlet-api/,
    (trial) => trial.change(({ workers }) => void delete workers[API]),
  ],
  [
    'a login that has ended',
    'migrations',
    'unknown',
    /nobody is logged in/,
    (trial) => trial.change((account) => Object.assign(account, { isLoggedIn: false })),
  ],
  [
    'a file that is gone',
    'invocation logs',
    'unknown',
    /is not here/,
    (trial) => rmSync(path.join(trial.home, 'production', 'api.json')),
  ],
])('%s', (_, check, severity, saw, plant) => {
  it(`is found by "${check}"`, async () => {
    const trial = await deployed();
    plant(trial);
    const { report } = await diagnose(trial);
    expect(getFinding(report, check)).toMatchObject({ severity, saw: expect.stringMatching(saw) });
  });
});

describe.each<[fault: string, check: string, severity: Severity, saw: RegExp, overrides: NonNullable<Overrides>]>([
  [
    'a host without an address',
    'DNS',
    'error',
    /^s\.example\.com has no address$/,
    { resolves: async (host) => host !== 's.example.com' },
  ],
  [
    'a DNS that does not answer',
    'DNS',
    'unknown',
    /SERVFAIL/,
    { resolves: () => Promise.reject(new Error('DNS does not answer (SERVFAIL)')) },
  ],
  [
    'a certificate that ends soon',
    'certificate',
    'warning',
    /ends in 3 days/,
    { certificate: async () => ({ from: Date.now() - 87 * DAY_MS, to: Date.now() + 3 * DAY_MS + 60_000 }) },
  ],
  [
    'a certificate of somebody else',
    'certificate',
    'error',
    /ERR_TLS_CERT_ALTNAME_INVALID/,
    { certificate: () => Promise.reject(new TypeError('no', { cause: { code: 'ERR_TLS_CERT_ALTNAME_INVALID' } })) },
  ],
  [
    'visits over plain http',
    'http to https',
    'error',
    /a visit over plain http is 302/,
    {
      fetch: changing(
        /^http:\/\/s\./,
        () => new Response(null, { status: 302, headers: { Location: 'http://x' } }),
        atHosts,
      ),
    },
  ],
  [
    'calls over plain http',
    'http to https',
    'error',
    /a call of the API over plain http is 401/,
    { fetch: changing(/^http:\/\/api\./, () => new Response('{}', { status: 401 }), atHosts) },
  ],
  [
    'a cache in front of the zone',
    'cache rules',
    'error',
    /from a cache/,
    { fetch: changing(/^https:\/\/s\..*no-such/, headed({ 'CF-Cache-Status': 'HIT' }), atHosts) },
  ],
  [
    'a full database',
    'size of D1',
    'error',
    /9\.80 GB of 10 GB/,
    { fetch: changing(/metrics$/, sized(9.8e9), (address, init) => atHosts(address, init)) },
  ],
  [
    'a database that fills up',
    'size of D1',
    'warning',
    /8\.50 GB of 10 GB/,
    { fetch: changing(/metrics$/, sized(8.5e9), (address, init) => atHosts(address, init)) },
  ],
  [
    'a database beyond the free plan',
    'size of D1',
    'note',
    /the free plan ends at 500 MB/,
    { fetch: changing(/metrics$/, sized(6e8), (address, init) => atHosts(address, init)) },
  ],
])('%s', (_, check, severity, saw, overrides) => {
  it(`is found by "${check}"`, async () => {
    const { report } = await diagnose(await deployed(), overrides);
    expect(getFinding(report, check)).toMatchObject({ severity, saw: expect.stringMatching(saw) });
  });
});

function sized(bytes: number) {
  return async (response: Response) =>
    new Response((await response.text()).replace(/^(swiftlet_d1_size_bytes) \S+$/m, `$1 ${bytes}`));
}

it('a deployment on workers.dev by choice gets a note, and no error', async () => {
  const trial = await deployed(WORKERS_DEV);
  const { report } = await diagnose(trial);
  expect(getFinding(report, 'workers.dev and previews')).toMatchObject({ severity: 'note' });
});

it.each([
  ['redirect', '/.health'],
  ['api', '/health'],
])('the doctor finds that the %s worker was switched on at workers.dev in the dashboard', async (kind, health) => {
  const trial = await deployed();
  const file = path.join(trial.home, 'production.json');
  writeFileSync(file, JSON.stringify({ ...JSON.parse(readFileSync(file, 'utf8')), subdomain: 'acme.workers.dev' }));
  const own = `https://swiftlet-${kind}.acme.workers.dev${health}`;
  const fetch: Fetch = async (address, init) =>
    address === own ? new Response('{"status":"ok"}') : atHosts(address, init);
  const { report } = await diagnose(trial, { fetch });
  expect(getFinding(report, 'workers.dev and previews')).toMatchObject({
    severity: 'error',
    saw: expect.stringContaining(own),
  });
  const off = await diagnose(trial);
  expect(getFinding(off.report, 'workers.dev and previews')?.severity).toBe('ok');
});

it('the doctor takes the token from the secrets of the deployment, for its own address alone', async () => {
  const trial = await deployed();
  mkdirSync(path.join(trial.home, 'production', 'secrets'), { recursive: true });
  writeFileSync(path.join(trial.home, 'production', 'secrets', 'ADMIN_TOKEN'), TOKEN);
  const own = await runDoctor({ dependencies: { fetch: atHosts }, folder: trial.home, trial, version });
  expect(getFinding(own.report, 'stores')?.severity).toBe('ok');
  const args = ['https://s.example.com'];
  const other = await runDoctor({ args, dependencies: { fetch: atHosts }, folder: trial.home, trial, version });
  expect(getFinding(other.report, 'stores')).toMatchObject({ severity: 'unknown' });
  expect(getFinding(other.report, 'bindings')?.severity).not.toBe('ok');
});
