/** What the pages of statistics cost: their calls, and their bytes with clicks of many kinds. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodeClicks, makeBatchId } from '#domain/click-batch';
import { addClick, encodeCounts, makeCounts, utcDayAt } from '#domain/daily-counts';
import { nameStatistics } from '#domain/edge-entry';
import { StatisticsStore } from '#redirect/statistics/statistics-store';
import { newDeveloper, signedIn } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';
import { COUNTRIES } from './pictures';

const turnTo = fakeClock();
const world = createWorld();
const DAY = 86_400_000;
const LINKS = 40;

/** The n-th of many values. The first ones have the most clicks. */
const valueAt = (values: readonly string[], n: number): string =>
  values[Math.floor(values.length * ((n * 0.618) % 1) ** 2)] as string;
const makeHosts = (count: number) =>
  Array.from({ length: count }, (_, n) => `${(n * 7_919).toString(36)}-blog.example`);
const LANGUAGES = 'en de fr es pt ja hi it pl sv nl tr ar zh ko id th vi uk ro bg el da nb fi cs hu sk hr he'.split(
  ' ',
);
const HOSTS = makeHosts(90);
const CITIES = makeHosts(200).map((name, n) => `${name}, ${COUNTRIES[n % 70]}`);

const profileAt = (n: number) => ({
  country: valueAt(COUNTRIES.slice(0, 70), n),
  city: valueAt(CITIES, n),
  device: valueAt(['Mobile', 'Desktop', 'Tablet'], n),
  browser: valueAt(['Chrome', 'Safari', 'Firefox', 'Edge', 'Opera', 'Samsung Internet'], n),
  os: valueAt(['iOS', 'Android', 'Windows', 'Mac OS', 'Linux'], n),
  referrer: valueAt(HOSTS, n),
  language: valueAt(LANGUAGES, n),
});

/** Makes an account with links of one tag, which were clicked on each of sixty days by visitors of many kinds. */
async function muchClicked() {
  turnTo(NOON - 61 * DAY);
  const { browser, accountId } = await newDeveloper(world);
  const codes = Array.from({ length: LINKS }, () => freshAlias('much'));
  for (const [n, alias] of codes.entries())
    await browser.post('/links', { url: `https://www.example.com/shop/spring-${n * 7_919}`, alias, tags: 'Spring' });
  const { results } = await env.DB.prepare('SELECT id, alias AS code FROM links WHERE account_id = ?')
    .bind(accountId)
    .all<{ id: string; code: string }>();
  const object = env.STATISTICS.getByName(nameStatistics(accountId));
  for (let ago = 59; ago >= 0; ago--) {
    const at = NOON - ago * DAY;
    turnTo(at);
    const clicks = Array.from({ length: 150 + 3 * (ago % 7) }, (_, n) => {
      const { id: linkId = '', code = '' } = results[(n * n + ago) % LINKS] ?? {};
      return { linkId, code, at, kind: 'click' as const, profile: profileAt(n + 13 * ago), visitor: n };
    });
    const visitors = clicks.map(({ visitor }) => `visitor ${visitor}`);
    await object.add([{ id: makeBatchId(at, crypto.randomUUID()), clicks: encodeClicks(clicks), visitors }]);
  }
  return { accountId, code: codes[0] as string };
}

describe('a page of statistics', () => {
  it('needs one call of the statistics object, for a tag three, and stays within 10 kB, its scripts and styles within 19', async () => {
    const { accountId, code } = await muchClicked();
    const { bindings, takeCost } = countedBindings();
    const browser = await signedIn(createWorld(bindings), accountId);
    const calls: string[][] = [];
    for (const page of ['/statistics', `/links/${code}`, '/tags/Spring']) {
      await browser.text(page); // The first request of an isolate reads the settings, too.
      takeCost();
      const html = await browser.text(`${page}?days=90`);
      calls.push(takeCost().objects.filter((call) => call.startsWith('STATISTICS')));
      const assets = [...html.matchAll(/(?:href|src)="\/console(\/assets\/[\w-]*\.(?:css|js)[^"]*)"/g)];
      const texts = [html, ...(await Promise.all(assets.map(([, path = '']) => browser.text(path))))];
      // The page of a link has a style and a script of its own.
      expect(texts).toHaveLength(page.startsWith('/links/') ? 5 : 3);
      expect(html.match(/<th scope="row">/g)?.length).toBeGreaterThan(80);
      const [size = 0, ...assetSizes] = texts.map((text) => gzipSync(text).byteLength);
      expect(size, page).toBeLessThan(10_000);
      expect(
        assetSizes.reduce((sum, one) => sum + one, 0),
        page,
      ).toBeLessThan(19_000);
    }
    expect(calls).toEqual([
      ['STATISTICS.readAccount'],
      ['STATISTICS.readLink'],
      ['STATISTICS.readTotals', 'STATISTICS.readClicks', 'STATISTICS.readSum'],
    ]);
  });

  it('of a tag with ten thousand links needs a call for each two million characters of days, and two more', async () => {
    const { bindings, takeCost } = countedBindings();
    const { browser, accountId } = await newDeveloper(createWorld(bindings));
    const codes = await insertLinks(accountId, 10_000, (n) => `${accountId}-${n}`);
    await tagAll(accountId, codes);
    const characters = await clickAll(accountId, codes);
    await browser.text('/tags/Spring?days=7');
    takeCost();
    const html = await browser.text('/tags/Spring?days=7');
    const { objects, d1 } = takeCost();
    expect(html).toContain('<a href="/console/links?tag=Spring&amp;sort=clicks">See all links</a>');
    const parts = Math.ceil((codes.length * characters) / 2_000_000);
    expect(objects.filter((call) => call === 'STATISTICS.readSum')).toHaveLength(parts);
    expect(objects.filter((call) => call.startsWith('STATISTICS'))).toHaveLength(parts + 2);
    expect(d1.length).toBeLessThanOrEqual(8);
  });
});

async function tagAll(accountId: string, codes: readonly string[]): Promise<void> {
  const tag = "INSERT INTO tags (id, account_id, key, name) VALUES (?1, ?1, 'spring', 'Spring')";
  await env.DB.prepare(tag).bind(accountId).run();
  const rows =
    'INSERT INTO link_tags (tag_id, created_at, code, link_id) SELECT ?1, key, value, value FROM json_each(?2)';
  await env.DB.prepare(rows).bind(accountId, JSON.stringify(codes)).run();
}

/** Stores one day for each link, with one click. @returns the characters of a day */
async function clickAll(accountId: string, codes: readonly string[]): Promise<number> {
  const counts = makeCounts();
  addClick(counts, Date.now(), false, profileAt(0));
  const text = JSON.stringify(encodeCounts(counts));
  const all = JSON.stringify(codes);
  await runInDurableObject(env.STATISTICS.getByName(nameStatistics(accountId)), (_, { storage }) => {
    new StatisticsStore(storage);
    storage.sql.exec('INSERT INTO days SELECT value, ?, ?, NULL FROM json_each(?)', utcDayAt(Date.now()), text, all);
    storage.sql.exec('INSERT INTO totals SELECT value, value, 1, 0, 0, 1, ? FROM json_each(?)', Date.now(), all);
  });
  return text.length;
}
