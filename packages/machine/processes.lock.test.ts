/** The lock file of the installation of packages, and of a state folder. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { takeLock } from './processes.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-lock-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A lock file in a folder of its own. */
const newFile = () => path.join(mkdtempSync(path.join(folder, 'state-')), 'lock');

describe('a lock', () => {
  it('has one owner, and is taken over from a process that has gone', () => {
    const file = newFile();
    const lock = takeLock(file);
    expect(takeLock(file)).toBeUndefined();
    lock?.release();
    writeFileSync(file, JSON.stringify({ owner: { pid: process.pid, started: 'long ago' } }));
    expect(takeLock(file)).toBeDefined();
  });

  it('that cannot be read is taken over', () => {
    const file = newFile();
    writeFileSync(file, '{"owner":');
    expect(takeLock(file)).toBeDefined();
  });

  it('leaves no other file in its folder, neither while it is held nor after its release', () => {
    const file = newFile();
    const lock = takeLock(file);
    expect(takeLock(file)).toBeUndefined();
    expect(readdirSync(path.dirname(file))).toEqual(['lock']);
    lock?.release();
    expect(readdirSync(path.dirname(file))).toEqual([]);
  });
});
