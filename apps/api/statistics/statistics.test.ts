/** Tests GET /v2/stats and /v2/stats/:shortCode with both workers (specification 10). */
import { listDurableObjectIds, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Envelope } from '#api/http/fields';
import { GROUPINGS } from '#domain/breakdown';
import { fakeClock, NOON } from '#testkit/clock';
import { failing, Tap, tappedObjects } from '#testkit/faults';
import { createWorld, freshAlias, type World } from '#testkit/world';
import { AccountStatistics, LinkStatistics } from './statistics-record';

const turnTo = fakeClock();
afterEach(() => void vi.restoreAllMocks());

const world = createWorld();
const url = 'https://example.com/there';
const DAY = 86_400_000;
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_2 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.2 Mobile/15E148 Safari/604.1';

async function newLink(options: Record<string, unknown> = {}, here: World = world) {
  const { key, accountId } = await here.newKey('PRO');
  const alias = freshAlias('Stats');
  expect((await here.shorten(key, { url, alias, ...options })).status).toBe(201);
  return { key, accountId, alias };
}

const visit = (alias: string, headers: Record<string, string> = {}, cf: Record<string, unknown> = {}) =>
  world.visit(alias, { headers: { 'User-Agent': FIREFOX, ...headers }, cf } as RequestInit);

async function read(key: string, path: string): Promise<LinkStatistics> {
  const response = await world.v2(key, 'GET', `/stats/${path}`);
  expect(response.status, await response.clone().text()).toBe(200);
  return LinkStatistics.parse(await response.json());
}

async function readAccount(key: string, query = ''): Promise<AccountStatistics> {
  const response = await world.v2(key, 'GET', `/stats${query}`);
  expect(response.status, await response.clone().text()).toBe(200);
  return AccountStatistics.parse(await response.json());
}

