/**
 * Tests the backup of a deployment: restored into a folder or into another deployment, every code responds as before,
 * with its limits, and every class of objects has its state. Real machines stand for the deployments.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BUILT, workerdBinary } from '#testkit/built';
import { startMachine, type TestMachine, TOKEN } from '#testkit/machine';
import { backup as backupMachine, restore as restoreMachine } from '../machine/backup/backup';
import { backup } from './backup';
import { restore } from './restore';
import type { Program } from './service';

const BACKUP_TOKEN = 'a-token-of-backups-with-forty-characters';
const PASSPHRASE = 'correct horse battery';
const SHORT_BASE_URL = 'https://s.example.com';
const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-deployment-'));
const state = path.join(folder, 'source');

let source: TestMachine;
let key = '';
const codes: Record<string, string> = {};
let before: Observed;
let statistics: unknown;
let used = 0;

const send = (one: TestMachine, method: string, route: string, token: string, body?: unknown, more = {}) =>
  fetch(one.api + route, {
    method,
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', ...more },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
const json = async (response: Promise<Response>) => (await response).json() as Promise<Record<string, never>>;

const visit = async (one: TestMachine, code: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${one.short}/${code}`, { redirect: 'manual', headers });
  return `${response.status} ${response.headers.get('Location')}`;
};

const repeated = { url: 'https://example.com/once' };
/** Everything that a client can see, and that must be the same after a restore. */
async function observe(one: TestMachine) {
  const responses: Record<string, string> = {};
  for (const [kind, code] of Object.entries(codes))
    responses[kind] =
      kind === 'limited'
        ? (await visit(one, code)).slice(0, 3)
        : await visit(one, code, { 'X-Link-Password': 'open sesame' });
  const again = await json(send(one, 'POST', '/v2/shorten', key, repeated, { 'Idempotency-Key': 'once' }));
  const { links } = await json(send(one, 'GET', '/v2/links', key));
  const hosts = await json(send(one, 'GET', '/admin/blocked-hosts', TOKEN));
  const settings = await json(send(one, 'GET', '/admin/settings', TOKEN));
  const accounts = await json(send(one, 'GET', '/admin/accounts', TOKEN));
  return { responses, links, shortCode: again.shortCode, hosts, settings, accounts };
}
type Observed = Awaited<ReturnType<typeof observe>>;

const readStatistics = (one: TestMachine, code: string) => json(send(one, 'GET', `/v2/stats/${code}?groupBy=day`, key));
const usedCalls = async (one: TestMachine): Promise<number> =>
  ((await (await send(one, 'GET', '/v2/usage', key)).json()) as { month: { used: number } }).month.used;

const makeProgram = (args: readonly string[], more: Record<string, string> = {}): Program & { said: string[] } => {
  const said: string[] = [];
  return {
    args,
    env: { ADMIN_TOKEN: TOKEN, BACKUP_TOKEN, BACKUP_PASSPHRASE: PASSPHRASE, PEPPER: TOKEN, ...more },
    folder: path.join(folder, 'work'),
    from: folder,
    root: folder,
    built: BUILT,
    binary: workerdBinary(),
    open: () => Promise.reject(new Error('not used')),
    print: (text) => void said.push(text),
    now: () => Date.now(),
    said,
  };
};

