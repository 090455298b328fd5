import { expect, it } from 'vitest';
import { bench } from './run-bench';

it('npm run bench reports an unknown option in one line, prints the usage, and exits with code 2', async () => {
  const { code, out, err } = await bench('--fast');
  expect([code, out, err.split('\n')[0]]).toEqual([2, '', "Unknown option '--fast'"]);
  expect(err).toContain('Usage: npm run bench -- [options]');
});
