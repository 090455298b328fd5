import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { check, parseArgs, report } from './lib/threats.mjs';

/** The greatest number of bytes of a value in KV. */
const KV_VALUE_BYTES = 25 * 1024 * 1024;

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-threats-test-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Runs the script as a user does, with a state folder of its own. */
const run = (...args: string[]) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    const env = { ...process.env, STATE_DIR: path.join(folder, 'state'), INIT_CWD: folder };
    execFile(process.execPath, ['scripts/run.mjs', 'threats', ...args], { env }, (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });

const feed = (name: string, text: string) => writeFileSync(path.join(folder, name), text);

describe('npm run threats -- import', () => {
  it('puts the feed into KV, by a name relative to the folder of the call, and prints the numbers of rejected lines', async () => {
    feed('feed.txt', `# feed\nevil.test\n*.worse.test\n${'no host\n'.repeat(12)}`);
    const { code, out } = await run('import', 'feed.txt');
    expect(code).toBe(0);
    expect(out).toBe(
      '2 entries of feed.txt are the threat list now.\n12 lines were rejected: 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, …\n' +
        `npm start on ${path.join(folder, 'state')} will use it.\n` +
        'Next: npm run doctor, which counts the entries in force.\n',
    );
  });

  it.each([
    ['a missing file', ['import', 'missing.txt'], 'missing.txt cannot be read: there is no such file.'],
    ['a folder', ['import', '.'], '. cannot be read (EISDIR).'],
    ['an empty feed', ['import', 'empty.txt'], 'empty.txt holds no entry. The list stays as it is.'],
    [
      'a feed without a valid entry',
      ['import', 'other.txt'],
      'other.txt holds no entry: none of its 2 lines is a host, an address or a hash. The list stays as it is.',
    ],
    ['no file', ['import'], 'Usage: npm run threats -- import FILE [--remote]'],
  ])('prints one line for %s', async (_what, args, line) => {
    feed('empty.txt', '# nothing\n');
    feed('other.txt', 'localhost\nno host\n');
    expect(await run(...args)).toEqual({ code: 1, out: '', err: `${line}\n` });
  });
});

it('npm run threats accepts --remote before or after the file, and no other option', () => {
  expect(parseArgs(['--remote', 'import', 'a'])).toEqual({ file: 'a', isRemote: true });
  expect(parseArgs(['import', 'a'])).toEqual({ file: 'a', isRemote: false });
  for (const args of [[], ['import', '--local'], ['import', 'a', 'b'], ['export', 'a']])
    expect(() => parseArgs(args)).toThrow('Usage');
});

it('npm run threats refuses a list that is longer than a value of KV, and accepts the longest', () => {
  const list = (entries: number) => ({ bytes: new Uint8Array(8 * (entries + 2)), entries, rejected: [] });
  const longest = KV_VALUE_BYTES / 8 - 2;
  expect(() => check(list(longest), 'a')).not.toThrow();
  expect(() => check(list(longest + 1), 'a')).toThrow(`a has ${longest + 1} entries; KV takes ${longest}.`);
});

it('the report has no line about rejected lines if there are none', () => {
  expect(report({ bytes: new Uint8Array(), entries: 3, rejected: [] }, 'a')).toBe(
    '3 entries of a are the threat list now.\n',
  );
});
