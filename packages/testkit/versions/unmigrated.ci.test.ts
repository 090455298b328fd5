/**
 * The present workers over a database without its newest migration. That happens only against the order of README.md,
 * which migrates first. Links redirect, and writes get 500, store nothing and are logged. After the migration all calls
 * work without another deployment. `npm run test:ci` runs this file, in a clone with history.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { checkOut, provide, ROOT } from './checkout';
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
  const refused = [
    await after.v2(key.key, 'POST', '/shorten', { url }),
    await after.v2(key.key, 'PATCH', `/links/${plain.shortCode}`, { url }),
    await after.admin('POST', '/keys', { name: 'early', plan: 'PRO' }),
  ];
  expect(refused.map(({ status }) => status)).toEqual([503, 503, 500]);
  expect(after.logged).toHaveLength(refused.length);

  await after.migrate(ROOT);
  expect(await accountsOf(after)).toEqual(accounts);
  expect(await codesOf(after, key)).toEqual([plain, limited].map(({ shortCode }) => shortCode).sort());
  const made = await shorten(after, key, { url });
  for (const link of [made, limited]) expect(await leadsTo(after, link)).toBe(link.url);
  expect(await leadsTo(after, limited)).toBe(410);
}, 180_000);
