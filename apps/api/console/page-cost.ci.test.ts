/** What pages cost: the bytes of their first view, and the calls of those with statistics. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { encodeClicks, makeBatchId } from '#domain/click-batch';
import { addClick, encodeCounts, makeCounts, utcDayAt } from '#domain/daily-counts';
import { nameStatistics } from '#domain/edge-entry';
import { StatisticsStore } from '#redirect/statistics/statistics-store';
import { type Browser, createBrowser, newDeveloper, signedIn } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { insertLinks } from '#testkit/many-links';
import { createWorld, freshAlias } from '#testkit/world';
import { consoleApp } from './console';
import { COUNTRIES } from './statistics/pictures';

const turnTo = fakeClock();
const world = createWorld({ SIGNUP: 'open' });
const DAY = 86_400_000;

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

const NAMES = 'spring sale coffee guide news menu event paper poster shop gift partner social print summer'.split(' ');
const nameAt = (n: number) => `${NAMES[n % 15]} ${NAMES[(n * 7 + 3) % 15]}`;
const TAGS = Array.from({ length: 31 }, (_, n) => `${NAMES[n % 15]} ${2_000 + n}`);

/** The n-th link: many have a title, some tags, and a few an expiry, a limit or a password. */
const makeLink = (n: number) => ({
  url: `https://www.example.com/${NAMES[n % 15]}/${NAMES[(n * 11) % 15]}-${n * 7_919}?utm_source=${NAMES[(n * 3) % 15]}&utm_medium=email`,
  ...(n % 3 > 0 && { alias: freshAlias(NAMES[n % 15]) }),
  ...(n % 4 > 0 && { title: `A ${nameAt(n)} for ${nameAt(n * 3)}` }),
  tags: TAGS.filter((_, tag) => (n * 7 + tag * 13) % 19 === 0),
  ...(n % 9 === 0 && { expiresIn: 86_400 * (n + 1) }),
  ...(n % 10 === 0 && { maxClicks: 500 + n }),
  ...(n % 25 === 0 && { password: 'roasted slowly' }),
});

/** Clicks of visitors of many kinds, for the links by turns. */
const makeClicks = (links: readonly { id: string; code: string }[], day: number, at: number, count: number) =>
  Array.from({ length: count }, (_, n) => {
    const { id: linkId = '', code = '' } = links[(n * n + day * day) % links.length] ?? {};
    return { linkId, code, at: at - n * 600_000, kind: 'click' as const, profile: profileAt(n + 13 * day), visitor: n };
  });

/** Makes an account of 1,011 links with 31 tags, which were clicked for a year by visitors of many kinds. */
async function longInUse() {
  turnTo(NOON - 365 * DAY);
  const { browser, accountId } = await newDeveloper(world);
  await insertLinks(accountId, 911, (n) => `${accountId}-${n}`, {
    createdAt: (n) => NOON - 364 * DAY + n * 86_000,
  });
  turnTo(NOON - 3 * DAY);
  const { key, id: keyId } = await world.newKey('PRO', { accountId, name: 'Web shop' });
  for (const name of ['Newsletter', 'Print', 'Partners']) await world.newKey('PRO', { accountId, name });
  for (const from of [0, 50]) {
    const made = await world.shortenBatch(
      key,
      Array.from({ length: 50 }, (_, n) => makeLink(from + n)),
    );
    expect(await made.text()).not.toContain('errorType');
  }
  const { results } = await env.DB.prepare(
    'SELECT id, coalesce(alias, code) AS code FROM links WHERE account_id = ? ORDER BY created_at DESC LIMIT 140',
  )
    .bind(accountId)
    .all<{ id: string; code: string }>();
  const object = env.STATISTICS.getByName(nameStatistics(accountId));
  for (let ago = 364; ago >= 0; ago--) {
    const at = NOON - ago * DAY;
    turnTo(at);
    const clicks = makeClicks(results, ago, at, ago < 60 ? 400 : 20);
    const visitors = clicks.map(({ visitor }) => `visitor ${visitor}`);
    await object.add([{ id: makeBatchId(at, crypto.randomUUID()), clicks: encodeClicks(clicks), visitors }]);
  }
  for (let n = 0; n < 10; n++)
    await browser.post('/templates', { name: nameAt(n), source: NAMES[n] ?? '', medium: 'email', campaign: nameAt(n) });
  return { accountId, browser: await signedIn(world, accountId), keyId, codes: results.map(({ code }) => code) };
}

