/**
 * A folder of other tables or of a later version, and one without its PEPPER, are refused before anything is changed.
 */
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version as own } from '#package.json';
import { BUILT, workerdBinary } from '../testkit/built';
import { startMachine, TOKEN } from '../testkit/machine';
import { writeArchive } from './backup/archive';
import { restore } from './backup/backup';
import { KEPT } from './backup/snapshot';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-version-'));
/** A folder whose machine has made an account, under its own PEPPER. */
const state = path.join(folder, 'state');
beforeAll(async () => {
  const machine = await startMachine({ STATE_DIR: state, PEPPER: '' });
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ name: 'one', plan: 'PRO' });
  expect((await fetch(`${machine.api}/admin/accounts`, { method: 'POST', headers, body })).status).toBe(201);
  await machine.close();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A copy of the folder. */
function copyState(name: string): string {
  const copy = path.join(folder, name);
  cpSync(state, copy, { recursive: true });
  return copy;
}

/** All files of a folder, with their contents. */
const filesIn = (one: string) =>
  readdirSync(one, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => [path.join(parentPath, name), readFileSync(path.join(parentPath, name), 'base64')]);

const [, digest = ''] = readFileSync('migrations/0001_swiftlet.sql', 'utf8').match(/'([0-9a-f]{64})'/) ?? [];
const older = '0.22.0';
const newer = own.replace(/\d+$/, (patch) => String(Number(patch) + 1));
/** What the file `version` of a folder says, and how the folder is refused. */
const FOREIGN: readonly [string, string | null, string][] = [
  ['that a newer version has used', `${newer} ${digest}`, `was used by version ${newer}, and this is ${own}`],
  ['that version 1.100.0 has used', '1.100.0 f00', `was used by version 1.100.0, and this is ${own}`],
  ['with other tables of this version', `${own} f00`, `has the tables of version ${own}, which differ`],
  ['that names no tables', older, `has the tables of version ${older}, which differ from those of this one, ${own}`],
  ['that names no version', null, `has the tables of an older version, which differ from those of this one, ${own}`],
];

describe('a folder', () => {
  it('names the version that has used it, and the digest of its tables', () => {
    expect(readFileSync(path.join(state, 'version'), 'utf8')).toBe(`${own} ${digest}\n`);
  });

  describe.each(FOREIGN)('%s', (name, content, refusal) => {
    const foreign = () => {
      const copy = copyState(`${name} ${crypto.randomUUID()}`);
      const file = path.join(copy, 'version');
      rmSync(file);
      if (content !== null) writeFileSync(file, `${content}\n`);
      return copy;
    };

    it('is refused by one line, and stays as it was', async () => {
      const copy = foreign();
      const before = filesIn(copy);
      await expect(startMachine({ STATE_DIR: copy, PEPPER: '' })).rejects.toThrow(`STATE_DIR ${copy} ${refusal}`);
      expect(filesIn(copy)).toEqual(before);
    });

    it('is not restored from its backup, and STATE_DIR stays as it was', async () => {
      const copy = foreign();
      const file = path.join(folder, `${crypto.randomUUID()}.backup`);
      for (const one of readdirSync(copy))
        if (!KEPT.some((kept) => kept.startsWith(one))) rmSync(path.join(copy, one), { recursive: true });
      await writeArchive(copy, file, null, Date.now());
      const env = { STATE_DIR: path.join(folder, 'restored') };
      const paths = { root: folder, built: BUILT, binary: workerdBinary(), folder };
      await expect(
        restore({ env, ...paths, log: () => {}, file, isPlain: true, spendsLimited: false }),
      ).rejects.toThrow(`${file} ${refusal}`);
      expect(existsSync(env.STATE_DIR)).toBe(false);
    });
  });

  it('without a database is new, whatever version has begun to use it', async () => {
    const fresh = path.join(folder, 'fresh');
    mkdirSync(fresh);
    writeFileSync(path.join(fresh, 'version'), `${older}\n`);
    await (await startMachine({ STATE_DIR: fresh, PEPPER: '' })).close();
    expect(readFileSync(path.join(fresh, 'version'), 'utf8')).toBe(`${own} ${digest}\n`);
  });

  it('without its PEPPER is refused with both ways out, and none is generated', async () => {
    const copy = copyState('without-pepper');
    const file = path.join(copy, 'secrets', 'PEPPER');
    rmSync(file);
    await expect(startMachine({ STATE_DIR: copy, PEPPER: '' })).rejects.toThrow(
      /^PEPPER is missing, and STATE_DIR .* holds data that was made with one: .* a backup .*\. If it is lost, .*docs\/operating\/pepper\.md[^\n]*$/,
    );
    expect(existsSync(file)).toBe(false);
  });

  it('without its PEPPER starts with one that the environment has', async () => {
    const machine = await startMachine({ STATE_DIR: copyState('given-pepper'), PEPPER: TOKEN });
    expect((await fetch(`${machine.api}/health/ready`)).status).toBe(200);
    await machine.close();
  });
});
