import { expect, it } from 'vitest';
import { bench } from './run-bench';

it('reports an unknown option in one line, with the usage and exit code 2', async () => {
  const { code, out, err } = await bench('--fast');
  expect([code, out, err.split('\n')[0]]).toEqual([2, '', "Unknown option '--fast'"]);
  expect(err).toContain('Usage: npm run bench -- [options]');
});
