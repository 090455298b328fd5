/**
 * Each of the last three versions and the present one share one state: a rollout in the order of README.md (migrations,
 * redirect worker, API worker), a rollback, and a second rollout. Every story begins under each pair of workers, and
 * continues under every later pair. `npm run test:ci` runs this file, in a clone with history.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkOut, provide, ROOT } from './checkout';
import { Pair } from './pair';
import { STORIES } from './stories';
import type { Sequel } from './story';
import { VERSIONS } from './versions';

type Worker = 'old' | 'new';
type Step = { readonly name: string; readonly api: Worker; readonly redirect: Worker; readonly migrations: Worker };

/** The pairs of workers, in order. wrangler never reverts migrations, so a rollback has a migrated database. */
const STEPS: readonly Step[] = [
  { name: 'both old', api: 'old', redirect: 'old', migrations: 'old' },
  { name: 'both old, while the database is migrated', api: 'old', redirect: 'old', migrations: 'new' },
  { name: 'the old API, the new redirect worker', api: 'old', redirect: 'new', migrations: 'new' },
  { name: 'both new', api: 'new', redirect: 'new', migrations: 'new' },
  { name: 'the new API, the old redirect worker', api: 'new', redirect: 'old', migrations: 'new' },
  { name: 'both old after both new', api: 'old', redirect: 'old', migrations: 'new' },
  { name: 'both new again', api: 'new', redirect: 'new', migrations: 'new' },
];

/** The timeout of checkout, installation, bundling and start on a busy computer. */
const STARTED_WITHIN_MS = 180_000;

describe.each(VERSIONS)('$version and the present version', { timeout: 60_000 }, (former) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-versions-'));
  const checkouts = { old: path.join(folder, 'old'), new: ROOT };
  const begun = new Map<string, Sequel[]>();
  let pair: Pair | undefined;

  beforeAll(() => {
    checkOut(former.commit, checkouts.old);
    provide(checkouts.old);
  }, STARTED_WITHIN_MS);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  describe.each(STEPS)('$name', ({ api, redirect, migrations }) => {
    beforeAll(async () => {
      pair = await Pair.start({ api: checkouts[api], redirect: checkouts[redirect] }, path.join(folder, 'state'));
      await pair.migrate(checkouts[migrations]);
    }, STARTED_WITHIN_MS);
    afterAll(async () => {
      await pair?.stop();
      pair = undefined;
    });

    it.each(Object.entries(STORIES))('%s', async (name, story) => {
      const at = pair as Pair;
      const sequels = begun.get(name) ?? [];
      for (const goOn of sequels) await goOn(at);
      begun.set(name, [...sequels, await story(at)]);
    });

    it('runs the cron to its end, and logs no fault', async () => {
      expect(await pair?.cron()).toBe('ok');
      expect(pair?.logged).toEqual([]);
    });
  });
});
