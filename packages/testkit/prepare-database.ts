/** Before the tests of a file: the tables, by the same migrations as everywhere, and nothing for the cron to do. */
import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll } from 'vitest';

// A run of the cron takes so many links and keys and no more: those that another file left to it would keep it busy.
const DONE = [
  `UPDATE links SET dirty = 0, threat = NULL WHERE dirty = 1 OR threat = 'pending'`,
  'UPDATE keys SET told_version = version WHERE told_version < version',
];

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await env.DB.batch(DONE.map((sql) => env.DB.prepare(sql)));
});
