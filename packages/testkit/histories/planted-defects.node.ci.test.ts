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

/** Plays histories with one defect: that of a place, or all of a seed. @returns what breaks, or all that was printed */
async function playWith(defect: string, title: Title, histories: Record<string, string>) {
  const args = [VITEST, 'run', '--project', 'workerd', 'packages/testkit/histories/histories.test.ts', '-t', title];
  const given = { DEFECT: defect, HISTORIES: String(HISTORIES[title]), ...histories };
  const env = { ...process.env, ...given, TEST_CI: '', TEST_LONG: '', NO_COLOR: '1' };
  const printed = await new Promise<string>((resolve) => {
    execFile(process.execPath, args, { cwd: ROOT, env, maxBuffer: 2 ** 26 }, (_failed, stdout, stderr) =>
      resolve(stripVTControlCharacters(stdout + stderr)),
    );
  });
  const [found = null] = /history \d+ of seed \d+ breaks: .+/.exec(printed) ?? [];
  return { found, printed };
}

const PLANTED = [
  ...DEFECTS.map((defect) => [defect.name, 'random histories break no promise', defect.foundBy] as const),
  ...DETAIL_DEFECTS.map(
    (defect) => [defect.name, 'random histories of details break no promise', defect.foundBy] as const,
  ),
];

it.concurrent.each(PLANTED)('the histories find %s', { timeout: 900_000 }, async (name, title, foundBy) => {
  const known = await playWith(name, title, { HISTORY: String(foundBy) });
  if (known.found !== null) return;
  // A change of the histories moves what each of them does.
  const { found, printed } = await playWith(name, title, {});
  if (found === null) expect.fail(printed.slice(-4_000));
  console.log(`${name}: no longer by history ${foundBy}, but: ${found}`);
});
