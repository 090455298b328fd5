/** The filters of GET /v2/stats and /v2/stats/:shortCode (specification 10.7). */
import { beforeEach, describe, expect, it } from 'vitest';
import { Envelope } from '#api/http/fields';
import type { Plan } from '#domain/plans';
import { fakeClock, NOON } from '#testkit/clock';
import { createWorld, freshAlias } from '#testkit/world';
import { AccountStatistics, LinkStatistics } from './statistics-record';

const turnTo = fakeClock();
beforeEach(() => turnTo(NOON));
const world = createWorld();
const DAY = 86_400_000;

async function newLinks(count: number, plan: Plan = 'PRO') {
  const { key, accountId } = await world.newKey(plan === 'FREE' ? 'PRO' : plan);
  const aliases = Array.from({ length: count }, () => freshAlias('filter'));
  for (const alias of aliases) await world.shorten(key, { url: 'https://example.com/', alias, tags: ['Spring'] });
  return { key, accountId, aliases };
}

const visit = (alias: string, country: string, address: string, headers: Record<string, string> = {}) =>
  world.visit(alias, { headers: { 'CF-Connecting-IP': address, ...headers }, cf: { country } } as RequestInit);

async function read<Schema extends typeof LinkStatistics | typeof AccountStatistics>(
  schema: Schema,
  key: string,
  path: string,
) {
  const response = await world.v2(key, 'GET', `/stats${path}`);
  expect(response.status, await response.clone().text()).toBe(200);
  return schema.parse(await response.json()) as ReturnType<Schema['parse']>;
}

describe('a filter of statistics', () => {
  it('counts in range, breakdown and top links only clicks with its value, and leaves the totals as they are', async () => {
    const { key, aliases } = await newLinks(2);
    const [first = '', second = ''] = aliases;
    await visit(first, 'DE', '192.0.2.1', { Referer: 'https://www.news.example/' });
    await visit(`${first}?qr=1`, 'DE', '192.0.2.2');
    await visit(first, 'US', '192.0.2.3');
    await visit(first, 'US', '192.0.2.4', { 'User-Agent': 'Twitterbot/1.0' });
    await visit(second, 'DE', '192.0.2.1');
    const range = { end: '2031-06-15', missed: 0, botHits: 0 };
    expect(await read(LinkStatistics, key, `/${first}?country=DE&groupBy=day,referrer`)).toMatchObject({
      clickCount: 3,
      botHits: 1,
      range: { ...range, clicks: 2, uniqueVisitors: 2, qrScans: 1 },
      breakdown: {
        day: [{ value: '2031-06-15', clicks: 2 }],
        referrer: [
          { value: 'Direct', clicks: 1 },
          { value: 'www.news.example', clicks: 1 },
        ],
      },
    });
    const both = await read(LinkStatistics, key, `/${first}?country=DE&referrer=news.example`);
    expect(both).toMatchObject({ range: { ...range, clicks: 1 } });
    const account = await read(AccountStatistics, key, '?country=DE');
    expect(account.topLinks.map(({ shortCode, clickCount }) => [shortCode, clickCount])).toEqual([
      [first, 2],
      [second, 1],
    ]);
    expect(account).toMatchObject({ clickCount: 4, range: { ...range, clicks: 3 } });
    const ofTag = await read(AccountStatistics, key, '?tag=Spring&country=US&groupBy=country');
    expect(ofTag).toMatchObject({
      range: { ...range, clicks: 1 },
      breakdown: { country: [{ value: 'US', clicks: 1 }] },
      topLinks: [{ shortCode: first, clickCount: 1 }],
    });
  });

  it('reaches back as many days as the plan says, and says from which day on', async () => {
    const { aliases, key, accountId } = await newLinks(1);
    const [alias = ''] = aliases;
    for (const ago of [40, 20, 0]) {
      turnTo(NOON - ago * DAY);
      await visit(alias, 'DE', '192.0.2.1');
    }
    const rangeOf = async (text: string) => (await read(LinkStatistics, text, `/${alias}?country=DE`)).range;
    expect(await rangeOf(key)).toMatchObject({ clicks: 3 });
    const { key: free } = await world.newKey('FREE', { accountId });
    expect(await rangeOf(free)).toMatchObject({ start: '2031-05-17', clicks: 2, uniqueVisitors: 2 });
  });

  it.each([
    ['/x?country=', 'country must be one value of 1 to 64 characters'],
    [`/x?city=${'x'.repeat(65)}`, 'city must be one value of 1 to 64 characters'],
    ['?os=Linux&os=iOS', 'os must be one value of 1 to 64 characters'],
    ['?groupBy=tag&os=Linux', 'groupBy may name tag only without the parameter tag and without a filter'],
  ])('%s is refused', async (path, message) => {
    const { key } = await world.newKey('PRO');
    const response = await world.v2(key, 'GET', `/stats${path}`);
    expect(response.status).toBe(400);
    expect(Envelope.parse(await response.json()).message).toBe(message);
  });
});
