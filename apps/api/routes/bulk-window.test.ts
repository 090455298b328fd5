/**
 * The links that bulk calls name count in a window of the account, because each is a row and an entry (specification
 * 8.10).
 */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { Envelope } from '#api/http/fields';
import { BulkRecord } from '#api/links/bulk-body';
import { PLAN_LIMITS, PLANS } from '#domain/plans';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { OVERLOADED, Tap, tappedObjects } from '#testkit/faults';
import { postOnce } from '#testkit/idempotent';
import { fillWindow } from '#testkit/used-up';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';
const NEW = 'https://example.com/new';
const OF_FREE = PLAN_LIMITS.FREE.bulkLinksPerMinute;

const bulk = (key: string, body: Record<string, unknown>, here = world) => here.v2(key, 'POST', '/links/bulk', body);
const unknown = (count: number) => ({ shortCodes: Array(count).fill('none'), delete: true, confirm: count });
const readRow = (code: string) =>
  env.DB.prepare('SELECT * FROM links WHERE code = ?1').bind(code.toLowerCase()).first();

async function newLinks(key: string, count: number, options: Record<string, unknown> = {}): Promise<string[]> {
  const items = Array.from({ length: count }, () => ({ url, ...options }));
  const { results } = await (await world.shortenBatch(key, items)).json<{ results: { shortCode: string }[] }>();
  return results.map(({ shortCode }) => shortCode);
}

it('a plan has ten times as many links in a minute as requests, and one full request always passes', () => {
  for (const plan of PLANS) expect(PLAN_LIMITS[plan].bulkLinksPerMinute).toBe(10 * PLAN_LIMITS[plan].requestsPerMinute);
  expect(OF_FREE).toBeGreaterThanOrEqual(100);
});

describe('the links that bulk calls name', () => {
  it('are counted for all keys of the account together: of calls at once exactly as many pass as fit', async () => {
    turnTo(NOON);
    const { key, accountId } = await world.newKey('FREE');
    const second = await world.newKey('FREE', { accountId });
    const calls = Array.from({ length: 9 }, (_, n) => bulk(n % 2 ? key : second.key, unknown(99)));
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(Math.floor(OF_FREE / 99));
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    expect((await bulk(key, unknown(OF_FREE % 99))).status).toBe(200);
    expect((await bulk(key, unknown(1))).status).toBe(429);
    turnTo(NOON + 60_000);
    expect((await bulk(key, unknown(100))).status).toBe(200);
  });

  it('beyond the window are 429 for the whole call: nothing is written, the month is given back', async () => {
    turnTo(NOON);
    const { key, accountId } = await world.newKey('PRO');
    const [code = ''] = await newLinks(key, 1, { tags: ['one'] });
    const before = [await readRow(code), await env.ROUTES.get(`l:${code}`)];
    await fillWindow(`bulk:${accountId}`);
    turnTo(NOON + 20_500);
    const usage = await world.v2(key, 'GET', '/usage');
    const acts = [{ change: { url: NEW } }, { change: { addTags: ['two'] } }, { delete: true, confirm: 1 }];
    for (const named of [{ shortCodes: [code] }, { filter: { tag: 'one' } }])
      for (const act of acts) {
        const refused = await bulk(key, { ...named, confirm: 1, ...act });
        expect(refused.status).toBe(429);
        expect(refused.headers.get('Retry-After')).toBe('40');
        expect(Envelope.parse(await refused.json())).toMatchObject({
          errorType: 'BULK_LIMIT_EXCEEDED',
          message: 'Too many links in bulk. Try again in the next minute.',
          retryAfter: 40,
        });
        expect(refused.headers.get('X-Quota-Remaining')).toBe(usage.headers.get('X-Quota-Remaining'));
      }
    expect([await readRow(code), await env.ROUTES.get(`l:${code}`)]).toEqual(before);
  });

  it('beyond the window leave the Idempotency-Key free', async () => {
    turnTo(NOON);
    const { key, accountId } = await world.newKey('PRO');
    const [code = ''] = await newLinks(key, 1);
    const post = (change: object) =>
      postOnce(world, key, JSON.stringify({ shortCodes: [code], change }), 'one', '/v2/links/bulk');
    await fillWindow(`bulk:${accountId}`);
    expect((await post({ url: NEW })).status).toBe(429);
    turnTo(NOON + 60_000);
    expect((await post({ url: `${NEW}er` })).status).toBe(200);
    expect(await readRow(code)).toMatchObject({ url: `${NEW}er` });
  });

  it('are checked behind the shape of the whole request and before its destination, and a refused request counts none', async () => {
    turnTo(NOON);
    const { key, accountId } = await world.newKey('PRO');
    const unsafe = { shortCodes: ['none'], change: { url: 'https://testsafebrowsing.appspot.com/s/malware.html' } };
    const broken = [
      { shortCodes: ['none'], change: { url: 'nonsense' } },
      { shortCodes: ['none'], delete: true, confirm: 2 },
      { filter: { tag: 'none' }, delete: true, confirm: 2 },
    ];
    for (const body of broken) expect((await bulk(key, body)).status).toBe(400);
    const { reading } = await env.ADDRESSES.getByName(`bulk:${accountId}`).admit(10);
    expect(reading.remaining).toBe(9);
    await fillWindow(`bulk:${accountId}`);
    for (const body of broken) expect((await bulk(key, body)).status).toBe(400);
    expect((await bulk(key, unsafe)).status).toBe(429);
  });

  it('beyond the window affect no creation, batch or change of one link', async () => {
    turnTo(NOON);
    const { key, accountId } = await world.newKey('PRO');
    await fillWindow(`bulk:${accountId}`);
    const [code = ''] = await newLinks(key, 50);
    expect((await world.v2(key, 'PATCH', `/links/${code}`, { url: NEW })).status).toBe(200);
    expect((await world.v2(key, 'DELETE', `/links/${code}`)).status).toBe(204);
  });
});