beforeAll(async () => {
  source = await startMachine({ STATE_DIR: state, BACKUP_TOKEN, SHORT_BASE_URL });
  const made = await json(send(source, 'POST', '/admin/keys', TOKEN, { name: 'a', plan: 'PRO' }));
  key = made.key ?? '';
  const other = await json(send(source, 'POST', '/admin/keys', TOKEN, { name: 'b', plan: 'PRO' }));
  const url = 'https://example.com/there';
  const make = async (options: object, by = key) =>
    (await json(send(source, 'POST', '/v2/shorten', by, { url, ...options }))).shortCode ?? '';
  codes.plain = await make({});
  codes.alias = await make({ alias: 'with-alias' });
  codes.protected = await make({ password: 'open sesame' });
  codes.both = await make({ password: 'open sesame', maxClicks: 1000 });
  codes.limited = await make({ maxClicks: 5 });
  codes.spent = await make({ maxClicks: 1 });
  codes.deleted = await make({});
  codes.blocked = await make({});
  codes.suspended = await make({}, other.key);
  codes.host = await make({ url: 'https://phishing.example/' });
  for (let n = 0; n < 260; n += 50)
    await send(source, 'POST', '/v2/shorten/batch', key, { urls: Array.from({ length: 50 }, () => ({ url })) });
  await visit(source, codes.limited);
  await visit(source, codes.spent);
  for (let n = 0; n < 5; n++) await visit(source, codes.plain);
  await send(source, 'DELETE', `/v2/links/${codes.deleted}`, key);
  await send(source, 'POST', `/admin/links/${codes.blocked}/block`, TOKEN, { reason: 'test' });
  await send(source, 'POST', `/admin/accounts/${other.accountId}/suspend`, TOKEN);
  await send(source, 'PUT', '/admin/blocked-hosts', TOKEN, { hosts: ['phishing.example'] });
  await send(source, 'PUT', '/admin/settings', TOKEN, { linkQuota: { FREE: 7 } });
  // A restart drops the cached denylist, and flushes the clicks.
  await source.close();
  source = await startMachine({ STATE_DIR: state, BACKUP_TOKEN, SHORT_BASE_URL });
  before = await observe(source);
  await source.close();
  source = await startMachine({ STATE_DIR: state, BACKUP_TOKEN, SHORT_BASE_URL });
  statistics = await readStatistics(source, codes.plain);
  used = await usedCalls(source);
  expect(JSON.stringify(statistics)).toMatch(/"clicks":6/);
  // The folders that killed runs have left. No process has this pid.
  for (const name of ['backup-4999999', 'restoring-4999999-pages'])
    mkdirSync(path.join(folder, 'work', name), { recursive: true });
  const program = makeProgram(['a.backup', '--from', source.api]);
  await backup(program);
  expect(program.said.join('')).toContain('a.backup has what');
});
afterAll(async () => {
  await source?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Checks a restored service: counts of the key, statistics, responses, a repeated request, and limits. */
async function expectSame(one: TestMachine): Promise<void> {
  expect(await usedCalls(one)).toBe(used + 1);
  expect(await readStatistics(one, codes.plain ?? '')).toEqual(statistics);
  expect(await observe(one)).toEqual(before);
  // Two clicks before the backup and one above leave two of the five.
  const visits = [];
  for (let n = 0; n < 3; n++) visits.push((await visit(one, codes.limited ?? '')).slice(0, 3));
  expect(visits).toEqual(['302', '302', '410']);
  const made = await json(send(one, 'POST', '/v2/shorten', key, { url: 'https://example.com/', alias: 'after-it' }));
  expect(made.shortCode).toBe('after-it');
}

describe('a backup of a deployment', () => {
  it('is encrypted, only its owner may read it, and no copy of the data is left, not even by a killed run', () => {
    const file = path.join(folder, 'a.backup');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file, 'latin1')).not.toContain('example.com');
    expect(readdirSync(path.join(folder, 'work'))).toEqual([]);
  });

  it('restored into a folder responds to every code as before', async () => {
    const restored = path.join(folder, 'restored');
    const env = { STATE_DIR: restored, BACKUP_PASSPHRASE: PASSPHRASE, PEPPER: TOKEN, ADMIN_TOKEN: TOKEN };
    const options = {
      file: 'a.backup',
      isPlain: false,
      spendsLimited: false,
      folder,
      root: folder,
      built: BUILT,
      binary: workerdBinary(),
      log: () => {},
    };
    expect(await restoreMachine({ ...options, env })).toMatch(/is as it was at .*\n2 limited links may give clicks/);
    const one = await startMachine({ STATE_DIR: restored, SHORT_BASE_URL });
    try {
      await expectSame(one);
    } finally {
      await one.close();
    }
  });

  it('restored into an empty deployment responds to every code as before, and is restored only once', async () => {
    const one = await startMachine({ BACKUP_TOKEN, SHORT_BASE_URL });
    try {
      const program = makeProgram(['a.backup', '--to', one.api]);
      await restore(program);
      expect(program.said.join('')).toContain('Next: delete the BACKUP_TOKEN');
      await expectSame(one);
      await expect(restore(makeProgram(['a.backup', '--to', one.api]))).rejects.toThrow('empty deployment only');
    } finally {
      await one.close();
    }
  });

  if (process.env.TEST_LONG) {
    it('is not restored if the pepper differs, unless that is allowed', async () => {
      const one = await startMachine({ BACKUP_TOKEN, PEPPER: 'another-pepper-of-forty-characters-xxxxx' });
      try {
        await expect(restore(makeProgram(['a.backup', '--to', one.api]))).rejects.toThrow('another PEPPER');
        await restore(makeProgram(['a.backup', '--to', one.api, '--other-pepper']));
        expect(await visit(one, codes.plain ?? '')).toMatch(/^302/);
      } finally {
        await one.close();
      }
    });
  }

  it.each([
    ['without a BACKUP_TOKEN', ['b.backup', '--from', 'API'], { BACKUP_TOKEN: '' }, /BACKUP_TOKEN must have 32/],
    [
      'with a wrong BACKUP_TOKEN',
      ['b.backup', '--from', 'API'],
      { BACKUP_TOKEN: 'x'.repeat(40) },
      /401: the BACKUP_TOKEN known here/,
    ],
    ['over a file', ['a.backup', '--from', 'API'], {}, /exists: a backup replaces nothing/],
    ['without a file', ['--from', 'API'], {}, /It takes one FILE\. See npm run backup -- --help\./],
  ])('is not made %s', async (_, args, env, line) => {
    const named = args.map((arg) => arg.replace('API', source.api));
    await expect(backup(makeProgram(named, env))).rejects.toThrow(line);
  });
});

