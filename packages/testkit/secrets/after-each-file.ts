/**
 * Runs around the tests of every file in workerd: afterwards it searches the log and the stores for the secrets of the
 * tests.
 */
import { afterAll, expect } from 'vitest';
import { hearConsole } from './heard-log';
import { look } from './look';

hearConsole();

afterAll(async () => {
  expect(await look(), 'secrets where packages/testkit/secrets/may-stand.ts has no row for them').toEqual([]);
}, 60_000);
