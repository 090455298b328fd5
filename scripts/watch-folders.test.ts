/** `npm run dev` notices every save of an editor, in place or by a rename, also after the first one. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { watchFolders } from './lib/watch-folders.mjs';

let folder = '';
let changes = 0;
let end = () => {};
const errors: Error[] = [];
const at = (...names: string[]) => path.join(folder, ...names);

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-watch-'));
  mkdirSync(at('a', 'b'), { recursive: true });
  writeFileSync(at('a', 'b', 'file.ts'), '0');
  changes = 0;
  end = watchFolders(
    [at('a')],
    () => changes++,
    (error) => errors.push(error),
    10,
  );
});
afterEach(() => {
  end();
  rmSync(folder, { recursive: true });
  expect(errors).toEqual([]);
});

/** Edits, and waits for the change that the edit causes. */
async function expectNoticed(edit: () => void): Promise<void> {
  const before = changes;
  edit();
  await expect.poll(() => changes, { timeout: 60_000, interval: 20 }).toBeGreaterThan(before);
}

/** Saves as editors do: a temporary file replaces the file. */
function saveByRename(text: string): void {
  writeFileSync(at('draft'), text);
  renameSync(at('draft'), at('a', 'b', 'file.ts'));
}

it('every save is noticed, in place or by a rename, also after an earlier save by a rename', async () => {
  for (const text of ['1', '2', '3']) await expectNoticed(() => saveByRename(text));
  for (const text of ['4', '5']) await expectNoticed(() => writeFileSync(at('a', 'b', 'file.ts'), text));
  await expectNoticed(() => rmSync(at('a', 'b', 'file.ts')));
});

it('edits in a new folder are noticed, and in a folder that replaces another one', async () => {
  await expectNoticed(() => mkdirSync(at('a', 'new', 'deep'), { recursive: true }));
  await expectNoticed(() => writeFileSync(at('a', 'new', 'deep', 'file.ts'), '1'));
  mkdirSync(at('other'));
  await expectNoticed(() => rmSync(at('a', 'b'), { recursive: true }));
  await expectNoticed(() => renameSync(at('other'), at('a', 'b')));
  await expectNoticed(() => saveByRename('1'));
});

it('many changes at once cause one call, and none comes after the end of the watch', async () => {
  await expectNoticed(() => {
    for (let i = 0; i < 200; i++) writeFileSync(at('a', `${i}.ts`), '1');
  });
  expect(changes).toBe(1);
  end();
  let later = 0;
  end = watchFolders(
    [at('a')],
    () => later++,
    (error) => errors.push(error),
    10,
  );
  saveByRename('2');
  await expect.poll(() => later, { timeout: 60_000, interval: 20 }).toBe(1);
  expect(changes).toBe(1);
});
