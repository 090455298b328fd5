/**
 * A backup holds everything of one moment, and only its owner may read it. A file that was changed or truncated, or has
 * another format, is not restored.
 */
import { createHash } from 'node:crypto';
import {
  type Dirent,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as tar from 'tar';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BUILT, workerdBinary } from '../../testkit/built';
import { startMachine, type TestMachine, TOKEN } from '../../testkit/machine';
import { backup, restore } from './backup';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-backup-'));
const state = path.join(folder, 'state');
const PASSPHRASE = 'correct horse battery';

const makeOptions = (at: string, args: readonly string[], passphrase = PASSPHRASE) => ({
  env: { STATE_DIR: at, BACKUP_PASSPHRASE: passphrase },
  file: args[0] ?? '',
  isPlain: args.includes('--plain'),
  spendsLimited: args.includes('--spend-limited'),
  folder,
  root: folder,
  built: BUILT,
  binary: workerdBinary(),
  log: () => {},
});

/** Empty variables, so that the machine generates its own secrets. */
const OWN = { ADMIN_TOKEN: '', PEPPER: '' };
let machine: TestMachine;
let key = '';
/** The response to a visit of each code before the load began. */
let responses: Record<string, string> = {};

const post = (origin: string, route: string, token: string, body: unknown) =>
  fetch(origin + route, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
const shorten = async (one: TestMachine, body: object) =>
  (
    (await (await post(one.api, '/v2/shorten', key, { url: 'https://example.com/', ...body })).json()) as {
      shortCode: string;
    }
  ).shortCode;
const sendVisit = async (one: TestMachine, code: string, headers: Record<string, string> = {}) => {
  const response = await fetch(`${one.short}/${code}`, { redirect: 'manual', headers });
  return `${response.status} ${response.headers.get('Location')}`;
};
const visitAll = async (one: TestMachine, codes: readonly string[]) => {
  const all: Record<string, string> = {};
  for (const code of codes) all[code] = await sendVisit(one, code, { 'X-Link-Password': 'open sesame' });
  return all;
};

beforeAll(async () => {
  machine = await startMachine({ STATE_DIR: state, ...OWN });
  const token = readFileSync(path.join(state, 'secrets/ADMIN_TOKEN'), 'utf8');
  key = ((await (await post(machine.api, '/admin/keys', token, { name: 'a', plan: 'PRO' })).json()) as { key: string })
    .key;
  const codes = [
    await shorten(machine, { url: 'https://example.com/a' }),
    await shorten(machine, { alias: 'with-alias' }),
    await shorten(machine, { password: 'open sesame' }),
  ];
  const deleted = await shorten(machine, {});
  await fetch(`${machine.api}/v2/links/${deleted}`, { method: 'DELETE', headers: { Authorization: `Bearer ${key}` } });
  responses = await visitAll(machine, [...codes, deleted]);
  const limited = await shorten(machine, { alias: 'limited', maxClicks: 3 });
  await sendVisit(machine, limited);
});
afterAll(async () => {
  await machine?.close();
  rmSync(folder, { recursive: true, force: true });
});

describe('a backup', () => {
  it('made under load restores every link that was created before it, and the used clicks of limited links', async () => {
    const made: string[] = [];
    let isOver = false;
    const load = (async () => {
      while (!isOver) {
        const code = await shorten(machine, {}).catch(() => undefined);
        if (code !== undefined) made.push(code);
        await sendVisit(machine, 'with-alias');
      }
    })();
    await expect.poll(() => made.length).toBeGreaterThan(20);
    const before = [...made];
    const said = await backup(makeOptions(state, ['a.backup']), Date.now());
    isOver = true;
    await load;
    expect(said).toMatch(/^a\.backup has everything/);
    expect(statSync(path.join(folder, 'a.backup')).mode & 0o777).toBe(0o600);
    expect(readFileSync(path.join(folder, 'a.backup'), 'latin1').includes('example.com')).toBe(false);
    expect(before.length).toBeGreaterThan(0);

    const restored = path.join(folder, 'restored');
    expect(await restore(makeOptions(restored, ['a.backup']))).toMatch(/1 limited links may give clicks again/);
    const folders = (readdirSync(restored, { recursive: true, withFileTypes: true }) as Dirent[]).filter((entry) =>
      entry.isDirectory(),
    );
    expect(folders.length).toBeGreaterThan(4);
    for (const { parentPath, name } of folders)
      expect(statSync(path.join(parentPath, name)).mode & 0o777, name).toBe(0o700);
    const again = await startMachine({ STATE_DIR: restored, ...OWN });
    try {
      expect(await visitAll(again, Object.keys(responses))).toEqual(responses);
      for (const code of before) expect(await sendVisit(again, code), code).toBe('302 https://example.com/');
      expect(await shorten(again, { alias: 'after-it' })).toBe('after-it');
      const clicks = [];
      for (let i = 0; i < 3; i++) clicks.push((await sendVisit(again, 'limited')).slice(0, 3));
      expect(clicks).toEqual(['302', '302', '410']);
    } finally {
      await again.close();
    }
    expect(await sendVisit(machine, 'with-alias')).toMatch(/^302/);
  });

  it('of a folder on which no machine runs can be restored, and --spend-limited ends its limited links', async () => {
    const copy = path.join(folder, 'quiet');
    await restore(makeOptions(copy, ['a.backup']));
    await backup(makeOptions(copy, ['b.backup', '--plain'], ''), Date.now());
    const restored = path.join(folder, 'spent');
    expect(await restore(makeOptions(restored, ['b.backup', '--spend-limited', '--plain'], ''))).toMatch(
      /^.*\nThe file was not encrypted: nothing vouches for .*\n1 limited links were ended/,
    );
    const again = await startMachine({ STATE_DIR: restored, ...OWN });
    expect(await sendVisit(again, 'limited')).toMatch(/^410/);
    expect(await sendVisit(again, 'with-alias')).toMatch(/^302/);
    await again.close();
  });
});

describe('a plain backup', () => {
  it('warns that secrets and destinations are not encrypted', async () => {
    const said = await backup(makeOptions(state, ['plain.backup', '--plain'], ''), Date.now());
    expect(said).toContain('It is not encrypted: PEPPER, ADMIN_TOKEN, all destinations');
    expect(statSync(path.join(folder, 'plain.backup')).mode & 0o777).toBe(0o600);
  });
});

describe('a restore', () => {
  const refusal = (args: string[], passphrase?: string, at = path.join(folder, 'never')) =>
    restore(makeOptions(at, args, passphrase)).then(
      () => 'restored',
      (error: Error) => error.message,
    );
  const makeCopy = (name: string, from = 'a.backup') => {
    writeFileSync(path.join(folder, name), readFileSync(path.join(folder, from)));
    return path.join(folder, name);
  };

  it('refuses a truncated or changed file, another passphrase, and a file that is no backup', async () => {
    const size = statSync(path.join(folder, 'a.backup')).size;
    truncateSync(makeCopy('short.backup'), size - 1000);
    truncateSync(makeCopy('shorter.backup', 'plain.backup'), 2000);
    const changed = readFileSync(path.join(folder, 'a.backup'));
    changed[size - 500] = (changed[size - 500] ?? 0) ^ 1;
    writeFileSync(path.join(folder, 'changed.backup'), changed);
    writeFileSync(path.join(folder, 'text.backup'), 'hello');
    for (const name of ['short', 'changed'])
      expect(await refusal([`${name}.backup`])).toMatch(/is damaged or cut short/);
    expect(await refusal(['a.backup'], 'another passphrase')).toBe('a.backup was made with another passphrase.');
    for (const name of ['shorter', 'text'])
      expect(await refusal([`${name}.backup`, '--plain'], '')).toMatch(/is damaged or cut short/);
    expect(await refusal(['missing.backup'])).toMatch(/there is no such file/);
    expect(existsSync(path.join(folder, 'never'))).toBe(false);
  });

  it('takes a file that is not encrypted with --plain alone, and never where a passphrase is given', async () => {
    const foreign = /^plain\.backup is not encrypted, so it is not the backup of this passphrase/;
    expect(await refusal(['plain.backup'])).toMatch(foreign);
    expect(await refusal(['plain.backup', '--plain'])).toMatch(foreign);
    expect(await refusal(['plain.backup'], '')).toMatch(/nothing vouches for what is in it: --plain restores it/);
    expect(await refusal(['a.backup', '--plain'], '')).toBe('a.backup is encrypted: restore it without --plain.');
    expect(existsSync(path.join(folder, 'never'))).toBe(false);
  });

  it('refuses a folder that is not empty', async () => {
    expect(await refusal(['a.backup'], PASSPHRASE, state)).toMatch(/is not empty/);
  });

  /** Writes a plain backup with any manifest. @returns its name */
  async function forged(
    name: string,
    manifest: (digest: string) => object,
    paths = ['secrets/PEPPER'],
  ): Promise<string> {
    const from = mkdtempSync(path.join(folder, 'forged-'));
    for (const one of paths) {
      mkdirSync(path.dirname(path.join(from, one)), { recursive: true });
      writeFileSync(path.join(from, one), 'x');
    }
    const digest = createHash('sha256').update('x').digest('hex');
    writeFileSync(path.join(from, 'swiftlet-backup.json'), JSON.stringify(manifest(digest)));
    await tar.create({ cwd: from, gzip: true, file: path.join(folder, name) }, ['swiftlet-backup.json', ...paths]);
    return name;
  }

  it('refuses an older and a newer format, a file with a wrong digest, and a missing file', async () => {
    const files = (digest: string) => ({ 'secrets/PEPPER': digest });
    for (const format of [2, 4]) {
      const other = await forged(`${format}.backup`, (digest) => ({ format, madeAt: '', files: files(digest) }));
      expect(await refusal([other, '--plain'], '')).toMatch(
        `is a backup of format ${format}, and this version reads format 3: restore it with the version that made it`,
      );
    }
    const wrong = await forged('wrong.backup', () => ({ format: 3, madeAt: '', files: files('0') }));
    expect(await refusal([wrong, '--plain'], '')).toMatch(/is not as it was made \(secrets\/PEPPER\)/);
    const fewer = await forged('fewer.backup', (digest) => ({
      format: 3,
      madeAt: '',
      files: { ...files(digest), 'v3/d1/x': digest },
    }));
    expect(await refusal([fewer, '--plain'], '')).toMatch(/is not as it was made/);
  });

  it('extracts no file outside the folders of a backup', async () => {
    const strange = await forged(
      'strange.backup',
      (digest) => ({ format: 3, madeAt: '', files: { 'other/file': digest } }),
      ['other/file'],
    );
    expect(await refusal([strange, '--plain'], '')).toMatch(/holds nothing/);
  });
});

it('a backup overwrites no file, and refuses a short passphrase', async () => {
  await expect(backup(makeOptions(state, ['a.backup']), 0)).rejects.toThrow('a.backup exists');
  await expect(backup(makeOptions(state, ['c.backup'], 'short'), 0)).rejects.toThrow('at least 10 characters');
  expect(TOKEN).not.toBe(readFileSync(path.join(state, 'secrets/ADMIN_TOKEN'), 'utf8'));
});
