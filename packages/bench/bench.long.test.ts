/** The bench, run from the command line. */
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
  const { code, out, err } = await bench('--only', 'refusal', '--rounds', '1', '--seconds', '0.2');
  expect(code, err).toBe(0);
  expect(out).toMatch(row('the refusal of a malformed key', 'µs', 'constant 401'));
});

it('npm run bench reports an unknown option in one line, and exits with code 2', async () => {
  const { code, out, err } = await bench('--fast');
  expect([code, out, err]).toEqual([2, '', "Unknown option '--fast'\n"]);
});

it('npm run bench measures the start of a worker', async () => {
  const { code, out, err } = await bench('--only', 'start-redirect', '--rounds', '1');
  expect(code, err).toBe(0);
  expect(out).toMatch(row('start of the redirect worker', 'ms', 'an empty worker'));
});

it('npm run bench -- --compare measures another revision in place of the floor', async () => {
  const { code, out, err } = await bench('--only', 'refusal', '--compare', 'HEAD', '--rounds', '1', '--seconds', '0.2');
  expect(code, err).toBe(0);
  expect(out).toMatch(row('the refusal of a malformed key', 'µs', 'the same of HEAD'));
});

it('npm run bench -- --machine measures npm start', async () => {
  const { code, out, err } = await bench('--machine', '--rounds', '1', '--seconds', '0.2');
  expect(code, err).toBe(0);
  expect(out).toMatch(row('p99 of 80 visits, 400 a second', 'ms', 'a constant 302'));
});

it('npm run bench -- --console measures pages', async () => {
  const { code, out, err } = await bench('--console');
  expect(code, err).toBe(0);
  expect(out).toMatch(row('/console/links\\?sort=clicks', 'ms', '.*'));
});
