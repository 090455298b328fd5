import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { ProcessorClock } from './processor-time';

it.runIf(process.platform === 'linux')('the processor time of a process only grows', () => {
  const clock = new ProcessorClock([process.pid]);
  const before = clock.micros();
  expect(before).toBeGreaterThan(0);
  expect(clock.micros()).toBeGreaterThanOrEqual(before);
});

it.runIf(process.platform === 'linux')('the processor time of a process that has exited is an error', () => {
  const { pid } = spawnSync(process.execPath, ['--eval', '']);
  expect(() => new ProcessorClock([pid]).micros()).toThrow('ENOENT');
});
