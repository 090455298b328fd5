/** The bench, run from the command line. `npm run test:ci` runs this file. */
import { expect, it } from 'vitest';
import { bench } from './run-bench';

const number = expect.any(Number);

it('npm run bench -- --json prints its results as JSON and nothing else', { timeout: 90_000 }, async () => {
  const { code, out, err } = await bench('--only', 'refusal', '--rounds', '1', '--seconds', '0.2', '--json');
  expect(code, err).toBe(0);
  const figures = { micros: number, perSecond: number };
  const spread = { median: number, low: number, high: number };
  expect(JSON.parse(out)).toEqual({
    results: [
      {
        name: 'refusal',
        work: 'refusal of a malformed key',
        floor: 'constant 401',
        ratio: number,
        goal: 1.5,
        met: expect.any(Boolean),
        spread,
        noise: { ...spread, ratio: number },
        subject: figures,
        against: figures,
      },
    ],
  });
});

it('npm run bench reports an unknown option in one line, prints the usage, and exits with code 2', async () => {
  const { code, out, err } = await bench('--fast');
  expect([code, out, err.split('\n')[0]]).toEqual([2, '', "Unknown option '--fast'"]);
  expect(err).toContain('Usage: npm run bench -- [options]');
});
