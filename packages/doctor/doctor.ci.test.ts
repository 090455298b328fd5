/** The doctor on a machine: its report on a healthy one, and the fault that each check finds. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version } from '#package.json';
import { cronHasRun, startMachine, type TestMachine, TOKEN } from '#testkit/machine';
import { changing, type Fetch, getFinding, headed, real, rewritten, runDoctor } from '../testkit/run-doctor';
import type { Severity } from './finding';

let machine: TestMachine;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-doctor-'));
  machine = await startMachine();
  await cronHasRun(machine);
});
afterAll(async () => {
  await machine?.close();
  rmSync(folder, { recursive: true, force: true });
});

const diagnose = (
  dependencies: Parameters<typeof runDoctor>[0]['dependencies'] = {},
  env: Record<string, string> = { ADMIN_TOKEN: TOKEN },
) => runDoctor({ args: [machine.api], dependencies, env, folder, version });

describe('a healthy machine', () => {
  it('has nothing to look at, ends with 0, and says which checks do not apply', async () => {
    const { code, report } = await diagnose();
    const wrong = report.findings.filter(({ severity }) => ['error', 'warning', 'unknown'].includes(severity));
    expect(wrong.map(({ check }) => check)).toEqual([]);
    expect([code, report.kind, report.short, report.worst]).toEqual([0, 'machine', machine.short, 'ok']);
    expect(report.findings.filter(({ severity }) => severity === 'elsewhere').map(({ check }) => check)).toEqual([
      'DNS',
      'certificate',
      'http to https',
      'free plan',
      'free disk',
      'last backup',
      'pepper',
      'bindings',
      'migrations',
      'secrets',
      'workers.dev and previews',
      'compatibility dates',
      'invocation logs',
    ]);
    expect(report.findings.filter(({ saw }) => saw.includes('\n'))).toEqual([]);
    expect(report.next).toMatch(/^Nothing to do/);
  });

  it('says what to do about every warning and every error', async () => {
    const args = [machine.api, '--short', machine.short];
    const fetch: Fetch = async () => new Response('no', { status: 500 });
    const { report } = await runDoctor({ args, dependencies: { fetch }, env: { ADMIN_TOKEN: TOKEN }, folder });
    const wrong = report.findings.filter(({ severity }) => severity === 'error' || severity === 'warning');
    expect(wrong.map(({ check }) => check)).toEqual(['answers', 'cache rules', 'Always Online']);
    expect(wrong.filter(({ advice }) => !advice?.endsWith('.'))).toEqual([]);
  });
});

const metrics = /\/admin\/metrics$/;
const figure = (name: string, value: number | string) =>
  changing(
    metrics,
    rewritten((text) => text.replace(new RegExp(`^(${name}) \\S+$`, 'm'), `$1 ${value}`)),
  );
function idleRestore(seconds: number): Fetch {
  const line = `swiftlet_restore_idle_seconds ${seconds}`;
  return changing(
    metrics,
    rewritten((text) => text.replace('# EOF', `${line}\n# EOF`)),
  );
}
const threats = (change: object) =>
  changing(
    /\/admin\/threats$/,
    rewritten((text) => JSON.stringify({ ...JSON.parse(text), ...change })),
  );
const afterMs = (ms: number) => ({ now: () => Date.now() + ms });

/** Returns the first response to every request, like a cache that adds no headers. */
function keeping(matches: RegExp): Fetch {
  let kept: Promise<Response> | undefined;
  return async (address, init) => {
    if (!matches.test(address)) return real(address, init);
    kept ??= real(address, init);
    return (await kept).clone();
  };
}

/** A firewall that sends a challenge to a program that names itself python. */
const challenging: Fetch = async (address, init = {}) =>
  new Headers(init.headers).get('User-Agent')?.startsWith('python')
    ? new Response('<html>', { status: 403, headers: { 'cf-mitigated': 'challenge' } })
    : real(address, init);

const NO_CODE = /no-such-link/;

