/** Tests how clicks get from a visit to the statistics object: which are counted, and that each counts once. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Batch, decodeClicks } from '#domain/click-batch';
import { nameStatistics } from '#domain/edge-entry';
import { failing, firstCalls, losingResponses, OVERLOADED, Tap, tappedObjects } from '#testkit/faults';
import { createWorld, freshAlias, type World } from '#testkit/world';
import { joinTraits } from './click';

const BROWSER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:121.0) Gecko/20100101 Firefox/121.0' };

afterEach(() => void vi.restoreAllMocks());

/** Makes a link, and a world whose calls of statistics objects go through a tap. */
async function tapped(fault?: Tap['fault'], options: Record<string, unknown> = {}) {
  const tap = new Tap(fault);
  const here = createWorld({ STATISTICS: tappedObjects(env.STATISTICS, tap), GATHER_MS: '0' });
  const { key, accountId } = await here.newKey('PRO');
  const alias = freshAlias('buffer');
  expect((await here.shorten(key, { url: 'https://example.com/', alias, ...options })).status).toBe(201);
  const { id } = (await env.DB.prepare('SELECT id FROM links WHERE code = ?1').bind(alias).first<{ id: string }>()) ?? {
    id: '',
  };
  const statistics = env.STATISTICS.getByName(nameStatistics(accountId));
  return { here, tap, alias, accountId, totals: async () => (await statistics.readLink(id, null)).totals };
}

const visits = (here: World, alias: string, count: number, init: RequestInit = {}) =>
  Promise.all(Array.from({ length: count }, () => here.visit(alias, { headers: BROWSER, ...init })));

describe('clicks', () => {
  it('are sent in one call if many visits come at once', async () => {
    const { here, tap, alias, totals } = await tapped();
    await visits(here, alias, 1); // from now on the isolate has the entry
    tap.calls.length = 0;
    await visits(here, alias, 200);
    expect(tap.calls).toHaveLength(1);
    expect((await totals()).clicks).toBe(201);
  });

  it('cost no call before the response', async () => {
    const { here, tap, alias } = await tapped();
    const { default: redirect } = await import('../worker');
    const later: Promise<unknown>[] = [];
    const ctx = { waitUntil: (promise: Promise<unknown>) => void later.push(promise), passThroughOnException() {} };
    const response = await redirect.fetch(
      new Request(`https://s.example.com/${alias}`) as never,
      here.env,
      ctx as unknown as ExecutionContext,
    );
    expect(response.status).toBe(302);
    expect(tap.calls).toEqual([]);
    await Promise.all(later);
    expect(tap.calls).toEqual(['add']);
  });

  it.each<[string, Tap['fault']]>([
    ['is overloaded for some calls', firstCalls(3, OVERLOADED)],
    ['fails for some calls', firstCalls(4, failing())],
    ['loses its first response', firstCalls(1, losingResponses())],
    ['loses every second response', losingResponses(2)],
  ])('count once each if the object %s', async (_, fault) => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { here, alias, totals } = await tapped(fault);
    await visits(here, alias, 10);
    await visits(here, alias, 10);
    expect((await totals()).clicks).toBe(20);
  });

  it('wait while the object fails, and a later visit sends all of them', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { here, tap, alias, accountId, totals } = await tapped(OVERLOADED);
    for (let i = 0; i < 3; i++) await visits(here, alias, 5);
    expect((await totals()).clicks).toBe(0);
    expect(log.mock.calls.flat().join()).toContain(nameStatistics(accountId));
    tap.fault = (call) => call();
    tap.calls.length = 0;
    await visits(here, alias, 1);
    expect((await totals()).clicks).toBe(16);
    expect(tap.calls).toEqual(['add']);
  });

  it('do not delay redirects while the object fails', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { here, alias } = await tapped(failing());
    expect((await visits(here, alias, 20)).map(({ status }) => status)).toEqual(Array(20).fill(302));
  });
});