describe('the statistics of a link', () => {
  it('have all fields before the first visit', async () => {
    turnTo(NOON);
    const { key, alias } = await newLink();
    expect(await read(key, alias.toUpperCase())).toEqual({
      shortCode: alias,
      shortUrl: `https://s.example.com/${alias}`,
      url,
      status: 'active',
      expiredReason: null,
      clickCount: 0,
      clicksRemaining: null,
      maxClicks: null,
      uniqueVisitors: 0,
      botHits: 0,
      qrScans: 0,
      hasPassword: false,
      createdAt: new Date(NOON).toISOString(),
      lastAccessed: null,
      expiresAt: null,
    });
  });

  it('count clicks, unique visitors, QR scans and robots', async () => {
    turnTo(NOON);
    const { key, alias } = await newLink();
    await visit(alias, { 'CF-Connecting-IP': '192.0.2.1' });
    turnTo(NOON + 1_000);
    await visit(alias, { 'CF-Connecting-IP': '192.0.2.1' });
    await visit(`${alias}?qr=1`, { 'CF-Connecting-IP': '192.0.2.2' });
    await visit(alias, { 'CF-Connecting-IP': '192.0.2.2', 'User-Agent': IPHONE });
    await visit(alias, { 'User-Agent': 'Twitterbot/1.0' });
    expect(await read(key, alias)).toMatchObject({
      clickCount: 4,
      uniqueVisitors: 3,
      qrScans: 1,
      botHits: 1,
      lastAccessed: new Date(NOON + 1_000).toISOString(),
    });
  });

  it('are broken down by all groupings at once', async () => {
    turnTo(NOON);
    const { key, alias } = await newLink();
    await visit(
      alias,
      { Referer: 'https://news.example/a', 'Accept-Language': 'de-CH,en' },
      { country: 'DE', city: 'Köln' },
    );
    await visit(alias, { 'User-Agent': IPHONE, 'Accept-Language': 'en-US' }, { country: 'US', city: 'Dallas' });
    await visit(alias, { 'User-Agent': IPHONE }, { country: 'US', city: 'Austin' });
    const { breakdown } = await read(key, `${alias}?groupBy=${GROUPINGS.join(',')}`);
    expect(breakdown).toEqual({
      day: [{ value: '2031-06-15', clicks: 3 }],
      country: [
        { value: 'US', clicks: 2 },
        { value: 'DE', clicks: 1 },
      ],
      city: [
        { value: 'Austin, US', clicks: 1 },
        { value: 'Dallas, US', clicks: 1 },
        { value: 'Köln, DE', clicks: 1 },
      ],
      device: [
        { value: 'Mobile', clicks: 2 },
        { value: 'Desktop', clicks: 1 },
      ],
      browser: [
        { value: 'Mobile Safari', clicks: 2 },
        { value: 'Firefox', clicks: 1 },
      ],
      os: [
        { value: 'iOS', clicks: 2 },
        { value: 'Linux', clicks: 1 },
      ],
      referrer: [
        { value: 'Direct', clicks: 2 },
        { value: 'news.example', clicks: 1 },
      ],
      language: [
        { value: 'Unknown', clicks: 1 },
        { value: 'de', clicks: 1 },
        { value: 'en', clicks: 1 },
      ],
    });
  });

  it('cover the requested days of the time zone, and have at most `limit` values', async () => {
    const { key, alias } = await newLink();
    for (const [at, browser] of [
      [NOON - DAY, FIREFOX],
      [NOON, FIREFOX],
      [NOON, IPHONE],
      [Date.UTC(2031, 5, 16) - 1, FIREFOX], // the 16th in Berlin
    ] as const) {
      turnTo(at);
      await visit(alias, { 'User-Agent': browser });
    }
    const ask = async (query: string) => (await read(key, `${alias}?${query}`)).breakdown;
    expect(await ask('groupBy=day')).toEqual({
      day: [
        { value: '2031-06-14', clicks: 1 },
        { value: '2031-06-15', clicks: 3 },
      ],
    });
    expect(await ask('groupBy=day&tz=Europe/Berlin&start=2031-06-15')).toEqual({
      day: [
        { value: '2031-06-15', clicks: 2 },
        { value: '2031-06-16', clicks: 1 },
      ],
    });
    expect(await ask('groupBy=day&tz=Europe/Berlin&end=2031-06-14')).toEqual({
      day: [{ value: '2031-06-14', clicks: 1 }],
    });
    expect(await ask('groupBy=browser&start=2031-06-15&end=2031-06-15&limit=1')).toEqual({
      browser: [{ value: 'Firefox', clicks: 2 }],
    });
    expect(await ask('groupBy=browser&start=2032-01-01')).toEqual({ browser: [] });
  });

  it.each<[string, Record<string, unknown>, (alias: string, key: string) => Promise<unknown>, object]>([
    ['expired', { expiresIn: 60 }, async () => turnTo(NOON + 60_000), { status: 'expired', expiredReason: 'TIME' }],
    [
      'spent',
      { maxClicks: 1 },
      (alias) => visit(alias),
      { status: 'expired', expiredReason: 'CLICKS', clickCount: 1, clicksRemaining: 0, maxClicks: 1 },
    ],
    [
      'deleted',
      {},
      (alias, key) => world.v2(key, 'DELETE', `/links/${alias}`),
      { status: 'expired', expiredReason: 'DELETED' },
    ],
    [
      'blocked',
      {},
      (alias) => world.admin('POST', `/links/${alias}/block`, { reason: 'phishing' }),
      { status: 'expired', expiredReason: 'BLOCKED' },
    ],
    ['protected', { password: 'word' }, async () => undefined, { status: 'active', hasPassword: true }],
  ])('show the status of a link that is %s', async (_, options, end, expected) => {
    turnTo(NOON);
    const { key, alias } = await newLink(options);
    await end(alias, key);
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const statistics = await read(key, alias);
    expect(statistics).toMatchObject(expected);
    expect(JSON.stringify(statistics)).not.toContain('pbkdf2');
  });

  it('show BLOCKED for a protected link to a blocked host', async () => {
    const { key, alias } = await newLink({ url: 'https://www.blocked-host.example/', password: 'word' });
    try {
      await world.admin('PUT', '/blocked-hosts', { hosts: ['blocked-host.example'] });
      const here = createWorld();
      const response = await here.v2(key, 'GET', `/stats/${alias}`);
      expect(await response.json()).toMatchObject({ status: 'expired', expiredReason: 'BLOCKED' });
    } finally {
      await world.admin('PUT', '/blocked-hosts', { hosts: [] });
    }
  });

  it('are exact at once for a limited link, even if the statistics object has received no click', async () => {
    const withoutStatistics = createWorld({
      STATISTICS: tappedObjects(env.STATISTICS, new Tap(failing())),
      GATHER_MS: '0',
    });
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { key, alias } = await newLink({ maxClicks: 5 });
    const responses = await Promise.all(Array.from({ length: 3 }, () => withoutStatistics.visit(alias)));
    expect(responses.map(({ status }) => status)).toEqual([302, 302, 302]);
    expect(await read(key, alias)).toMatchObject({ clickCount: 3, clicksRemaining: 2, maxClicks: 5 });
  });

  it('begin at zero for a new link with the same code', async () => {
    const { key, alias } = await newLink();
    await visit(alias);
    await world.v2(key, 'DELETE', `/links/${alias}`);
    expect((await world.shorten(key, { url, alias })).status).toBe(201);
    expect(await read(key, alias)).toMatchObject({ status: 'active', clickCount: 0, lastAccessed: null });
    expect((await readAccount(key)).topLinks).toEqual([]);
  });

  it('are 503 while the statistics object does not respond', async () => {
    const { key, alias } = await newLink();
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const withoutStatistics = createWorld({ STATISTICS: tappedObjects(env.STATISTICS, new Tap(failing())) });
    const response = await withoutStatistics.v2(key, 'GET', `/stats/${alias}`);
    expect(response.status).toBe(503);
    expect(Envelope.parse(await response.json()).errorType).toBe('UNAVAILABLE');
  });
});

