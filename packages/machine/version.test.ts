/** A version older than its state folder, and a folder without its PEPPER, are refused before anything is changed. */
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { version as own } from '#package.json';
import { BUILT, workerdBinary } from '../testkit/built';
import { freePort } from '../testkit/free-port';
import { startMachine, TOKEN } from '../testkit/machine';
import { writeArchive } from './backup/archive';
import { restore } from './backup/backup';
import { KEPT } from './backup/snapshot';
import { run } from './run';
import { requireNoLaterVersion, storeVersion } from './version';

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
function copyOf(name: string): string {
  const copy = path.join(folder, name);
  cpSync(state, copy, { recursive: true });
  return copy;
}

describe('a folder', () => {
  it('names the version that has used it', () => {
    expect(readFileSync(path.join(state, 'version'), 'utf8')).toBe(`${own}\n`);
  });

  it.each(['99.0.0', own.replace(/\d+$/, (patch) => String(Number(patch) + 1)), '1.100.0'])(
    'that version %s has used is refused, and both versions are named',
    async (theirs) => {
      const copy = copyOf(theirs);
      storeVersion(copy, theirs);
      await expect(startMachine({ STATE_DIR: copy, PEPPER: '' })).rejects.toThrow(
        `STATE_DIR ${copy} was used by version ${theirs}, and this is ${own}, which is older: start a version that is not, or restore a backup`,
      );
      expect(readFileSync(path.join(copy, 'version'), 'utf8')).toBe(`${theirs}\n`);
    },
  );

  it('whose backup a later version has made is not restored, and STATE_DIR stays as it was', async () => {
    const [copy, file] = [copyOf('later'), path.join(folder, 'later.backup')];
    storeVersion(copy, '99.0.0');
    for (const name of readdirSync(copy))
      if (!KEPT.some((kept) => kept.startsWith(name))) rmSync(path.join(copy, name));
    await writeArchive(copy, file, null, Date.now());
    const env = { STATE_DIR: path.join(folder, 'restored') };
    const paths = { root: folder, built: BUILT, binary: workerdBinary(), folder };
    await expect(restore({ env, ...paths, log: () => {}, args: [file, '--plain'] })).rejects.toThrow(
      `${file} was used by version 99.0.0, and this is ${own}, which is older`,
    );
    expect(existsSync(env.STATE_DIR)).toBe(false);
  });

  it.each([
    ['0.22.0', '0.9.0', true],
    ['0.22.1', '0.22.0', true],
    ['1.0.0', '0.99.99', true],
    ['0.9.0', '0.22.0', false],
    ['1.0.0', '1.0.0', false],
  ])('that %s has used is refused by %s: %s', (theirs, mine, isRefused) => {
    const used = mkdtempSync(path.join(folder, 'used-'));
    storeVersion(used, theirs);
    const open = expect(() => requireNoLaterVersion(used, mine));
    if (isRefused) open.toThrow(theirs);
    else open.not.toThrow();
  });

  it('with a migration that this version does not know is refused, and it is named', async () => {
    const copy = copyOf('migrated');
    rmSync(path.join(copy, 'version'));
    const older = path.join(folder, 'older');
    cpSync(BUILT, older, { recursive: true });
    const migrations = JSON.parse(readFileSync(path.join(older, 'migrations.json'), 'utf8')) as { name: string }[];
    const last = migrations.pop();
    writeFileSync(path.join(older, 'migrations.json'), JSON.stringify(migrations));
    const env = { STATE_DIR: copy, API_PORT: String(await freePort()), SHORT_PORT: String(await freePort()) };
    const start = run({ env, mode: 'development', root: folder, built: older, binary: workerdBinary(), log: () => {} });
    await expect(start).rejects.toThrow(`STATE_DIR ${copy} has the migration ${last?.name}, and this is ${own}`);
  });

  it('without its PEPPER is refused with both ways out, and none is generated', async () => {
    const copy = copyOf('without-pepper');
    const file = path.join(copy, 'secrets', 'PEPPER');
    rmSync(file);
    await expect(startMachine({ STATE_DIR: copy, PEPPER: '' })).rejects.toThrow(
      /^PEPPER is missing, and STATE_DIR .* holds data that was made with one: .* a backup .*\. If it is lost, .*docs\/pepper\.md[^\n]*$/,
    );
    expect(existsSync(file)).toBe(false);
  });

  it('without its PEPPER starts with one that the environment has', async () => {
    const machine = await startMachine({ STATE_DIR: copyOf('given-pepper'), PEPPER: TOKEN });
    expect((await fetch(`${machine.api}/health/ready`)).status).toBe(200);
    await machine.close();
  });
});