/** What the first view of a page transfers, compressed: its text, its styles and its scripts. */
async function weigh(browser: Browser, html: string): Promise<number> {
  const assets = [...html.matchAll(/(?:href|src)="\/console(\/assets\/[\w-]*\.(?:css|js))"/g)];
  const texts = await Promise.all([html, ...assets.map(([, path = '']) => browser.text(path))]);
  return texts.reduce((sum, text) => sum + gzipSync(text).byteLength, 0);
}

/** The paths of all routes, with what an account has in place of their parameters. */
const listPaths = (owned: Readonly<Record<string, string>>) =>
  consoleApp.routes
    .filter(({ method }) => method === 'GET')
    .map(({ path }) => path.replace('/console', '').replace(/\w[\w-]*\/:\w+/, (part) => owned[part] ?? part));

/** What the paths of the routes leave out. */
const VIEWS = [
  `/links?search=spring&tag=${encodeURIComponent(TAGS[3] ?? '')}`,
  '/links?status=deleted',
  '/new-link?url=https%3A%2F%2Fexample.com',
  '/statistics?days=today',
  '/statistics?days=90&technology=language&places=city',
  '/statistics?days=365',
  '/statistics?country=DE',
  '/keys?preset=full',
  '/plan?plan=PRO',
  '/nothing',
];

describe('a page of the console', () => {
  it('transfers at most 25 kB for its first view, in an account that is long in use and in a new one', async () => {
    const { browser, codes, keyId } = await longInUse();
    const novice = (await newDeveloper(world)).browser;
    const path = async (response: Promise<Response>) =>
      ((await response).headers.get('Location') ?? '').replace('/console/', '');
    const template = /\/(templates\/[\w-]{9,})"/.exec(await browser.text('/templates'))?.[1] ?? '';
    const urls = Array.from({ length: 50 }, (_, n) => makeLink(n).url).join('\n');
    const owned = {
      'links/:code': `links/${codes[3]}`,
      'tags/:name': `tags/${encodeURIComponent(TAGS[3] ?? '')}`,
      'templates/:id': template,
      'several-links/:result': await path(novice.post('/several-links', { urls })),
      'keys/:id': (await path(browser.post('/keys', { name: 'fresh', access: 'all' }))).replace('/text', ''),
    };
    const paths = new Set([
      ...listPaths(owned),
      ...VIEWS,
      ...['', '?change=tags', '?country=DE'].map((query) => `/links/${codes[30]}${query}`),
      `/tags/${encodeURIComponent(TAGS[3] ?? '')}?days=90`,
      `/keys/${keyId}`,
    ]);
    const weights: [string, number][] = [];
    for (const [name, who] of Object.entries({ browser, novice, stranger: createBrowser(world) }))
      for (const page of paths) {
        const response = await who.get(page);
        const isPage = response.status < 300 || response.status >= 400;
        if (!isPage || !response.headers.get('Content-Type')?.includes('html')) continue;
        weights.push([`${page} of ${name}, ${response.status}`, await weigh(who, await response.text())]);
      }
    expect(weights.length).toBeGreaterThan(60);
    expect(weights.filter(([, weight]) => weight > 25_000)).toEqual([]);
  });

  it('of statistics needs one call of the statistics object, for a tag three', async () => {
    turnTo(NOON);
    const { browser: maker, accountId } = await newDeveloper(world);
    const code = freshAlias('clicked');
    await maker.post('/links', { url: 'https://example.com/', alias: code, tags: 'Spring' });
    await world.visit(code);
    const { bindings, takeCost } = countedBindings();
    const browser = await signedIn(createWorld(bindings), accountId);
    const calls: string[][] = [];
    for (const page of ['/statistics', `/links/${code}`, '/tags/Spring']) {
      await browser.text(page); // The first request of an isolate reads the settings, too.
      takeCost();
      const html = await browser.text(`${page}?days=90`);
      calls.push(takeCost().objects.filter((call) => call.startsWith('STATISTICS')));
      expect(html).toContain('<figure class="chart"');
    }
    expect(calls).toEqual([
      ['STATISTICS.readAccount'],
      ['STATISTICS.readLink'],
      ['STATISTICS.readTotals', 'STATISTICS.readClicks', 'STATISTICS.readSum'],
    ]);
  });

  it('of the statistics of a tag with ten thousand links needs a call for each two million characters of days, and two more', async () => {
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
