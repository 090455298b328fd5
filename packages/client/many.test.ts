/** Batches and lists of any length, against the API itself. */
import { describe, expect, it } from 'vitest';
import { makeClient } from '../testkit/client';
import { createWorld, freshAlias } from '../testkit/world';
import { type BatchResult, type LinkRequest, type ManagedLink, Swiftlet } from './swiftlet';

const world = createWorld();
const url = 'https://example.com/page';

/** A client with a key of a new account. `paths` grows by the path of each response that the client receives. */
async function newClient() {
  const { key } = await world.newKey();
  const paths: string[] = [];
  return { ...makeClient(world, key, { onAnswer: ({ path }) => paths.push(path) }), paths };
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

const numbered = (count: number): LinkRequest[] => Array.from({ length: count }, (_, i) => ({ url: `${url}/${i}` }));

describe('shortenMany', () => {
  it('makes links in batches of fifty, and numbers the results over all batches', async () => {
    const { client, paths } = await newClient();
    const results = await all(client.shortenMany(numbered(120)));
    expect(paths).toEqual(Array(3).fill('/v2/shorten/batch'));
    expect(results.map(({ index }) => index)).toEqual(numbered(120).map((_, i) => i));
    expect(results.every(({ success }) => success)).toBe(true);
    expect(results.at(-1)?.url).toBe(`${url}/119`);
    expect(await all(client.links())).toHaveLength(120);
  });

  it('yields the refusal of an item at the index of that item, and makes the other links', async () => {
    const { client } = await newClient();
    const requests = numbered(60);
    requests[53] = { url: 'nonsense' };
    const failed = (await all(client.shortenMany(requests))).filter(({ success }) => !success);
    expect(failed).toMatchObject([{ index: 53, success: false, url: 'nonsense', errorType: 'INVALID_URL' }]);
  });

  it('reads its source only as far as the results are read', async () => {
    const { client } = await newClient();
    let requested = 0;
    let isClosed = false;
    async function* endless() {
      try {
        for (;;) yield { url: `${url}/${requested++}` };
      } finally {
        isClosed = true;
      }
    }
    const seen: BatchResult[] = [];
    for await (const result of client.shortenMany(endless())) {
      seen.push(result);
      if (seen.length <= 50) expect(requested).toBe(50);
      if (seen.length === 51) break;
    }
    expect(requested).toBe(100);
    expect(isClosed).toBe(true);
  });

  it('makes smaller batches if fifty requests would exceed the size limit of a body', async () => {
    const { client, paths } = await newClient();
    // These destinations are too long, so the API refuses each item, and not the whole body.
    const long = `${url}?q=${'漢'.repeat(8_100)}`;
    const results = await all(client.shortenMany(Array.from({ length: 50 }, () => ({ url: long }))));
    expect(results.filter((one) => !one.success && one.message === 'Please provide a valid URL')).toHaveLength(50);
    expect(paths).toHaveLength(2);
  });

  it('makes no call for an empty source', async () => {
    const { client } = await newClient();
    expect(await all(client.shortenMany([]))).toEqual([]);
    expect(client.limits).toBeNull();
  });
});

it('shortenBatch with atomic makes all links or none, and gives a result for each', async () => {
  const { client } = await newClient();
  const alias = freshAlias('atom');
  const error = await client
    .shortenBatch([{ url, alias }, { url: 'nonsense' }], { atomic: true })
    .catch((reason) => reason);
  expect(error).toMatchObject({ status: 400, errorType: 'BATCH_ABORTED' });
  expect(error.results.map(({ success }: BatchResult) => success)).toContain(false);
  await expect(client.link(alias)).rejects.toMatchObject({ status: 404 });
  const { summary } = await client.shortenBatch([{ url, alias }, { url }], { atomic: true });
  expect(summary).toEqual({ total: 2, succeeded: 2, failed: 0 });
});

describe('a list', () => {
  it('yields the links of all its pages', async () => {
    const { client, paths } = await newClient();
    await all(client.shortenMany(numbered(45)));
    const links = await all(client.links({ limit: 20 }));
    expect(new Set(links.map((link) => link.url))).toEqual(new Set(numbered(45).map((link) => link.url)));
    expect(links).toHaveLength(45);
    expect(paths).toEqual(['/v2/shorten/batch', ...Array(3).fill('/v2/links')]);
  });

  it('is read page by page with linksPage and its cursor', async () => {
    const { client } = await newClient();
    await all(client.shortenMany(numbered(3)));
    const first = await client.linksPage({ limit: 2 });
    const second = await client.linksPage({ limit: 2, cursor: first.nextCursor ?? '' });
    expect([first.links.length, second.links.length, second.nextCursor]).toEqual([2, 1, null]);
  });

  it('continues after an empty page', async () => {
    const page = (links: Partial<ManagedLink>[], nextCursor: string | null) => Response.json({ links, nextCursor });
    const pages = [page([], 'a'), page([{ url }], 'b'), page([], null)];
    const client = new Swiftlet({
      baseUrl: 'https://api.example.com',
      key: 'sl_any',
      fetch: async () => pages.shift() as Response,
    });
    expect(await all(client.links())).toEqual([{ url }]);
  });

  it('has only the links that match the query', async () => {
    const { client } = await newClient();
    const { shortCode } = await client.shorten({ url });
    const alive = await client.shorten({ url, alias: freshAlias('alive') });
    await client.remove(shortCode);
    expect((await all(client.links({ status: 'active' }))).map((link) => link.shortCode)).toEqual([alive.shortCode]);
    expect((await all(client.links({ prefix: alive.shortCode }))).length).toBe(1);
    expect((await all(client.links({ search: 'no such thing' }))).length).toBe(0);
    expect((await all(client.links({ host: 'example.org' }))).length).toBe(0);
    const tagged = await client.shorten({ url, tags: ['a, b', '🎉'], externalId: 'order, 1042' });
    await client.shorten({ url, tags: ['a, b'] });
    for (const query of [
      { tag: ['A, B', '🎉'] },
      { tag: '🎉' },
      { externalId: 'order, 1042', createdFrom: '2020-01-01' },
    ])
      expect(await all(client.links(query))).toMatchObject([{ shortCode: tagged.shortCode }]);
    expect(await all(client.links({ tag: ['a, b', '🎉'], tags: 'any', limit: 1 }))).toHaveLength(2);
    expect(await all(client.links({ sort: 'clicks' }))).toEqual([]);
  });
});
