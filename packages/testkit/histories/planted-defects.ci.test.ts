/**
 * The histories find every planted defect. Each defect has a separate run, in which it is the only difference of the
 * product. `npm run test:ci` runs this file.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { DEFECTS } from './defects';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const VITEST = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
const HISTORIES = 200;
/** A fixed seed: a defect that was found once is found again. */
const HISTORY_SEED = '20261122';

/** Runs the histories with one defect. @returns their output */
function historiesWith(defect: string): Promise<string> {
  const args = [VITEST, 'run', '--project', 'workerd', 'packages/testkit/histories/histories.test.ts'];
  const env = {
    ...process.env,
    DEFECT: defect,
    HISTORIES: String(HISTORIES),
    HISTORY_SEED,
    TEST_CI: '',
    NO_COLOR: '1',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env, maxBuffer: 2 ** 26 }, (_failed, stdout, stderr) =>
      resolve(stripVTControlCharacters(stdout + stderr)),
    );
  });
}

it.concurrent.each(DEFECTS.map(({ name }) => name))('the histories find %s', { timeout: 900_000 }, async (name) => {
  const printed = await historiesWith(name);
  const [, tests] = /Property failed after (\d+) tests/.exec(printed) ?? [];
  expect(tests, printed.slice(-4_000)).toBeDefined();
  const [, broken] = /^\+ {3}"(.*)",$/m.exec(printed) ?? [];
  console.log(`${name}: found by history ${tests}: ${broken}`);
});
