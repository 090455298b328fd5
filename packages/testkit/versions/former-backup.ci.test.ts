/**
 * A backup that a former version has made of a deployment, restored by the present version. Its pages lack the tables
 * and columns of later migrations. `npm run test:ci` runs this file, in a clone with history.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { pullPages, pushPages } from '#machine/backup/pages';
import { checkOut, provide, ROOT } from './checkout';
import { Pair } from './pair';
import { bodyOf, callerOf, type Key, leadsTo, type Made, newKey, shorten } from './story';
import { BEFORE_RIGHTS } from './versions';

describe.each(BEFORE_RIGHTS)('a backup of $version', (former) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'swiftlet-former-backup-'));
  let pair: Pair | undefined;
  afterEach(() => pair?.stop());
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const start = async (root: string, state: string): Promise<Pair> => {
    pair = await Pair.start({ api: root, redirect: root }, path.join(folder, state));
    await pair.migrate(root);
    return pair;
  };
  const linksOf = async (at: Pair, key: Key) =>
    (await callerOf(at, key)<{ links: Made[] }>(200, 'GET', '/links')).links;

  it('restores every link, and keys without restrictions, which can be restricted then', async () => {
    const old = path.join(folder, 'checkout');
    checkOut(former.commit, old);
    provide(old);
    const before = await start(old, 'former');
    const key = await newKey(before);
    const url = 'https://example.com/kept';
    const plain = await shorten(before, key, { url });
    const secret = await shorten(before, key, { url, password: 'open sesame' });
    const limited = await shorten(before, key, { url, maxClicks: 2 });
    expect(await leadsTo(before, limited)).toBe(url);
    const links = await linksOf(before, key);
    await pullPages(before.backup, folder, Date.now(), () => {});
    await before.stop();

    const now = await start(ROOT, 'present');
    await pushPages(now.backup, folder, { tell: () => {} });
    expect(await linksOf(now, key)).toEqual(links);
    for (const link of [plain, limited]) expect(await leadsTo(now, link)).toBe(url);
    expect(await leadsTo(now, limited)).toBe(410);
    expect(await leadsTo(now, secret, { headers: { 'X-Link-Password': 'open sesame' } })).toBe(url);
    const free = { scopes: null, expiresAt: null, links: 'all', origins: null, madeBy: null, selfRevokedAt: null };
    const { keys } = bodyOf<{ keys: Key[] }>(200, await now.admin('GET', '/keys'));
    expect(keys).toMatchObject([{ id: key.id, ...free, limits: { perMinute: null, perMonth: null } }]);

    const details = { title: 'made after', tags: ['after'], externalId: 'after' };
    expect(await shorten(now, key, { url, ...details })).toMatchObject(details);
    bodyOf(200, await now.admin('PATCH', `/keys/${key.id}`, { links: 'own', scopes: ['links:read'] }));
    expect(await linksOf(now, key)).toMatchObject([details]);
  }, 240_000);
});