describe.each<[fault: string, check: string, severity: Severity, saw: RegExp, fetch: Fetch]>([
  [
    'a worker that fails',
    'answers',
    'error',
    /health is 500/,
    changing(/\/\.health$/, () => new Response('', { status: 500 })),
  ],
  [
    'a worker that is not there',
    'answers',
    'error',
    /has no answer/,
    async (address, init) => {
      if (address.endsWith('/.health')) throw new TypeError('fetch failed');
      return real(address, init);
    },
  ],
  ['a store that is down', 'stores', 'error', /no answer from: d1/, figure('swiftlet_source_up\\{source="d1"\\}', 0)],
  [
    'two versions',
    'versions',
    'error',
    /the redirect worker 0\.1\.0/,
    changing(
      metrics,
      rewritten((text) => text.replace(/(worker="redirect",version=)"[^"]*"/, '$1"0.1.0"')),
    ),
  ],
  ['a cron that has stopped', 'cron', 'error', /ran 400 s ago/, figure('swiftlet_cron_age_seconds', 400)],
  ['a cron that is late', 'cron', 'warning', /ran 200 s ago/, figure('swiftlet_cron_age_seconds', 200)],
  [
    'a cron that never ran',
    'cron',
    'error',
    /never run/,
    changing(
      metrics,
      rewritten((text) => text.replace(/^.*swiftlet_cron_age_seconds.*\n/gm, '')),
    ),
  ],
  ['a restore that stands still', 'restore', 'error', /its last page came 601 s ago/, idleRestore(601)],
  ['a restore that goes on', 'restore', 'note', /its last page came 12 s ago/, idleRestore(12)],
  ['a dirty row', 'dirty rows', 'warning', /1 of links/, figure('swiftlet_dirty_rows\\{table="links"\\}', 1)],
  ['many dirty rows', 'dirty rows', 'error', /300 of keys/, figure('swiftlet_dirty_rows\\{table="keys"\\}', 300)],
  ['a dead canary', 'threat service', 'error', /does not flag/, threats({ service: 'webrisk', canary: 'dead' })],
  [
    'a canary of yesterday',
    'threat service',
    'warning',
    /was not tried since/,
    threats({ service: 'webrisk', canary: 'alive', canaryAt: '2026-01-01T00:00:00.000Z' }),
  ],
  ['a canary that never ran', 'threat service', 'note', /not tried yet/, threats({ service: 'webrisk' })],
  ['an answer with an Age', 'cache rules', 'error', /comes from a cache/, changing(NO_CODE, headed({ Age: '12' }))],
  [
    'a hit of Cloudflare’s cache',
    'cache rules',
    'error',
    /cache/,
    changing(/\/health$/, headed({ 'CF-Cache-Status': 'HIT' })),
  ],
  ['a cache without headers', 'cache rules', 'error', /one and the same answer/, keeping(NO_CODE)],
  [
    'a rule that lets answers be cached',
    'cache rules',
    'warning',
    /max-age=60/,
    changing(/\/health$/, headed({ 'Cache-Control': 'max-age=60' })),
  ],
  [
    'pages with Rocket Loader',
    'Rocket Loader',
    'warning',
    /adds scripts/,
    changing(
      NO_CODE,
      rewritten((text) => text.replace('</body>', '<script src="/cdn-cgi/scripts/rocket-loader.min.js"></script>')),
    ),
  ],
  ['a challenge for programs', 'Bot Fight Mode', 'error', /"python-requests/, challenging],
  [
    'an error page of somebody else',
    'Always Online',
    'error',
    /is 200/,
    changing(NO_CODE, () => new Response('<h1>Parked</h1>')),
  ],
  [
    'a rule that rewrites paths',
    'Always Online',
    'error',
    /asked for \/other/,
    async (address, init) => real(address.replace(/\/no-such-link.*/, '/other'), init),
  ],
])('%s', (_, check, severity, saw, broken) => {
  it(`is found by "${check}"`, async () => {
    const { report, code } = await diagnose({ fetch: broken });
    expect(getFinding(report, check)).toMatchObject({ check, severity, saw: expect.stringMatching(saw) });
    expect(code).toBe({ error: 1, warning: 2, ok: 0 }[String(report.worst)]);
  });
});

describe('the clock', () => {
  it.each<[string, number, Severity, RegExp]>([
    ['ten seconds ahead', -10_000, 'warning', /ahead of/],
    ['ten seconds behind', 10_000, 'warning', /behind/],
    ['an hour ahead', -3_600_000, 'error', /ahead of/],
    ['an hour behind', 3_600_000, 'error', /behind/],
  ])('that is %s is found', async (_, ms, severity, saw) => {
    const { report } = await diagnose(afterMs(ms));
    expect(getFinding(report, 'clock')).toMatchObject({ severity, saw: expect.stringMatching(saw) });
  });

  it('of a proxy in front is found by its Date header', async () => {
    const { report } = await diagnose({
      fetch: changing(/\/health$/, headed({ Date: 'Sun, 22 Nov 2020 12:00:00 GMT' })),
    });
    expect(getFinding(report, 'clock')).toMatchObject({ severity: 'error', saw: expect.stringMatching(/behind/) });
  });
});

describe('the threat list', () => {
  it('with an imported entry is ok, and without one it is a note if a service checks destinations too', async () => {
    const imported = await diagnose({ fetch: threats({ importedEntries: 7 }) });
    expect(getFinding(imported.report, 'threat list')).toMatchObject({ severity: 'ok', saw: '7 entries are imported' });
    const beside = await diagnose({ fetch: threats({ service: 'webrisk', importedEntries: 0 }) });
    expect(getFinding(beside.report, 'threat list')?.severity).toBe('note');
  });
});

describe('the operator’s token', () => {
  const INSIDE = ['stores', 'versions', 'cron', 'dirty rows', 'threat service', 'threat list', 'size of D1'];

  it.each<[string, Record<string, string>, RegExp]>([
    ['is not known', {}, /token is not known here/],
    ['is wrong', { ADMIN_TOKEN: 'another-token-of-forty-characters-xxxxxxx' }, /not that of the API/],
  ])('that %s makes the checks from the inside impossible, which is no success', async (_, env, saw) => {
    const { report, code, text } = await diagnose({}, env);
    for (const check of INSIDE)
      expect(getFinding(report, check)).toMatchObject({ severity: 'unknown', saw: expect.stringMatching(saw) });
    expect(code).toBe(3);
    expect(text).not.toContain('another-token');
  });

  it('comes from STATE_DIR, and is never printed', async () => {
    const own = machine.running.folder;
    writeFileSync(path.join(own, 'secrets', 'ADMIN_TOKEN'), `${TOKEN}\n`);
    const { report, text } = await runDoctor({ folder: own, version });
    expect([report.kind, report.api, report.short]).toEqual([
      'machine',
      machine.api.replace('127.0.0.1', 'localhost'),
      machine.short,
    ]);
    expect(getFinding(report, 'stores')?.severity).toBe('ok');
    expect(text).not.toContain(TOKEN);
  });

  it('of STATE_DIR is not sent to a machine that runs on another STATE_DIR', async () => {
    mkdirSync(path.join(folder, 'secrets'), { recursive: true });
    writeFileSync(path.join(folder, 'secrets', 'ADMIN_TOKEN'), `${TOKEN}\n`);
    const { report } = await diagnose({}, {});
    expect(getFinding(report, 'stores')).toMatchObject({
      severity: 'unknown',
      saw: expect.stringMatching(/not known/),
    });
  });

  it('of STATE_DIR is not sent to an address that it does not belong to, and none over plain http', async () => {
    const sent: (string | null)[] = [];
    const recording: Fetch = async (_, init = {}) => {
      sent.push(new Headers(init.headers).get('Authorization'));
      return new Response('{}');
    };
    const dependencies = { fetch: recording };
    const short = ['--short', 'https://s.elsewhere.example'];
    await runDoctor({ args: ['https://elsewhere.example', ...short], dependencies, folder });
    await runDoctor({
      args: ['http://elsewhere.example', ...short],
      dependencies,
      env: { ADMIN_TOKEN: TOKEN },
      folder,
    });
    expect(sent.length).toBeGreaterThan(10);
    expect(sent.filter((one) => one !== null)).toEqual([]);
  });
});

it('without an address and without a deployment the doctor looks at the machine that runs here', async () => {
  const env = { ADMIN_TOKEN: TOKEN, API_PORT: new URL(machine.api).port };
  const { report } = await runDoctor({ env, folder, version });
  expect([report.kind, report.api]).toEqual(['machine', `http://localhost:${env.API_PORT}`]);
  await expect(runDoctor({ env: { API_PORT: '1' }, folder })).rejects.toThrow(/^There is nothing to look at/);
});

it.each([
  [['nonsense'], /^An address is an origin/],
  [['https://a.example/path'], /^An address is an origin/],
  [['https://a.example', 'https://b.example'], /^One address at a time/],
  [['--verbose'], /--help says what there is/],
])('the doctor refuses the arguments %j, and says what is wrong with them', async (args, message) => {
  await expect(runDoctor({ args, folder })).rejects.toThrow(message);
});