describe('the statistics of an account', () => {
  it('are the sum over its links, and show the most clicked links', async () => {
    turnTo(NOON);
    const { key, accountId, alias } = await newLink();
    const second = freshAlias('second');
    await world.shorten(key, { url: 'https://example.com/second', alias: second });
    for (let i = 0; i < 3; i++) await visit(second, { 'CF-Connecting-IP': `192.0.2.${i}` });
    await visit(alias, { 'CF-Connecting-IP': '192.0.2.1' });
    const other = await world.newKey('FREE', { accountId });
    expect(await readAccount(other.key, '?groupBy=browser,day')).toEqual({
      clickCount: 4,
      uniqueVisitors: 3,
      botHits: 0,
      qrScans: 0,
      lastAccessed: new Date(NOON).toISOString(),
      topLinks: [
        {
          shortCode: second,
          shortUrl: `https://s.example.com/${second}`,
          url: 'https://example.com/second',
          clickCount: 3,
        },
        { shortCode: alias, shortUrl: `https://s.example.com/${alias}`, url, clickCount: 1 },
      ],
      breakdown: { browser: [{ value: 'Firefox', clicks: 4 }], day: [{ value: '2031-06-15', clicks: 4 }] },
    });
    expect((await readAccount(key, '?limit=1')).topLinks).toHaveLength(1);
  });

  it('do not include the visits of another account', async () => {
    const { alias } = await newLink();
    await visit(alias);
    const { key } = await world.newKey('PRO');
    expect(await readAccount(key)).toEqual({
      clickCount: 0,
      uniqueVisitors: 0,
      botHits: 0,
      qrScans: 0,
      lastAccessed: null,
      topLinks: [],
    });
  });
});

