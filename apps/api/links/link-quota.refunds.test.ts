/** Refunds of a link quota: the charge of each link that was not created is refunded once. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it } from 'vitest';
import { D1_DOWN, d1Where } from '#testkit/faults';
import { createWorld, freshAlias, type World } from '#testkit/world';
import { BatchRecord } from './batch-record';

const url = 'https://example.com/';
const operator = createWorld();
afterEach(async () => {
  await env.DB.prepare('DELETE FROM settings').run();
});

/** Sets the monthly link quota of PRO. Returns a new world, a key on PRO, and an alias that the key has used. */
async function withQuota(quota: number) {
  await operator.admin('PUT', '/settings', { linkQuota: { PRO: quota } });
  const { key } = await operator.newKey('PRO');
  const here = createWorld();
  const taken = freshAlias('taken');
  expect((await here.shorten(key, { url, alias: taken })).status).toBe(201);
  return { key, here, taken };
}

const used = async (here: World, key: string) =>
  (await (await here.v2(key, 'GET', '/usage')).json<{ links: { used: number } }>()).links.used;

async function statuses(here: World, key: string, items: unknown[], query = ''): Promise<number[]> {
  const { results } = BatchRecord.parse(await (await here.shortenBatch(key, items, query)).json());
  return results.map((one) => (one.success ? 201 : one.statusCode));
}

it('a quota that was lowered below its use refunds nothing', async () => {
  const { key, here } = await withQuota(5);
  for (let i = 0; i < 2; i++) await here.shorten(key, { url });
  await here.admin('PUT', '/settings', { linkQuota: { PRO: 1 } });
  expect((await here.shorten(key, { url })).status).toBe(429);
  expect(await statuses(here, key, [{ url }, { url }])).toEqual([429, 429]);
  expect(await used(here, key)).toBe(3);
});

describe('a batch beyond the quota', () => {
  it.each([
    ['a taken alias, with no unused charge', 3, [400, 201, 429, 429], 2],
    ['a taken alias, with one more link in the quota', 4, [400, 201, 201, 429], 3],
  ])('gets a refund for %s only', async (_, quota, expected, links) => {
    const { key, here, taken } = await withQuota(quota);
    expect(await statuses(here, key, [{ url, alias: taken }, { url }, { url }, { url }])).toEqual(expected);
    expect(await used(here, key)).toBe(links);
    expect(await statuses(here, key, [{ url }, { url }])).toEqual([201, 429]);
  });

  it('gets a refund for each failed item that was charged', async () => {
    const { key, here, taken } = await withQuota(4);
    await here.shorten(key, { url });
    const items = [{ url, alias: taken }, { url, alias: taken.toUpperCase() }, { url: 'nonsense' }, { url }];
    // The quota is charged after the second item with the alias is refused.
    expect(await statuses(here, key, items)).toEqual([400, 400, 400, 201]);
    expect(await used(here, key)).toBe(3);
  });

  it('gets a full refund if D1 fails', async () => {
    const { key, here } = await withQuota(3);
    const broken = createWorld({ DB: d1Where(/^insert/i, D1_DOWN) });
    expect((await broken.shortenBatch(key, [{ url }, { url }, { url }, { url }])).status).toBe(503);
    expect(await used(here, key)).toBe(1);
  });

  it('gets a full refund if it is atomic', async () => {
    const { key, here } = await withQuota(3);
    const refused = await here.shortenBatch(key, [{ url }, { url }, { url }], '?atomic=true');
    expect(refused.status).toBe(400);
    expect(await used(here, key)).toBe(1);
    expect(await statuses(here, key, [{ url }, { url }], '?atomic=true')).toEqual([201, 201]);
    expect(await used(here, key)).toBe(3);
  });
});
