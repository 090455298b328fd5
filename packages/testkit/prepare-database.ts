/**
 * A setup file of tests in workerd. Before the tests it applies the migrations, and marks the rows of earlier files as
 * done, so that the cron skips them.
 */
import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll } from 'vitest';

// A run of the cron processes a limited number of links and keys. Rows that an earlier file left dirty would use it up.
const DONE = [
  `UPDATE links SET dirty = 0, threat = NULL WHERE dirty = 1 OR threat = 'pending'`,
  'UPDATE keys SET told_version = version WHERE told_version < version',
];

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await env.DB.batch(DONE.map((sql) => env.DB.prepare(sql)));
});