describe('the query of statistics', () => {
  it.each([
    ['groupBy=colour', /^groupBy may name day, country, /],
    ['groupBy=', /^groupBy may name/],
    ['groupBy=day,,city', /^groupBy may name/],
    ['groupBy=__proto__', /^groupBy may name/],
    ['groupby=day', 'groupby is not a parameter here'],
    ['start=yesterday', 'start must be a day like 2026-11-20'],
    ['start=2026-02-30', 'start must be a day like 2026-11-20'],
    ['end=2026-11-20T00:00:00Z', 'end must be a day like 2026-11-20'],
    ['start=2026-11-21&end=2026-11-20', 'start must not be after end'],
    ['tz=Mars/Olympus', 'tz must be the name of a time zone like Europe/Berlin'],
    ['tz=%2B01:00', 'tz must be the name of a time zone like Europe/Berlin'],
    [`tz=${'A'.repeat(9_000)}`, 'tz must be the name of a time zone like Europe/Berlin'],
    ['limit=0', 'limit must be a whole number from 1 to 1000'],
    ['limit=1001', 'limit must be a whole number from 1 to 1000'],
    ['limit=ten', 'limit must be a whole number from 1 to 1000'],
  ])('is refused with 400: ?%s', async (query, message) => {
    const { key, alias } = await newLink();
    for (const path of [`/stats/${alias}`, '/stats']) {
      const response = await world.v2(key, 'GET', `${path}?${query}`);
      expect(response.status).toBe(400);
      expect(Envelope.parse(await response.json()).message).toMatch(message);
    }
  });
});

describe('a code without statistics', () => {
  it.each(['no-such-code', 'x', '%00', '__proto__', 'a'.repeat(51)])('gets 404: %s', async (code) => {
    const { key } = await world.newKey();
    const response = await world.v2(key, 'GET', `/stats/${code}`);
    expect(response.status).toBe(404);
    expect(Envelope.parse(await response.json()).message).toBe('Short URL not found');
  });

  it('gets 404 if another account has its link', async () => {
    const { alias } = await newLink();
    const { key } = await world.newKey();
    expect((await world.v2(key, 'GET', `/stats/${alias}`)).status).toBe(404);
  });
});

describe('CSV', () => {
  const ask = (key: string, path: string, accept: string) =>
    world.call('GET', `/v2/stats${path}`, { headers: { Authorization: `Bearer ${key}`, Accept: accept } });

  it('shows a breakdown as rows', async () => {
    const { key, alias } = await newLink();
    await visit(alias, {}, { country: 'DE', city: 'Köln' });
    const response = await ask(key, `/${alias}?groupBy=city,browser`, 'text/csv');
    expect(response.headers.get('Content-Type')).toBe('text/csv; charset=utf-8');
    expect(response.headers.get('Vary')).toContain('Accept');
    expect(await response.text()).toBe('grouping,value,clicks\r\ncity,"Köln, DE",1\r\nbrowser,Firefox,1\r\n');
  });

  it('shows a breakdown without clicks as the header row only', async () => {
    const { key, alias } = await newLink();
    const response = await ask(key, `/${alias}?groupBy=city`, 'text/csv');
    expect(await response.text()).toBe('grouping,value,clicks\r\n');
  });

  it('shows totals as one row', async () => {
    const { key } = await newLink();
    expect(await (await ask(key, '', 'text/csv')).text()).toBe(
      'clickCount,uniqueVisitors,botHits,qrScans,lastAccessed\r\n0,0,0,0,\r\n',
    );
  });

  it.each([
    ['*/*', 'application/json'],
    ['application/json, text/csv;q=0.5', 'application/json'],
    ['text/html', 'application/json'],
    ['text/csv;q=0.9, application/json;q=0.1', 'text/csv'],
  ])('is returned if Accept prefers it: %s gives %s', async (accept, type) => {
    const { key } = await newLink();
    expect((await ask(key, '', accept)).headers.get('Content-Type')).toContain(type);
  });

  it('is not used for errors, which are JSON', async () => {
    const { key } = await newLink();
    const response = await ask(key, '?groupBy=colour', 'text/csv');
    expect([response.status, response.headers.get('Content-Type')]).toEqual([400, 'application/json']);
  });
});

