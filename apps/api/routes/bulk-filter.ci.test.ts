/** Tests POST /v2/links/bulk with a filter. It names all links of the same list, or none (specification 8.10). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { deleteLinks, editLinks } from '#api/links/bulk';
import { BulkRecord } from '#api/links/bulk-body';
import { wholeAccount } from '#api/links/link-owner';
import { Refusal } from '#domain/refusal';
import { countedBindings } from '#testkit/counting';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const url = 'https://example.com/';
const NEW = 'https://example.com/new';
const change = { url: NEW };

const bulk = (key: string, body: Record<string, unknown>, here = world) => here.v2(key, 'POST', '/links/bulk', body);

async function readCodes(response: Response): Promise<string[]> {
  expect(response.status).toBe(200);
  const { results } = BulkRecord.parse(await response.json());
  expect(results.every(({ success }) => success)).toBe(true);
  return results.map(({ shortCode = '' }) => shortCode);
}

async function readMessage(response: Response): Promise<string> {
  expect(response.status).toBe(400);
  return (await response.json<{ message: string }>()).message;
}

async function newLink(key: string, options: Record<string, unknown> = {}): Promise<string> {
  const made = await world.shorten(key, { url, ...options });
  return (await made.json<{ shortCode: string }>()).shortCode;
}

async function newLinks(key: string, count: number, options: Record<string, unknown> = {}): Promise<void> {
  for (let left = count; left > 0; left -= 50) {
    const items = Array.from({ length: Math.min(50, left) }, () => ({ url, ...options }));
    const made = await world.shortenBatch(key, items);
    expect((await made.json<{ summary: unknown }>()).summary).toMatchObject({ failed: 0 });
  }
}

const readUrls = async (id: string) => {
  const { results } = await env.DB.prepare('SELECT DISTINCT url FROM links WHERE account_id = ?1').bind(id).all();
  return results.map((row) => row.url);
};

describe('a filter', () => {
  it.each<[filter: Record<string, unknown>]>([
    [{ tag: 'WINTER' }],
    [{ tag: ['winter', 'mail'], tags: 'all' }],
    [{ tag: ['winter', 'none'], tags: 'any', status: null }],
    [{ externalId: 'one' }],
    [{ search: 'Find me' }],
    [{ status: 'expired' }],
  ])('%j names the links that a list with it shows', async (filter) => {
    const { key } = await world.newKey('PRO');
    const details = { title: 'find me', tags: ['Winter', 'mail'], externalId: 'one' };
    const alias = freshAlias('Named');
    await newLink(key, { ...details, alias });
    await world.admin('POST', `/links/${alias}/block`, { reason: 'test' });
    const other = await newLink(key, { tags: ['summer'] });
    expect(await readCodes(await bulk(key, { filter, change, confirm: 1 }))).toEqual([alias]);
    expect(await (await world.v2(key, 'GET', `/links/${alias}`)).json()).toMatchObject({ url: NEW, ...details });
    expect(await (await world.v2(key, 'GET', `/links/${other}`)).json()).toMatchObject({ url });
  });

  it('names links by their prefix and their times, newest first', async () => {
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('prefix');
    await newLink(key, { alias });
    await newLink(key);
    expect(await readCodes(await bulk(key, { filter: { prefix: alias.toUpperCase() }, change, confirm: 1 }))).toEqual([
      alias,
    ]);
    expect(
      await readCodes(await bulk(key, { filter: { createdFrom: '2020-01-01' }, change, confirm: 2 })),
    ).toHaveLength(2);
    expect(await readCodes(await bulk(key, { filter: { createdTo: '2020-01-01' }, change, confirm: 0 }))).toEqual([]);
  });

  it('does not name deleted links, nor those of other accounts', async () => {
    const [{ key }, other] = [await world.newKey('PRO'), await world.newKey('PRO')];
    const [kept, deleted] = [await newLink(key), await newLink(key)];
    await newLink(other.key);
    await world.v2(key, 'DELETE', `/links/${deleted}`);
    const filter = { search: 'example.com' };
    expect(await readCodes(await bulk(key, { filter, delete: true, confirm: 1 }))).toEqual([kept]);
    expect(await readCodes(await bulk(key, { filter, delete: true, confirm: 0 }))).toEqual([]);
    expect(await readCodes(await bulk(other.key, { filter, change, confirm: 1 }))).toHaveLength(1);
  });

  it('of a key for its own links names only these', async () => {
    const { key, accountId } = await world.newKey('PRO');
    const full = await newLink(key, { tags: ['both'] });
    const own = await world.newKey('PRO', { accountId, links: 'own' });
    const mine = await newLink(own.key, { tags: ['both'] });
    expect(await readCodes(await bulk(own.key, { filter: { tag: 'both' }, change, confirm: 1 }))).toEqual([mine]);
    expect(await (await world.v2(key, 'GET', `/links/${full}`)).json()).toMatchObject({ url });
  });
});

it('a key that may change links but not read them names none by a filter', async () => {
  const full = await world.newKey('PRO');
  const { accountId } = full;
  const { key } = await world.newKey('PRO', { accountId, scopes: ['links:write'] });
  const code = await newLink(full.key);
  const refused = await bulk(key, { filter: { search: 'example' }, change });
  expect([refused.status, (await refused.json<{ errorType: string }>()).errorType]).toEqual([
    403,
    'INSUFFICIENT_SCOPE',
  ]);
  expect(await readUrls(accountId)).toEqual([url]);
  expect(await readCodes(await bulk(key, { shortCodes: [code], change }))).toEqual([code]);
});

describe('a request changes no link if it is refused', () => {
  it.each<[filter: unknown, rule: string]>([
    [{}, 'filter must have a parameter'],
    [{ tag: null }, 'filter must have a parameter'],
    [[], 'filter must be a JSON object'],
    ['tag', 'filter must be a JSON object'],
    [{ search: '' }, 'search must be 1 to 48 bytes'],
    [{ search: '', tag: 'x' }, 'search must be 1 to 48 bytes'],
    [JSON.parse('{"__proto__":{"tag":"x"}}'), '__proto__ is not a parameter here'],
    [JSON.parse('{"tag":"x","__proto__":1}'), '__proto__ is not a parameter here'],
    [{ serach: 'x' }, 'serach is not a parameter here'],
    [{ sort: 'clicks' }, 'sort is not a parameter here'],
    [{ limit: 5, tag: 'mail' }, 'limit is not a parameter here'],
    [{ tag: 5 }, 'tag must be'],
    [{ tag: [] }, 'tag must be'],
    [{ tags: 'any' }, 'tags must be all or any'],
    [{ prefix: 'ab' }, 'prefix must be'],
    [{ createdFrom: 0 }, 'createdFrom must be'],
    [{ createdFrom: '2026-11-02', createdTo: '2026-11-01' }, 'createdFrom must not be after'],
    [{ search: '😀'.repeat(13) }, 'search must be 1 to 48 bytes'],
  ])('because of the filter %j', async (filter, rule) => {
    const { key, accountId } = await world.newKey('PRO');
    await newLink(key);
    expect(await readMessage(await bulk(key, { filter, change }))).toContain(rule);
    expect(await readUrls(accountId)).toEqual([url]);
  });

  it('because it names codes too, or confirms another number of links', async () => {
    const { key, accountId } = await world.newKey('PRO');
    const shortCodes = [await newLink(key)];
    const filter = { search: 'example' };
    const rule = 'confirm must be 1, the number of links that the request names';
    expect(await readMessage(await bulk(key, { filter, shortCodes, change }))).toBe('Name either shortCodes or filter');
    expect(await readMessage(await bulk(key, { filter, delete: true }))).toBe(rule);
    expect(await readMessage(await bulk(key, { filter, delete: true, confirm: 2 }))).toBe(rule);
    expect(await readMessage(await bulk(key, { filter, change, confirm: 0 }))).toBe(rule);
    expect(await readMessage(await bulk(key, { filter, change }))).toBe(rule);
    expect(await readUrls(accountId)).toEqual([url]);
  });

  it('because it names more than 100 links, or more than one search finds', async () => {
    const { key, accountId } = await world.newKey('PRO');
    await newLink(key, { title: 'a rare one' });
    await newLinks(key, 101, { tags: ['many'] });
    const names = 'filter names 101 links; the most are 100';
    expect(await readMessage(await bulk(key, { filter: { tag: 'many' }, delete: true, confirm: 101 }))).toBe(names);
    await newLinks(key, 100);
    const rare = await readMessage(await bulk(key, { filter: { search: 'a rare' }, change }));
    expect(rare).toBe('filter needs more than one search, which found 0 links: narrow it down');
    const all = await readMessage(await bulk(key, { filter: { search: 'example' }, change }));
    expect(all).toBe('filter names at least 200 links; the most are 100');
    expect(await readUrls(accountId)).toEqual([url]);
  });
});

it('a link that was made under the code since the search is neither changed nor deleted', async () => {
  const { key, accountId } = await world.newKey('PRO');
  const code = await newLink(key);
  const [owner, names] = [wholeAccount(accountId), { codes: [code], ids: ['another'] }];
  const edited = await editLinks(env, owner, names, { url: NEW, threat: null }, Date.now());
  const deleted = await deleteLinks(env, owner, names, Date.now());
  for (const outcomes of [edited, deleted]) expect(outcomes.get(code)).toBeInstanceOf(Refusal);
  expect(await (await world.v2(key, 'GET', `/links/${code}`)).json()).toMatchObject({ url, status: 'active' });
});

it('a filter costs one search more than codes do', async () => {
  const { bindings, takeCost } = countedBindings();
  const here = createWorld(bindings);
  const { key } = await here.newKey('PRO');
  await newLinks(key, 100);
  await here.v2(key, 'GET', '/links');
  takeCost();
  expect(await readCodes(await bulk(key, { filter: { search: 'example' }, change, confirm: 100 }, here))).toHaveLength(
    100,
  );
  const { d1, objects } = takeCost();
  expect({ d1: d1.length, objects: [...objects].sort() }).toEqual({
    d1: 3,
    objects: ['ADDRESSES.admit', 'ADDRESSES.admit', 'KEYS.admit'],
  });
});
