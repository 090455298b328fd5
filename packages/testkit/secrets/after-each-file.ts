/**
 * A setup file of all tests in workerd. After the tests of a file, it searches the log and the stores for the secrets
 * of these tests.
 */
import { afterAll, expect } from 'vitest';
import { findLeaks } from './find-leaks';
import { recordConsole } from './recorded-log';

recordConsole();

afterAll(async () => {
  expect(await findLeaks(), 'secrets in places that packages/testkit/secrets/allowed-places.ts does not allow').toEqual(
    [],
  );
}, 60_000);
