/** The export of an account: the statistics of each link, and the upgrade requests. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Batch, encodeClicks, makeBatchId } from '#domain/click-batch';
import { utcDayAt } from '#domain/daily-counts';
import { nameStatistics } from '#domain/edge-entry';
import { type Browser, newDeveloper } from '#testkit/browser';
import { failing, onlyFor, Tap, tappedObjects } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const url = 'https://example.com/';
const CHROME = {
  'User-Agent': 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
};

afterEach(() => void vi.restoreAllMocks());

type Group = { value: string; clicks: number };
type Day = { day: string; clickCount: number; quarterHours: Group[]; referrer: Group[] };
type File = {
  links: { shortCode: string; statistics: { clickCount: number; days: Day[] } | null }[];
  upgrades: Record<string, unknown>[];
  keys: Record<string, unknown>[];
};
const exportFile = async (browser: Browser): Promise<File> => (await browser.get('/account/export')).json();

/** Returns the statistics of the visited links in a file. */
const visitedLinks = ({ links }: File) =>
  links.flatMap(({ shortCode, statistics }) => (statistics === null ? [] : [{ shortCode, ...statistics }]));

/** Inserts links of an account by SQL. Returns their codes, which are also their ids. */
async function insertLinks(accountId: string, count: number): Promise<string[]> {
  const codes = Array.from({ length: count }, (_, i) => `x${accountId.toLowerCase()}-${i}`);
  const insert = `INSERT INTO links (code, id, account_id, url, created_at, put_at, quiet_at)
    SELECT value, value, ?2, 'https://example.com/', key, 0, 0 FROM json_each(?1)`;
  await env.DB.prepare(insert).bind(JSON.stringify(codes), accountId).run();
  return codes;
}

/** Adds a click on each link for each referrer. */
async function click(accountId: string, links: readonly string[], referrers: readonly string[], daysAgo = 0) {
  const at = Date.now() - daysAgo * 86_400_000;
  const clicks = links.flatMap((linkId) =>
    referrers.map((referrer) => ({
      linkId,
      code: linkId,
      at,
      kind: 'click' as const,
      profile: {
        country: 'DE',
        city: 'Köln, DE',
        device: 'Desktop',
        browser: 'Chrome',
        os: 'Linux',
        referrer,
        language: 'de',
      },
      visitor: null,
    })),
  );
  const batch: Batch = { id: makeBatchId(Date.now(), crypto.randomUUID()), clicks: encodeClicks(clicks), visitors: [] };
  await env.STATISTICS.getByName(nameStatistics(accountId)).add([batch]);
}

