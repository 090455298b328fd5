import { execFile } from 'node:child_process';
import { expect, it } from 'vitest';

/** Runs the bench as a person does. */
const bench = (...args: string[]) =>
  new Promise<{ code: unknown; out: string; err: string }>((resolve) => {
    execFile(process.execPath, ['scripts/bench.mjs', ...args], (error, out, err) =>
      resolve({ code: error?.code ?? 0, out, err }),
    );
  });

const number = expect.any(Number);

it('prints its results as JSON, and nothing else, where that is asked for', { timeout: 90_000 }, async () => {
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

it('answers nonsense with a line, the usage and exit code 2', async () => {
  const { code, out, err } = await bench('--fast');
  expect([code, out, err.split('\n')[0]]).toEqual([2, '', "Unknown option '--fast'"]);
  expect(err).toContain('Usage: npm run bench -- [options]');
});
