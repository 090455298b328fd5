/** The bench, run from the command line. `npm run test:ci` runs this file. */
import { expect, it } from 'vitest';
import { bench } from './run-bench';

const number = expect.any(Number);

it('npm run bench -- --json prints its results as JSON and nothing else', { timeout: 90_000 }, async () => {
  const settings = ['--rounds', '8', '--limit', '1', '--seconds', '0.2'];
  const { code, out, err } = await bench('--only', 'refusal', ...settings, '--json');
  expect([0, 3, 4], err).toContain(code);
  const figures = { micros: number };
  const interval = { low: number, high: number };
  expect(JSON.parse(out)).toEqual({
    results: [
      {
        name: 'refusal',
        work: 'refusal of a malformed key',
        floor: 'constant 401',
        ratio: number,
        interval,
        noise: { ...interval, ratio: number },
        rounds: 8,
        isSound: expect.any(Boolean),
        goal: 1.2,
        met: expect.toBeOneOf([true, false, null]),
        doubt: expect.toBeOneOf([expect.any(String), null]),
        subject: figures,
        against: figures,
      },
    ],
  });
});

it('npm run bench -- --history measures nothing', async () => {
  const { code, out, err } = await bench('--history', '--json');
  expect([0, 3], err).toContain(code);
  expect(JSON.parse(out)).toEqual({ regressions: expect.any(Array) });
});

it('npm run bench reports an unknown option in one line, prints the usage, and exits with code 2', async () => {
  const { code, out, err } = await bench('--fast');
  expect([code, out, err.split('\n')[0]]).toEqual([2, '', "Unknown option '--fast'"]);
  expect(err).toContain('Usage: npm run bench -- [options]');
});
