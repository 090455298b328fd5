/**
 * The histories find every planted defect. Each defect has a separate run, in which it is the only difference of the
 * product. `npm run test:ci` runs this file.
 */
import { execFile } from 'node:child_process';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, it } from 'vitest';
import { DEFECTS, DETAIL_DEFECTS } from './defects';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const VITEST = path.join(ROOT, 'node_modules/vitest/vitest.mjs');
/** By the title of their test. Of all histories four of five are in the first test, and one of five in the second. */
const HISTORIES = { 'random histories break no promise': 125, 'random histories of details break no promise': 200 };
type Title = keyof typeof HISTORIES;
/** Fixed seeds, the second of which is played only if the first has not found the defect: at most 200 histories. */
const HISTORY_SEEDS = ['20261122', '3'];

/** Runs one test of histories with one defect. @returns its output */
function historiesWith(defect: string, title: Title, seed: string): Promise<string> {
  const args = [VITEST, 'run', '--project', 'workerd', 'packages/testkit/histories/histories.test.ts', '-t', title];
  const env = {
    ...process.env,
    DEFECT: defect,
    HISTORIES: String(HISTORIES[title]),
    TEST_SEED: seed,
    TEST_CI: '',
    TEST_LONG: '',
    NO_COLOR: '1',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env, maxBuffer: 2 ** 26 }, (_failed, stdout, stderr) =>
      resolve(stripVTControlCharacters(stdout + stderr)),
    );
  });
}

const PLANTED = [
  ...DEFECTS.map(({ name }) => [name, 'random histories break no promise'] as const),
  ...DETAIL_DEFECTS.map(({ name }) => [name, 'random histories of details break no promise'] as const),
];

it.concurrent.each(PLANTED)('the histories find %s', { timeout: 900_000 }, async (name, title) => {
  let printed = '';
  for (const seed of HISTORY_SEEDS) {
    printed = await historiesWith(name, title, seed);
    const [found] = /history \d+ of seed \d+ breaks: .+/.exec(printed) ?? [];
    if (found !== undefined) return console.log(`${name}: ${found}`);
  }
  expect.fail(printed.slice(-4_000));
});
