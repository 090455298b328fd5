/**
 * Runs around the tests of every file in workerd: afterwards it searches the log and the stores for the secrets of the
 * tests.
 */
import { afterAll, expect } from 'vitest';
import { findLeaks } from './find-leaks';
import { recordConsole } from './recorded-log';

recordConsole();

afterAll(async () => {
  expect(await findLeaks(), 'secrets where packages/testkit/secrets/allowed-places.ts has no row for them').toEqual([]);
}, 60_000);