describe('what is counted', () => {
  it.each<[string, RequestInit & { path?: string }, Record<string, unknown>, object]>([
    ['a visit is a click', {}, {}, { clicks: 1, robots: 0, scans: 0 }],
    ['a visit with ?qr=1 is a click and a scan', { path: '?qr=1' }, {}, { clicks: 1, scans: 1 }],
    ['a visit with ?qr=0 is a click', { path: '?qr=0' }, {}, { clicks: 1, scans: 0 }],
    ['HEAD is not counted', { method: 'HEAD' }, {}, { clicks: 0, robots: 0 }],
    ['a prefetch is not counted', { headers: { 'Sec-Purpose': 'prefetch' } }, {}, { clicks: 0 }],
    ['a preview is not counted', { path: '+' }, {}, { clicks: 0 }],
    [
      'a visit of a robot counts as a robot’s',
      { headers: { 'User-Agent': 'Slackbot 1.0' } },
      {},
      { clicks: 0, robots: 1, visitors: 0 },
    ],
    [
      'a visit of a robot to a limited link counts as a robot’s',
      { headers: { 'User-Agent': 'Slackbot 1.0' } },
      { maxClicks: 5 },
      { clicks: 0, robots: 1 },
    ],
    ['a visit to a limited link is a click', {}, { maxClicks: 5 }, { clicks: 1, visitors: 1 }],
    ['the page of a protected link is not counted', {}, { password: 'word' }, { clicks: 0 }],
    [
      'a visit with the right password is a click',
      { headers: { 'X-Link-Password': 'word' } },
      { password: 'word' },
      { clicks: 1 },
    ],
    [
      'a visit with a wrong password is not counted',
      { headers: { 'X-Link-Password': 'sword' } },
      { password: 'word' },
      { clicks: 0 },
    ],
    [
      'a visit with DNT: 1 is a click without a visitor',
      { headers: { ...BROWSER, DNT: '1' } },
      {},
      { clicks: 1, visitors: 0 },
    ],
    [
      'a visit with Sec-GPC: 1 is a click without a visitor',
      { headers: { ...BROWSER, 'Sec-GPC': '1' } },
      {},
      { clicks: 1, visitors: 0 },
    ],
    [
      'a visit with DNT: 0 is a click with a visitor',
      { headers: { ...BROWSER, DNT: '0' } },
      {},
      { clicks: 1, visitors: 1 },
    ],
  ])('%s', async (_, { path = '', ...init }, options, expected) => {
    const { here, alias, totals } = await tapped(undefined, options);
    await here.visit(`${alias}${path}`, init);
    expect(await totals()).toMatchObject(expected);
  });

  it('a visit to a spent link is not counted', async () => {
    const { here, alias, totals } = await tapped(undefined, { maxClicks: 3 });
    expect((await visits(here, alias, 10)).filter(({ status }) => status === 302)).toHaveLength(3);
    expect((await totals()).clicks).toBe(3);
  });
});

it('sends no property of a visitor who asks not to be tracked', async () => {
  const sent: Batch[] = [];
  const { here, alias } = await tapped((call, _what, _nth, batches) => {
    sent.push(...(batches as Batch[]));
    return call();
  });
  const headers = {
    ...BROWSER,
    DNT: '1',
    Referer: 'https://news.example/',
    'Accept-Language': 'de',
    'CF-Connecting-IP': '192.0.2.9',
  };
  await here.visit(alias, { headers, cf: { country: 'DE', city: 'Köln' } } as RequestInit);
  const text = JSON.stringify(sent);
  for (const word of ['192.0.2.9', 'Firefox', 'news.example', 'DE', 'Köln', '"de"']) expect(text).not.toContain(word);
  expect([...decodeClicks(sent[0]?.clicks ?? '')]).toMatchObject([{ kind: 'click', profile: null, visitor: null }]);
});

it('counts a country and a city that are no texts as unknown', async () => {
  const sent: Batch[] = [];
  const { here, alias } = await tapped((call, _what, _nth, batches) => {
    sent.push(...(batches as Batch[]));
    return call();
  });
  await here.visit(alias, { headers: BROWSER, cf: { country: 7, city: { name: 'Rome' } } } as RequestInit);
  expect([...decodeClicks(sent[0]?.clicks ?? '')]).toMatchObject([
    { profile: { country: 'Unknown', city: 'Unknown' } },
  ]);
});

it('makes batches small enough for the object, even from thousands of clicks with long texts', async () => {
  const { makeBatches } = await import('./click-batches');
  const click = (i: number) => ({
    at: Date.UTC(2026, 10, 21) + i,
    linkId: `link-id-of-twelve-and-more-${i}`,
    code: 'c'.repeat(50),
    query: `?${'q'.repeat(8_000)}`,
    address: `2001:db8:${(i % 65_536).toString(16)}::1`,
    isPrivate: false,
    traits: joinTraits([
      `Agent ${i} ${'x'.repeat(8_000)}`,
      `https://${i}.${'r'.repeat(60)}.example/${'p'.repeat(8_000)}`,
      'de,'.repeat(2_000),
      's.example.com',
      'DE',
      'C'.repeat(64),
    ]),
  });
  const batches = makeBatches(Array.from({ length: 5_100 }, (_, i) => click(i)));
  expect(batches).toHaveLength(3);
  for (const { clicks, visitors } of batches) {
    expect(new TextEncoder().encode(clicks).length).toBeLessThan(2_000_000);
    expect(visitors.length * 8).toBeLessThan(2_000_000);
  }
  expect(new Set(batches.map(({ id }) => id)).size).toBe(3);
});
