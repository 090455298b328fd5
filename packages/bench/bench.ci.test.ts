/** The bench, run from the command line. `npm run test:ci` runs this file. */
import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';

const bench = (...args: string[]) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, ['scripts/run.mjs', 'bench', ...args], (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });

const row = (work: string, unit: string, against: string) =>
  new RegExp(`^\\| ${work} +\\| [\\d.]+ ${unit} +\\| [\\d.]+ ${unit} +\\| [\\d.]+ +\\| .*\\| ${against} +\\|$`, 'm');

it('npm run bench prints the cost of the product beside that of its floor', async () => {
  const { code, out, err } = await bench(
    '--only',
    'refusal',
    '--only',
    'start-redirect',
    '--rounds',
    '1',
    '--seconds',
    '0.2',
  );
  expect(code, err).toBe(0);
  expect(out).toMatch(row('the refusal of a malformed key', 'µs', 'constant 401'));
  expect(out).toMatch(row('start of the redirect worker', 'ms', 'an empty worker'));
});

it('npm run bench reports an unknown option in one line, prints the usage, and exits with code 2', async () => {
  const { code, out, err } = await bench('--fast');
  expect([code, out, err.split('\n')[0]]).toEqual([2, '', "Unknown option '--fast'"]);
  expect(err).toContain('Usage: npm run bench -- [options]');
});
