/** The lock of an install. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { takeLock } from './lib/lock.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A lock file in a folder of its own. */
const newFile = () => path.join(mkdtempSync(path.join(folder, 'state-')), 'lock');

describe('a lock', () => {
  it('that cannot be read is taken over', async () => {
    const file = newFile();
    writeFileSync(file, '{"owner":');
    expect(await takeLock(file)).toBeDefined();
  });

  it('leaves no other file beside it, held or released', async () => {
    const file = newFile();
    const lock = await takeLock(file);
    expect(await takeLock(file)).toBeUndefined();
    expect(readdirSync(path.dirname(file))).toEqual(['lock']);
    lock?.release();
    expect(readdirSync(path.dirname(file))).toEqual([]);
  });
});
