/** A restore fills an empty folder completely or not at all. The folder may be new, a link, or a mounted volume. */
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { openState } from '../state';
import { intoEmpty } from './backup';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-into-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const newPath = () => path.join(mkdtempSync(path.join(folder, 'one-')), 'state');

const readMode = (...parts: readonly string[]): number => statSync(path.join(...parts)).mode & 0o777;

/** Fills a draft with a secret and a store. */
async function fill(draft: string, secret = 'x'): Promise<string> {
  const made = path.join(draft, 'made');
  for (const name of ['secrets', 'v3']) mkdirSync(path.join(made, name), { recursive: true });
  writeFileSync(path.join(made, 'secrets', 'PEPPER'), secret);
  return made;
}

it('a restore makes a folder that does not exist, and fills an existing one in place, also behind a link', async () => {
  const [absent, volume, link] = [newPath(), newPath(), newPath()];
  mkdirSync(path.join(volume, 'lost+found'), { recursive: true }); // as a new file system has
  symlinkSync(volume, link);
  await intoEmpty(absent, fill);
  await intoEmpty(link, fill);
  expect(readdirSync(absent).sort()).toEqual(['secrets', 'v3']);
  expect(readdirSync(volume).sort()).toEqual(['lost+found', 'secrets', 'v3']);
});

it('of many restores into one folder at once exactly one fills it', async () => {
  const state = newPath();
  const all = await Promise.allSettled(
    Array.from({ length: 8 }, (_, i) => intoEmpty(state, (one) => fill(one, `${i}`))),
  );
  const winner = all.findIndex(({ status }) => status === 'fulfilled');
  expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(readFileSync(path.join(state, 'secrets', 'PEPPER'), 'utf8')).toBe(`${winner}`);
});

it('only its owner may read what a restore leaves, whatever the rights of the folder were and whatever the umask is', async () => {
  const state = newPath();
  mkdirSync(state);
  chmodSync(state, 0o755);
  const umask = process.umask(0);
  try {
    await intoEmpty(state, fill);
  } finally {
    process.umask(umask);
  }
  const modes = (readdirSync(state, { recursive: true }) as string[]).map((name) => [name, readMode(state, name)]);
  expect(Object.fromEntries([['.', readMode(state)], ...modes])).toEqual({
    '.': 0o700,
    secrets: 0o700,
    'secrets/PEPPER': 0o600,
    v3: 0o700,
  });
});

it('a restore that fails leaves no new folder, and leaves an empty folder empty', async () => {
  const [absent, empty] = [newPath(), newPath()];
  mkdirSync(empty);
  for (const one of [absent, empty]) {
    const failed = intoEmpty(one, async (draft) => {
      await fill(draft);
      throw new Error('cut short');
    });
    await expect(failed).rejects.toThrow('cut short');
  }
  expect([existsSync(absent), readdirSync(empty)]).toEqual([false, []]);
});

it('no start opens a folder in which a killed restore left its draft, but the next restore fills it', async () => {
  const state = newPath();
  mkdirSync(path.join(state, 'restore-draft', 'unpacked'), { recursive: true });
  await expect(openState(state)).rejects.toThrow(`STATE_DIR ${state} holds an unfinished restore`);
  await intoEmpty(state, fill);
  (await openState(state)).release();
  expect(readdirSync(state).sort()).toEqual(['secrets', 'v3']);
});

it('a folder that is not empty is refused, and its content stays', async () => {
  const state = newPath();
  mkdirSync(path.join(state, 'secrets'), { recursive: true });
  await expect(intoEmpty(state, fill)).rejects.toThrow(`STATE_DIR ${state} is not empty`);
  expect(readdirSync(state)).toEqual(['secrets']);
});