describe('a stopped restore into a deployment', () => {
  /** Restores the given number of pages, and then stops, as a killed command does. @returns the printed text */
  async function stopped(one: TestMachine, pages: number): Promise<string> {
    const program = makeProgram(['a.backup', '--to', one.api]);
    const real = globalThis.fetch;
    let left = pages;
    vi.stubGlobal('fetch', (address: string, init: RequestInit) => {
      if (String(address).endsWith('/restore/pages') && left-- <= 0)
        return Promise.resolve(new Response('{}', { status: 400 }));
      return real(address, init);
    });
    await expect(restore(program)).rejects.toThrow('responded 400');
    vi.unstubAllGlobals();
    return program.said.join('');
  }
  afterEach(() => void vi.unstubAllGlobals());

  it('says how to go on and how to give it up; it is given up only while no page comes', async () => {
    const one = await startMachine({ BACKUP_TOKEN, SHORT_BASE_URL });
    try {
      const line = `npm run restore -- --abandon --to ${one.api}`;
      expect(await stopped(one, 2)).toContain(`Run the same command again, or give it up: ${line}`);
      const abandon = () => {
        const program = makeProgram(['--abandon', '--to', one.api]);
        return restore(program).then(() => program.said.join(''));
      };
      await expect(abandon()).rejects.toThrow(/the restore goes on\. Stop it, wait two minutes/);
      const real = globalThis.fetch;
      // The response says that three minutes have passed, because a test cannot set the clock of the machine.
      vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
        const response = await real(address, init);
        if (!String(address).endsWith('/admin/backup')) return response;
        const state = (await response.json()) as { restoring: string | null };
        return Response.json({ ...state, idleSeconds: state.restoring === null ? null : 180 });
      });
      expect(await abandon()).toMatch(/is given up\. No link redirects there\. Next: npm run restore -- FILE --to/);
      expect(await abandon()).toContain('No restore is under way');
      vi.unstubAllGlobals();
      await restore(makeProgram(['a.backup', '--to', one.api]));
      await expectSame(one);
    } finally {
      await one.close();
    }
  });

  if (process.env.TEST_LONG) {
    it('stops the restore of another backup, whose failure has the line that gives the first one up', async () => {
      const one = await startMachine({ BACKUP_TOKEN, SHORT_BASE_URL });
      try {
        await stopped(one, 2);
        await backup(makeProgram(['b.backup', '--from', source.api]));
        const other = restore(makeProgram(['b.backup', '--to', one.api]));
        await expect(other).rejects.toThrow(`Give that up first: npm run restore -- --abandon --to ${one.api}`);
      } finally {
        await one.close();
      }
    });
  }

  it.each([
    ['a file', ['a.backup', '--abandon', '--to', 'API'], /--abandon takes no FILE/],
    ['no deployment', ['--abandon'], /--to names the deployment/],
  ])('is not given up with %s', async (_, args, line) => {
    await expect(restore(makeProgram(args.map((arg) => arg.replace('API', source.api))))).rejects.toThrow(line);
  });
});

it('a backup that is not encrypted is restored into a deployment with --plain alone, and the command says what that means', async () => {
  await backup(makeProgram(['plain.backup', '--from', source.api, '--plain']));
  const one = await startMachine({ BACKUP_TOKEN, SHORT_BASE_URL });
  try {
    const to = ['plain.backup', '--to', one.api];
    await expect(restore(makeProgram(to))).rejects.toThrow('it is not the backup of this passphrase');
    await expect(restore(makeProgram(to, { BACKUP_PASSPHRASE: '' }))).rejects.toThrow(
      'nothing vouches for what is in it',
    );
    const program = makeProgram([...to, '--plain'], { BACKUP_PASSPHRASE: '' });
    await restore(program);
    expect(program.said.join('')).toMatch(/^The file was not encrypted: nothing vouches for /);
    expect(await visit(one, codes.plain ?? '')).toMatch(/^302/);
  } finally {
    await one.close();
  }
}, 120_000);

it('the backup of a machine, restored into a deployment, responds to every code as before', async () => {
  const env = { STATE_DIR: state, BACKUP_PASSPHRASE: PASSPHRASE };
  const options = { folder, root: folder, built: BUILT, binary: workerdBinary(), log: () => {} };
  await backupMachine({ ...options, env, file: 'machine.backup', isPlain: false }, Date.now());
  const one = await startMachine({ BACKUP_TOKEN, SHORT_BASE_URL });
  try {
    await restore(makeProgram(['machine.backup', '--to', one.api]));
    await expectSame(one);
  } finally {
    await one.close();
  }
});