describe('a deletion that names deleted links', () => {
  it('is 200 with each of them, and writes neither a row nor an entry', async () => {
    const { bindings, takeCost } = countedBindings();
    const here = createWorld(bindings);
    const { key } = await here.newKey('PRO');
    const shortCodes = [...(await newLinks(key, 2)), ...(await newLinks(key, 1, { maxClicks: 3 }))];
    const body = { shortCodes, delete: true, confirm: 3 };
    const first = BulkRecord.parse(await (await bulk(key, body, here)).json());
    const before = await Promise.all(shortCodes.map(readRow));
    takeCost();
    const again = await bulk(key, body, here);
    const { rowsWritten, kv } = takeCost();
    expect({ status: again.status, rowsWritten, kv }).toEqual({ status: 200, rowsWritten: 0, kv: [] });
    expect(BulkRecord.parse(await again.json())).toEqual(first);
    expect(await Promise.all(shortCodes.map(readRow))).toEqual(before);
  });

  it('of which a counter has not heard tells it, so that no visit follows the response', async () => {
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('counted');
    await world.shorten(key, { url, alias, maxClicks: 3 });
    await world.visit(alias);
    const body = { shortCodes: [alias], delete: true, confirm: 1 };
    const down = createWorld({ CLICKS: tappedObjects(env.CLICKS, new Tap(OVERLOADED)) });
    for (let n = 0; n < 2; n++) {
      const { results } = BulkRecord.parse(await (await bulk(key, body, down)).json());
      expect(results).toMatchObject([{ success: false, statusCode: 503 }]);
    }
    const { results } = BulkRecord.parse(await (await bulk(key, body)).json());
    expect(results).toMatchObject([{ success: true, expiredReason: 'DELETED' }]);
    expect((await world.visit(alias)).status).toBe(410);
  });
});
