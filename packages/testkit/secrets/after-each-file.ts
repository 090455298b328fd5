/** Around the tests of every file that runs in workerd: what they have made secret is looked for in the log and the stores. */
import { afterAll, expect } from 'vitest';
import { hearConsole } from './heard-log';
import { look } from './look';

hearConsole();

afterAll(async () => {
  expect(await look(), 'secrets where packages/testkit/secrets/may-stand.ts has no row for them').toEqual([]);
}, 60_000);