describe('nothing that identifies a visitor', () => {
  const NAMESPACES = [env.STATISTICS, env.CLICKS, env.KEYS, env.ADDRESSES] as unknown as DurableObjectNamespace[];

  /** Returns the ids of all Durable Objects. */
  async function objectIds(): Promise<Set<string>> {
    const lists = await Promise.all(NAMESPACES.map((namespace) => listDurableObjectIds(namespace)));
    return new Set(lists.flat().map(String));
  }

  /** Yields everything in D1 and KV, and in the Durable Objects that did not exist before, as texts. */
  async function* everythingStored(before: ReadonlySet<string>): AsyncGenerator<string> {
    const { results } = await env.DB.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all<{
      name: string;
    }>();
    for (const { name } of results.filter((table) => !/^(_cf|sqlite|d1)_/.test(table.name)))
      yield JSON.stringify(await env.DB.prepare(`SELECT * FROM ${name}`).all());
    for (const { name } of (await env.ROUTES.list()).keys) yield String(await env.ROUTES.get(name));
    for (const namespace of NAMESPACES) {
      for (const id of await listDurableObjectIds(namespace)) {
        if (!before.has(String(id))) yield JSON.stringify(await runInDurableObject(namespace.get(id), dumpObject));
      }
    }
  }

  function dumpObject(_: unknown, { storage }: DurableObjectState): unknown[] {
    const tables = storage.sql.exec<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'").toArray();
    const rows = tables
      .filter(({ name }) => !/^(_cf|sqlite)_/.test(name))
      .flatMap(({ name }) => storage.sql.exec(`SELECT * FROM ${name}`).toArray());
    const bytes = (value: unknown) =>
      value instanceof ArrayBuffer
        ? [...new Uint8Array(value)].map((byte) => String.fromCharCode(byte)).join('')
        : value;
    return [
      ...rows.map((row) => Object.values(row).map(bytes)),
      ...[...storage.kv.list()].map(([key, value]) => [key, JSON.stringify(value)]),
    ];
  }

  it('is stored, logged or returned, even after two hundred visits', async () => {
    const log = (['log', 'error', 'warn', 'info'] as const).map((name) => vi.spyOn(console, name));
    const before = await objectIds();
    const { key, alias } = await newLink();
    const { alias: limited } = await newLink({ maxClicks: 100 });
    const { alias: guarded } = await newLink({ password: 'right word' });
    for (let i = 0; i < 200; i += 50) {
      await Promise.all(
        Array.from({ length: 50 }, (_, j) => {
          const n = i + j;
          const path = n % 10 === 0 ? guarded : n % 3 === 0 ? limited : alias;
          return visit(path, {
            'CF-Connecting-IP': n % 2 === 0 ? `198.51.${n % 250}.77` : `2001:db8:77:${n.toString(16)}::beef`,
            'User-Agent': `${FIREFOX} Marker-of-a-visitor/${n}`,
            Referer: `https://news.example/path-of-a-visitor/${n}?secret=${n}`,
            'X-Link-Password': n % 20 === 0 ? 'right word' : 'wrong word of a visitor',
            Cookie: 'cookie-of-a-visitor=1',
            ...(n % 7 === 0 && { DNT: '1' }),
          });
        }),
      );
    }
    const responses = [await read(key, `${alias}?groupBy=${GROUPINGS.join(',')}`), await readAccount(key)];
    const texts = [JSON.stringify(responses), JSON.stringify(log.map(({ mock }) => mock.calls))];
    for await (const text of everythingStored(before)) texts.push(text);
    expect(texts.filter((text) => text.includes('news.example')).length).toBeGreaterThan(1);
    for (const text of texts) {
      expect(text).not.toMatch(/198\.51\.|2001:db8|:beef|[vV]isitor\/|-of-a-visitor|of a visitor|secret=/);
      expect(text).not.toContain('right word');
    }
  });
});
