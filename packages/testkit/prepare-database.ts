/**
 * A setup file of tests in workerd. Before the tests it applies the migrations, publishes the denylist, and marks the
 * rows of earlier files as done, so that the cron skips them.
 */
import { applyD1Migrations } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeAll } from 'vitest';
import { DENYLIST_KEY, EMPTY_DENYLIST, encodeDenylist } from '#domain/denylist';

// A run of the cron processes a limited number of links, keys and deleted accounts. Rows that an earlier file left to it
// would use that number up.
const DONE = [
  `UPDATE links SET dirty = 0, threat = NULL WHERE dirty = 1 OR threat = 'pending'`,
  'UPDATE keys SET told_version = version WHERE told_version < version',
  'DELETE FROM deletions',
];

beforeAll(async () => {
  await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  await env.DB.batch(DONE.map((sql) => env.DB.prepare(sql)));
  // The first run of the cron does this.
  if ((await env.ROUTES.get(DENYLIST_KEY)) === null) await env.ROUTES.put(DENYLIST_KEY, encodeDenylist(EMPTY_DENYLIST));
});