describe('the statistics in an export', () => {
  it('are totals and days with all groupings for each link, and null for a link that was never visited', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const { key } = await world.newKey('PRO', { accountId });
    const [clicked, scanned, quiet] = [freshAlias('stats'), freshAlias('stats'), freshAlias('stats')];
    for (const alias of [clicked, scanned, quiet]) await world.shorten(key, { url, alias });
    for (let i = 0; i < 3; i++)
      await world.visit(clicked, { headers: { ...CHROME, Referer: 'https://news.example/' } });
    await world.visit(`${scanned}?qr=1`, { headers: CHROME });
    const linkStatistics = visitedLinks(await exportFile(browser));
    expect(linkStatistics.map(({ shortCode }) => shortCode).sort()).toEqual([clicked, scanned].sort());
    const today = new Date().toISOString().slice(0, 10);
    expect(linkStatistics.find(({ shortCode }) => shortCode === clicked)).toEqual({
      shortCode: clicked,
      clickCount: 3,
      uniqueVisitors: expect.any(Number),
      botHits: 0,
      qrScans: 0,
      lastAccessed: expect.stringContaining(today),
      days: [
        {
          day: today,
          clickCount: 3,
          uniqueVisitors: expect.any(Number),
          botHits: 0,
          qrScans: 0,
          lastAccessed: expect.stringContaining(today),
          quarterHours: [{ value: expect.stringMatching(/^\d\d:(00|15|30|45)$/), clicks: 3 }],
          country: [{ value: 'Unknown', clicks: 3 }],
          city: [{ value: 'Unknown', clicks: 3 }],
          device: [{ value: 'Desktop', clicks: 3 }],
          browser: [{ value: 'Chrome', clicks: 3 }],
          os: [{ value: 'Linux', clicks: 3 }],
          referrer: [{ value: 'news.example', clicks: 3 }],
          language: [{ value: 'Unknown', clicks: 3 }],
          profiles: [
            {
              country: 'Unknown',
              city: 'Unknown',
              device: 'Desktop',
              browser: 'Chrome',
              os: 'Linux',
              referrer: 'news.example',
              language: 'Unknown',
              clickCount: 3,
              uniqueVisitors: expect.any(Number),
              qrScans: 0,
              quarterHours: [{ value: expect.stringMatching(/^\d\d:(00|15|30|45)$/), clicks: 3 }],
            },
          ],
        },
      ],
    });
    expect(linkStatistics.find(({ shortCode }) => shortCode === scanned)).toMatchObject({ clickCount: 1, qrScans: 1 });
  });

  it('have every day of every link once, also with several pages of links and several megabytes of days', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const codes = await insertLinks(accountId, 520);
    const busy = [codes[0], codes[249], codes[250], codes[499], codes[519]] as string[];
    const pages = Array.from({ length: 900 }, (_, i) => `${i}.${'long-name-'.repeat(5)}example`);
    for (let daysAgo = 0; daysAgo < 6; daysAgo++) await click(accountId, busy, pages, daysAgo);
    await click(accountId, [codes[1] as string], ['x.example']);
    const tap = new Tap();
    const tapped = createWorld({ STATISTICS: tappedObjects(env.STATISTICS, tap) });
    const response = await tapped.call('GET', '/console/account/export', {
      headers: { Cookie: browser.cookie as string },
    });
    const file = await response.json<File>();
    expect(file.links).toHaveLength(codes.length);
    const linkStatistics = visitedLinks(file);
    expect(linkStatistics.map(({ shortCode }) => shortCode).sort()).toEqual([...busy, codes[1]].sort());
    for (const { shortCode, clickCount, days } of linkStatistics) {
      const known = busy.includes(shortCode) ? { days: 6, clicks: 900 } : { days: 1, clicks: 1 };
      expect(clickCount).toBe(known.days * known.clicks);
      expect(days.map((one) => one.clickCount)).toEqual(Array(known.days).fill(known.clicks));
      expect(days.map(({ referrer }) => referrer.length)).toEqual(Array(known.days).fill(known.clicks));
      expect(days.map(({ day }) => day)).toEqual([...new Set(days.map(({ day }) => day))].sort());
    }
    const calls = tap.calls.filter((what) => what === 'readExportPart');
    expect(calls.length).toBeGreaterThan(2);
    expect(calls.length).toBeLessThan(10);
  });

  it('have no day older than STATISTICS_DAYS', async () => {
    const { browser, accountId } = await newDeveloper(world);
    const codes = await insertLinks(accountId, 1);
    for (const daysAgo of [401, 399]) await click(accountId, codes, ['x.example'], daysAgo);
    const linkStatistics = visitedLinks(await exportFile(browser));
    expect(linkStatistics).toMatchObject([{ clickCount: 2, days: [{ clickCount: 1 }] }]);
    expect(utcDayAt(Date.parse(linkStatistics[0]?.days[0]?.day ?? ''))).toBe(utcDayAt(Date.now()) - 399);
  });

  it('break off the file if their object does not respond', async () => {
    const { browser, accountId } = await newDeveloper(world);
    await insertLinks(accountId, 3);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const STATISTICS = tappedObjects(env.STATISTICS, new Tap(onlyFor(/readExportPart/, failing())));
    const response = createWorld({ STATISTICS }).call('GET', '/console/account/export', {
      headers: { Cookie: browser.cookie as string },
    });
    await expect(response.then((one) => one.text())).rejects.toThrow('The export broke off');
  });
});

it('an export has the rights of each key, and the id of the key that has made a link', async () => {
  const { browser, accountId } = await newDeveloper(world);
  const rights = { scopes: ['links:create'], links: 'own', limits: { perMinute: 3, perMonth: null } } as const;
  const { id, key } = await world.newKey('PRO', { ...rights, accountId, scopes: [...rights.scopes] });
  await world.shorten(key, { url: 'https://example.com/by-key' });
  await browser.post('/links', { url: 'https://example.com/by-hand' });
  const { keys, links } = await exportFile(browser);
  expect(keys).toMatchObject([{ id, ...rights, madeBy: 'operator', lastUsedAt: expect.any(String) }]);
  expect(links).toMatchObject([
    { url: 'https://example.com/by-key', madeByKey: id },
    { url: 'https://example.com/by-hand', madeByKey: null },
  ]);
});

it('an export has the upgrade requests with the operator’s messages', async () => {
  const { browser, accountId } = await newDeveloper(world, 'FREE');
  await browser.post('/plan/upgrade', { plan: 'PRO' });
  const { upgrades } = await (await world.admin('GET', '/upgrades?limit=100')).json<{
    upgrades: { id: string; accountId: string }[];
  }>();
  const id = upgrades.find((one) => one.accountId === accountId)?.id;
  await world.admin('POST', `/upgrades/${id}/decline`, { message: 'Not "yet"' });
  await browser.post('/plan/upgrade', { plan: 'HOBBY' });
  const file = await exportFile(browser);
  expect(file.upgrades).toEqual([
    {
      plan: 'PRO',
      reason: null,
      state: 'declined',
      message: 'Not "yet"',
      createdAt: expect.any(String),
      answeredAt: expect.any(String),
    },
    {
      plan: 'HOBBY',
      reason: null,
      state: 'open',
      message: null,
      createdAt: expect.any(String),
      answeredAt: null,
    },
  ]);
});
