/**
 * The present workers over a database without its newest migration. That happens only against the order of README.md,
 * which migrates first. The pages that need the migration get 500, store nothing and are logged; all other calls work.
 * After the migration these pages work without another deployment. `npm run test:ci` runs this file, in a clone with history.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { checkOut, provide, ROOT } from './checkout';
import { signedIn } from './console-stories';
import { Pair } from './pair';
import { bodyOf, callerOf, type Key, leadsTo, type Made, newKey, shorten } from './story';
import { WITHOUT_NEWEST_MIGRATION } from './versions';

const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-unmigrated-'));
const old = path.join(folder, 'old');
let pair: Pair | undefined;

const start = async (root: string): Promise<Pair> => {
  pair = await Pair.start({ api: root, redirect: root }, path.join(folder, 'state'));
  return pair;
};

beforeAll(() => {
  checkOut(WITHOUT_NEWEST_MIGRATION.commit, old);
  provide(old);
}, 180_000);
afterEach(() => pair?.stop());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const codesOf = async (at: Pair, key: Key): Promise<string[]> => {
  const { links } = await callerOf(at, key)<{ links: Made[] }>(200, 'GET', '/links');
  return links.map(({ shortCode }) => shortCode).sort();
};
const accountsOf = async (at: Pair): Promise<unknown> => bodyOf(200, await at.admin('GET', '/accounts'));

const migrationsIn = (root: string): string[] => readdirSync(path.join(root, 'migrations')).sort();

it('the old version of this test lacks the newest migration', () => {
  expect(migrationsIn(old)).not.toContain(migrationsIn(ROOT).at(-1));
});

it('an unmigrated database redirects visitors, stores no partial write, and works once it is migrated', async () => {
  const before = await start(old);
  await before.migrate(old);
  const key = await newKey(before);
  const plain = await shorten(before, key, { url: 'https://example.com/plain' });
  const limited = await shorten(before, key, { url: 'https://example.com/limited', maxClicks: 2 });
  const accounts = await accountsOf(before);
  await before.stop();

  const after = await start(ROOT);
  for (const link of [plain, limited]) expect(await leadsTo(after, link)).toBe(link.url);
  const url = 'https://example.com/early';
  const made = await shorten(after, key, { url });
  const cookie = await signedIn(after, key.accountId);
  expect((await after.page('/account', cookie)).status).toBe(200);
  expect((await after.page('/activity', cookie)).status).toBe(500);
  // The sign-in, whose event could not be logged, and the page of the events.
  expect(after.logged).toHaveLength(2);

  await after.migrate(ROOT);
  expect(await accountsOf(after)).toEqual(accounts);
  expect(await codesOf(after, key)).toEqual([plain, limited, made].map(({ shortCode }) => shortCode).sort());
  expect((await after.page('/activity', cookie)).status).toBe(200);
  for (const link of [made, limited]) expect(await leadsTo(after, link)).toBe(link.url);
  expect(await leadsTo(after, limited)).toBe(410);
}, 180_000);
