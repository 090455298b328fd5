/** The cron has more work than the 1,000 calls that the platform allows an invocation. */
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { deleteAccount } from '#api/accounts/delete-account';
import { fakeClock, NOON } from '#testkit/clock';
import { type Fault, Tap, tappedD1, tappedKv, tappedObjects } from '#testkit/faults';
import { createWorld } from '#testkit/world';
import { fromEmptyTables } from './empty-tables';

/** The platform's limit of calls per invocation: for D1, KV and objects together, and for D1 alone. */
const CALLS = 1_000;
const MINUTE = 60_000;
const DAY = 86_400_000;
const UNSAFE = 'https://testsafebrowsing.appspot.com/s/malware.html';

const turnTo = fakeClock();

// The cron walks whole tables, so the test begins with empty ones.
fromEmptyTables(
  turnTo,
  'DELETE FROM links',
  'DELETE FROM deletions',
  'UPDATE keys SET pushed_version = version',
  "UPDATE threat_watch SET checked_up_to = ''",
);

/** Bindings that refuse every call beyond CALLS, until `take` resets the count. */
function boundedBindings() {
  const taps = { d1: new Tap(), others: new Tap() };
  const made = () => taps.d1.calls.length + taps.others.calls.length;
  const bounded: Fault = async (call) => {
    if (made() > CALLS) throw new Error('Too many API requests by single Worker invocation.');
    return call();
  };
  taps.d1.fault = bounded;
  taps.others.fault = bounded;
  const { DB, ROUTES, KEYS, CLICKS, STATISTICS } = env;
  const bindings = {
    DB: tappedD1(DB, taps.d1),
    ROUTES: tappedKv(ROUTES, taps.others),
    KEYS: tappedObjects(KEYS, taps.others),
    CLICKS: tappedObjects(CLICKS, taps.others),
    STATISTICS: tappedObjects(STATISTICS, taps.others),
  };
  /** Returns the number of calls since the last reset, and resets it. */
  const take = () => {
    const taken = { statements: taps.d1.calls.length, all: made() };
    taps.d1.calls.length = 0;
    taps.others.calls.length = 0;
    return taken;
  };
  return { bindings, take };
}

const LINKS = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?2)
  INSERT INTO links (code, id, account_id, url, created_at, max_clicks, threat, dirty, put_at, quiet_at)
  SELECT printf('%s-%03d', ?1, i), printf('%s%03d', ?1, i), ?3, ?4, ?5, ?6, ?7, ?8, 0, 0 FROM n`;

type Many = { count: number; account: string; url?: string; maxClicks?: number; threat?: 'pending'; dirty?: boolean };

const insert = (name: string, { count, account, url = 'https://example.com/', maxClicks, threat, dirty }: Many) =>
  env.DB.prepare(LINKS)
    .bind(name, count, account, url, NOON - 2 * DAY, maxClicks ?? null, threat ?? null, Number(dirty ?? false))
    .run();

/** More work of every kind than one run can do: links to publish and to check, keys to push, an account to delete. */
async function everythingAtOnce(): Promise<string> {
  const world = createWorld();
  const [owner, leaving] = await Promise.all([world.newKey('PRO'), world.newKey('PRO')]);
  await insert('dirty', { count: 250, account: owner.accountId, maxClicks: 5, dirty: true });
  await insert('pending', { count: 70, account: owner.accountId, url: UNSAFE, threat: 'pending' });
  await insert('looked', { count: 130, account: owner.accountId, url: UNSAFE });
  await insert('buried', { count: 110, account: leaving.accountId });
  await env.DB.prepare(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 120)
     INSERT INTO keys (last_four, made_by, account_id, id, name, digest, status, version, created_at)
     SELECT 'abcd', 'operator', ?1, ?1 || i, 'one of many', ?1 || i, 'inactive', 2, 0 FROM n`,
  )
    .bind(owner.accountId)
    .run();
  await deleteAccount(world.env, leaving.accountId, NOON);
  return leaving.accountId;
}

const LEFT = `SELECT (SELECT count(*) FROM links WHERE dirty = 1 OR threat = 'pending')
  + (SELECT count(*) FROM links WHERE url = ?1 AND blocked IS NULL)
  + (SELECT count(*) FROM links WHERE account_id = ?2 AND gone IS NOT 'DELETED')
  + (SELECT count(*) FROM keys WHERE version > pushed_version) AS n`;

it('a cron that has used up its calls does what it can within them, and the next runs do the rest', {
  timeout: 120_000,
}, async () => {
  const leaving = await everythingAtOnce();
  const { bindings, take } = boundedBindings();
  const left = () => env.DB.prepare(LEFT).bind(UNSAFE, leaving).first<number>('n');
  const runs: { statements: number; all: number; left: number | null }[] = [];
  while (runs.at(-1)?.left !== 0 && runs.length < 12) {
    turnTo(NOON + (runs.length + 1) * MINUTE);
    await createWorld(bindings).cron();
    runs.push({ ...take(), left: await left() });
  }
  expect(runs.at(-1)?.left).toBe(0);
  expect(Math.max(...runs.map(({ all }) => all))).toBeGreaterThan(CALLS);
  const most = Math.max(...runs.map(({ statements }) => statements));
  expect(most).toBeLessThan(CALLS);
});
