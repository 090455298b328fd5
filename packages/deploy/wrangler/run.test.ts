import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { Failure } from '#machine/failure';
import { makeRunWrangler } from './run';

const options = { env: {}, timeoutMs: 10_000 };

it('wranglerProgram says that wrangler cannot be run if the program does not exist', async () => {
  const failure = await makeRunWrangler(['/nowhere/wrangler'], tmpdir())([], options).catch((error) => error);
  expect(failure).toBeInstanceOf(Failure);
  expect(failure.message).toMatch(/^wrangler cannot be run: .*ENOENT/);
});

it('wranglerProgram ends a wrangler that hangs, and all processes that it has started', async () => {
  const script =
    "require('node:child_process').spawn('sleep', ['60'], { stdio: 'inherit' }); setInterval(() => {}, 60000)";
  const ended = await makeRunWrangler([process.execPath, '-e', script], tmpdir())([], {
    env: { PATH: process.env.PATH ?? '' },
    timeoutMs: 500,
  });
  expect(ended.code).toBeNull();
});
