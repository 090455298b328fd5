/** The settings `linkQuota`, the links of a key a month, and `activeKeys`, the active keys of an account. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it } from 'vitest';
import { Envelope } from '#api/http/fields';
import { fakeClock } from '#testkit/clock';
import { D1_DOWN, d1Where } from '#testkit/faults';
import { createWorld, freshAlias, type World } from '#testkit/world';
import { BatchRecord } from './batch-record';

const turnTo = fakeClock();
const url = 'https://example.com/';
const world = createWorld();
afterEach(async () => {
  await env.DB.prepare('DELETE FROM settings').run();
});

/** Sets the monthly link quota of PRO. Returns a new world and a key on PRO. */
async function withQuota(quota: number) {
  await world.admin('PUT', '/settings', { linkQuota: { PRO: quota } });
  return { ...(await world.newKey('PRO')), here: createWorld() };
}

const batch = async (here: World, key: string, items: unknown[]) =>
  BatchRecord.parse(await (await here.shortenBatch(key, items)).json());

const callsLeft = (response: Response) => Number(response.headers.get('X-Quota-Remaining'));

describe('the setting linkQuota', () => {
  it('refuses a link beyond it with a message of its own, and the refused call does not count in the month', async () => {
    const { key, here } = await withQuota(2);
    expect((await here.shorten(key, { url })).status).toBe(201);
    const last = await here.shorten(key, { url });
    const refused = await here.shorten(key, { url });
    expect(last.status).toBe(201);
    expect(Envelope.parse(await refused.json())).toMatchObject({
      statusCode: 429,
      message: 'Monthly link limit reached.',
      errorType: 'LINK_QUOTA_EXCEEDED',
    });
    expect(callsLeft(refused)).toBe(callsLeft(last));
    expect(refused.headers.get('X-RateLimit-Remaining')).toBe('4997');
  });

  it('is not charged for a refused link', async () => {
    const { key, here } = await withQuota(2);
    const alias = freshAlias('quota');
    expect((await here.shorten(key, { url, alias })).status).toBe(201);
    for (let i = 0; i < 3; i++) expect((await here.shorten(key, { url, alias })).status).toBe(400);
    expect((await here.shorten(key, { url: 'nonsense' })).status).toBe(400);
    expect((await here.shorten(key, { url })).status).toBe(201);
    expect((await here.shorten(key, { url })).status).toBe(429);
  });

  it('is not charged if D1 fails, and the call does not count in the month', async () => {
    const { key, here } = await withQuota(1);
    const failed = await createWorld({ DB: d1Where(/^insert/i, D1_DOWN) }).shorten(key, { url });
    expect([failed.status, callsLeft(failed)]).toEqual([503, 500_000]);
    expect((await here.shorten(key, { url })).status).toBe(201);
    expect((await here.shorten(key, { url })).status).toBe(429);
  });

  it('does not change the refusal of a link if the refund fails', async () => {
    const { key } = await withQuota(5);
    const alias = freshAlias('quota');
    await world.shorten(key, { url, alias });
    const KEYS = new Proxy(env.KEYS, {
      get: (keys, name) => {
        if (name !== 'getByName') return Reflect.get(keys, name);
        return (id: string) => {
          const stub = keys.getByName(id) as unknown as Record<string, (...args: unknown[]) => unknown>;
          return new Proxy(
            {},
            {
              get:
                (_, method) =>
                (...args: unknown[]) =>
                  method === 'refundLinks' ? Promise.reject(new Error('away')) : stub[String(method)]?.(...args),
            },
          );
        };
      },
    });
    expect(await (await createWorld({ KEYS }).shorten(key, { url, alias })).json()).toMatchObject({
      statusCode: 400,
      errorType: 'ALIAS_TAKEN',
    });
  });

  it('is exact while fifty creations run at once', async () => {
    const { key, here } = await withQuota(20);
    const responses = await Promise.all(Array.from({ length: 50 }, () => here.shorten(key, { url })));
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(30);
  });

  it('refuses each remaining item of a batch once it is used up', async () => {
    const { key, here } = await withQuota(3);
    const items = [
      { url },
      { url: 'nonsense' },
      { url },
      { url },
      { url: 'nonsense' },
      { url, alias: 'free' },
      { url },
    ];
    const { results } = await batch(here, key, items);
    expect(results.map((one) => (one.success ? 200 : one.statusCode))).toEqual([200, 400, 200, 200, 400, 429, 429]);
    expect(results[6]).toEqual({
      index: 6,
      success: false,
      url,
      statusCode: 429,
      message: 'Monthly link limit reached.',
      errorType: 'LINK_QUOTA_EXCEEDED',
      retryAfter: expect.any(Number),
      resetDate: expect.stringMatching(/-01T00:00:00\.000Z$/),
    });
    expect((await here.shorten(key, { url })).status).toBe(429);
  });

  it('gets a refund for the links that a batch charged and did not create', async () => {
    const { key, here } = await withQuota(5);
    const alias = freshAlias('quota');
    await here.shorten(key, { url, alias });
    const items = [
      { url, alias },
      { url, alias: freshAlias('quota') },
      { url, alias: alias.toUpperCase() },
    ];
    expect((await batch(here, key, items)).summary).toEqual({ total: 3, succeeded: 1, failed: 2 });
    expect((await batch(here, key, Array(4).fill({ url }))).summary).toEqual({ total: 4, succeeded: 3, failed: 1 });
  });

  it('gets a refund for all links of a batch if D1 fails', async () => {
    const { key, here } = await withQuota(2);
    const broken = createWorld({ DB: d1Where(/^insert/i, D1_DOWN) });
    expect((await broken.shortenBatch(key, [{ url }, { url }])).status).toBe(503);
    expect((await batch(here, key, [{ url }, { url }])).summary.succeeded).toBe(2);
  });

  it('is exact while ten batches of ten links run at once', async () => {
    const { key, here } = await withQuota(33);
    const responses = await Promise.all(Array.from({ length: 10 }, () => batch(here, key, Array(10).fill({ url }))));
    expect(responses.reduce((made, { summary }) => made + summary.succeeded, 0)).toBe(33);
  });

  it('is full again at the beginning of a month', async () => {
    const { key, here } = await withQuota(1);
    turnTo(Date.UTC(2032, 11, 31, 23, 59, 59, 999));
    expect((await here.shorten(key, { url })).status).toBe(201);
    const refused = await here.shorten(key, { url });
    expect(await refused.json()).toMatchObject({ resetDate: '2033-01-01T00:00:00.000Z', retryAfter: 1 });
    turnTo(Date.UTC(2033, 0, 1));
    expect((await here.shorten(key, { url })).status).toBe(201);
  });
});

describe('the setting activeKeys', () => {
  it('refuses one more key with 409, and allows it once another key is inactive', async () => {
    await world.admin('PUT', '/settings', { activeKeys: { HOBBY: 2 } });
    const { accountId, id } = await world.newKey('HOBBY');
    const another = () => world.admin('POST', '/keys', { name: 'one more', accountId });
    expect((await another()).status).toBe(201);
    expect(await (await another()).json()).toMatchObject({ statusCode: 409, errorType: 'ACTIVE_KEYS_REACHED' });
    await world.admin('PATCH', `/keys/${id}`, { status: 'inactive' });
    expect((await another()).status).toBe(201);
    expect((await world.admin('PATCH', `/keys/${id}`, { status: 'active' })).status).toBe(409);
  });

  it('is exact while ten creations run at once', async () => {
    const { accountId } = await world.newKey('FREE');
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => world.admin('POST', '/keys', { name: 'one more', accountId })),
    );
    expect(responses.filter(({ status }) => status === 201)).toHaveLength(4);
  });
});
