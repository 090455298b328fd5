/** POST /v2/links/bulk with details in its change: title, notes and tags of many links (specification 8.10). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { BulkRecord } from '#api/links/bulk-body';
import { postOnce } from '#testkit/idempotent';
import { fillTags } from '#testkit/tags';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const url = 'https://example.com/';
const NEW = 'https://example.com/new';

type Fields = Record<string, unknown>;
const newKey = () => world.newKey('PRO');
const names = (count: number, from = 1) => Array.from({ length: count }, (_, n) => `tag ${n + from}`);

async function newLink(key: string, fields: Fields = {}): Promise<string> {
  const made = await world.shorten(key, { url, ...fields });
  return (await made.json<{ shortCode: string }>()).shortCode;
}

const change = (key: string, shortCodes: readonly string[], fields: Fields) =>
  world.v2(key, 'POST', '/links/bulk', { shortCodes, change: fields });

/** Sends a change that succeeds. @returns its results */
async function results(key: string, shortCodes: readonly string[], fields: Fields) {
  const response = await change(key, shortCodes, fields);
  expect(response.status, await response.clone().text()).toBe(200);
  return BulkRecord.parse(await response.json()).results;
}

const read = async (key: string, code: string): Promise<Fields> =>
  (await world.v2(key, 'GET', `/links/${code}`)).json<Fields>();
const readTags = async (key: string, codes: readonly string[]) =>
  Promise.all(codes.map(async (code) => (await read(key, code)).tags));

/** The codes that a list by a tag shows. */
async function listedBy(key: string, tag: string): Promise<string[]> {
  const page = await world.v2(key, 'GET', `/links?tag=${encodeURIComponent(tag)}`);
  return (await page.json<{ links: { shortCode: string }[] }>()).links.map(({ shortCode }) => shortCode).sort();
}

const count = (from: string, id: string) =>
  env.DB.prepare(`SELECT count(*) AS n FROM ${from}`).bind(id).first<number>('n');

describe('a change of details', () => {
  it('gives each link the title, the notes and the tags, and null removes them', async () => {
    const { key } = await newKey();
    const codes = [await newLink(key), await newLink(key, { title: 'old', tags: ['old', 'older'], externalId: 'one' })];
    const details = { title: 'Sale 🎉', notes: 'one\ntwo', tags: ['Winter', 'رابط', 'WINTER'] };
    const given = { ...details, tags: ['Winter', 'رابط'] };
    expect(await results(key, codes, details)).toMatchObject([given, { ...given, externalId: 'one' }]);
    for (const code of codes) expect(await read(key, code)).toMatchObject(given);
    expect(await listedBy(key, 'winter')).toEqual([...codes].sort());
    expect(await listedBy(key, 'old')).toEqual([]);
    for (const one of await results(key, codes, { title: null, notes: null, tags: [] }))
      expect([one.success, 'title' in one, 'notes' in one, 'tags' in one]).toEqual([true, false, false, false]);
    expect(await read(key, codes[1] as string)).toMatchObject({ externalId: 'one' });
    expect(await listedBy(key, 'winter')).toEqual([]);
  });

  it('with another destination changes both, and without one makes no new version', async () => {
    const { key } = await newKey();
    const codes = [await newLink(key), await newLink(key)];
    const versions = async () => {
      const { results: rows } = await env.DB.prepare('SELECT version FROM links WHERE code IN (?1, ?2)')
        .bind(...codes)
        .all();
      return rows.map(({ version }) => version);
    };
    expect(await results(key, codes, { addTags: ['one'] })).toMatchObject([{ tags: ['one'] }, { tags: ['one'] }]);
    expect(await versions()).toEqual([1, 1]);
    expect(await results(key, codes, { title: 'new', url: NEW })).toMatchObject(
      Array(2).fill({ url: NEW, title: 'new', tags: ['one'] }),
    );
    expect(await versions()).toEqual([2, 2]);
    for (const code of codes) expect((await world.visit(code)).headers.get('Location')).toBe(NEW);
  });

  it('refuses unknown, foreign and deleted links each by itself, and stores nothing for them', async () => {
    const [{ key, accountId }, other] = [await newKey(), await newKey()];
    const [own, deleted, foreign] = [await newLink(key), await newLink(key), await newLink(other.key)];
    await world.v2(key, 'DELETE', `/links/${deleted}`);
    expect(await results(key, [foreign, deleted, freshAlias('none'), own], { addTags: ['a'] })).toMatchObject([
      { errorType: 'NOT_FOUND' },
      { errorType: 'EXPIRED' },
      { errorType: 'NOT_FOUND' },
      { tags: ['a'] },
    ]);
    expect(await readTags(other.key, [foreign])).toEqual([undefined]);
    expect(await count('link_details WHERE account_id = ?1', accountId)).toBe(1);
    await results(key, [deleted, freshAlias('none')], { addTags: ['never made'] });
    expect(await count('tags WHERE account_id = ?1', accountId)).toBe(1);
  });

  it('by a key for its own links reaches only these', async () => {
    const { key, accountId } = await newKey();
    const own = await world.newKey('PRO', { accountId, links: 'own' });
    const [mine, full] = [await newLink(own.key), await newLink(key, { tags: ['kept'] })];
    const all = await results(own.key, [full, mine], { addTags: ['a'], removeTags: ['kept'], title: 'a' });
    expect(all).toMatchObject([{ errorType: 'NOT_FOUND' }, { tags: ['a'], title: 'a' }]);
    expect(await read(key, full)).toMatchObject({ tags: ['kept'] });
    expect(await read(key, full)).not.toHaveProperty('title');
  });

  it('of the links of a filter takes a tag from all of them', async () => {
    const { key } = await newKey();
    const codes = [await newLink(key, { tags: ['a', 'b'] }), await newLink(key, { tags: ['B'] })];
    const body = { filter: { tag: 'b' }, change: { removeTags: ['b'], addTags: ['c'] }, confirm: 2 };
    expect((await world.v2(key, 'POST', '/links/bulk', body)).status).toBe(200);
    expect(await readTags(key, codes)).toEqual([['a', 'c'], ['c']]);
  });

  it('under an Idempotency-Key is made once', async () => {
    const { key } = await newKey();
    const code = await newLink(key);
    const post = () =>
      postOnce(world, key, JSON.stringify({ shortCodes: [code], change: { addTags: ['a'] } }), 'one', '/v2/links/bulk');
    const first = await (await post()).text();
    await results(key, [code], { removeTags: ['a'] });
    expect(await (await post()).text()).toBe(first);
    expect(await readTags(key, [code])).toEqual([undefined]);
  });
});

describe('addTags and removeTags', () => {
  it('leave the other tags in their order, and name tags in any spelling', async () => {
    const { key } = await newKey();
    const codes = [await newLink(key, { tags: ['Café', 'x', 'y'] }), await newLink(key, { tags: ['y', 'z'] })];
    const expected = [
      ['Café', 'y', 'new', 'z'],
      ['y', 'z', 'new', 'Café'],
    ];
    for (let n = 0; n < 2; n++) {
      const all = await results(key, codes, { addTags: ['new', 'Z', 'CAFE\u0301', 'NEW'], removeTags: ['X', 'none'] });
      expect(all.map((one) => 'tags' in one && one.tags)).toEqual(expected);
    }
    expect(await readTags(key, codes)).toEqual(expected);
    expect(await listedBy(key, 'new')).toEqual([...codes].sort());
    expect(await listedBy(key, 'x')).toEqual([]);
    await results(key, codes, { removeTags: ['new'] });
    expect([await listedBy(key, 'new'), await listedBy(key, 'y')]).toEqual([[], [...codes].sort()]);
  });

  it('make no row for a link without details by a removal', async () => {
    const { key, accountId } = await newKey();
    const codes = [await newLink(key), await newLink(key, { tags: ['a'] })];
    expect(await results(key, codes, { removeTags: ['a'], title: null })).toMatchObject(
      Array(2).fill({ success: true }),
    );
    expect(await readTags(key, codes)).toEqual([undefined, undefined]);
    expect(await count('link_details WHERE account_id = ?1', accountId)).toBe(1);
  });

  it('refuse a link that would have more than twenty tags, and change the others', async () => {
    const { key, accountId } = await newKey();
    const full = await newLink(key, { tags: names(20), title: 'kept' });
    const almost = await newLink(key, { tags: names(19) });
    const codes = [full, almost];
    const all = await results(key, codes, { addTags: ['more'], title: 'new', url: NEW });
    expect(all).toMatchObject([
      {
        success: false,
        statusCode: 400,
        errorType: 'INVALID_FIELD',
        message: 'The link would have more than 20 tags',
      },
      { tags: [...names(19), 'more'], title: 'new', url: NEW },
    ]);
    expect(await read(key, full)).toMatchObject({ title: 'kept', url, tags: names(20) });
    expect(await results(key, codes, { addTags: ['TAG 1'] })).toMatchObject([{ success: true }, { success: true }]);
    const exchanged = await results(key, codes, { addTags: ['last'], removeTags: ['tag 1'] });
    expect(exchanged).toMatchObject([{ tags: [...names(19, 2), 'last'] }, { tags: [...names(18, 2), 'more', 'last'] }]);
    await results(key, [full], { addTags: ['never made'] });
    expect(await count("tags WHERE account_id = ?1 AND name = 'never made'", accountId)).toBe(0);
  });

  it('refuse all links where the account has no room for the new tags, and give them known ones', async () => {
    const { key, accountId } = await newKey();
    await fillTags(accountId, 999);
    const codes = [await newLink(key), await newLink(key)];
    const full = { success: false, statusCode: 409, errorType: 'TAGS_EXCEEDED' };
    for (const tags of [{ addTags: ['a', 'b'] }, { tags: ['a', 'b'] }])
      expect(await results(key, codes, { ...tags, url: NEW })).toMatchObject([full, full]);
    expect(await count('tags WHERE account_id = ?1', accountId)).toBe(999);
    for (const code of codes) expect(await read(key, code)).toMatchObject({ url });
    const added = { tags: ['tag 7', 'a'] };
    expect(await results(key, codes, { addTags: ['Tag 7', 'a'] })).toMatchObject([added, added]);
    expect(await results(key, codes, { addTags: ['b'] })).toMatchObject([full, full]);
  });

  it('neither count nor keep deleted tags', async () => {
    const { key } = await newKey();
    const code = await newLink(key, { tags: names(20) });
    await world.v2(key, 'DELETE', '/tags/tag%201');
    expect(await results(key, [code], { addTags: ['more'] })).toMatchObject([{ tags: [...names(19, 2), 'more'] }]);
    const row = await env.DB.prepare('SELECT tags FROM link_details WHERE code = ?1').bind(code).first<string>('tags');
    expect(JSON.parse(row ?? '')).toHaveLength(20);
  });

  it('neither count nor keep the tags of a former link of the code', async () => {
    const { key, accountId } = await newKey();
    const code = await newLink(key, { alias: freshAlias('former'), tags: names(20), title: 'former' });
    // As if the alias were reused without details, which leaves those of the former link.
    await env.DB.prepare('UPDATE links SET id = id || ?2 WHERE account_id = ?1').bind(accountId, ' new').run();
    expect(await results(key, [code], { addTags: ['more'] })).toMatchObject([{ tags: ['more'] }]);
    expect(await read(key, code)).not.toHaveProperty('title');
    expect(await listedBy(key, 'tag 1')).toEqual([]);
  });

  it('of many callers at once lose nothing', async () => {
    const { key } = await newKey();
    const codes = await Promise.all(Array.from({ length: 5 }, () => newLink(key, { tags: ['first'] })));
    const added = names(10);
    await Promise.all(added.map((name) => results(key, codes, { addTags: [name], removeTags: ['first'] })));
    for (const tags of await readTags(key, codes)) expect((tags as string[]).toSorted()).toEqual(added.toSorted());
  });

  it('beside a new name of their tag give each link the tag, under the old name or the new one', async () => {
    const { key } = await newKey();
    const codes = await Promise.all(Array.from({ length: 20 }, () => newLink(key)));
    await newLink(key, { tags: ['old'] });
    const [renamed] = await Promise.all([
      world.v2(key, 'PATCH', '/tags/old', { name: 'new' }),
      ...codes.map((code) => results(key, [code], { addTags: ['old'] })),
    ]);
    expect(renamed.status).toBe(200);
    for (const tags of await readTags(key, codes)) expect([['old'], ['new']]).toContainEqual(tags);
    const all = [...(await listedBy(key, 'old')), ...(await listedBy(key, 'new'))];
    expect(all).toEqual(expect.arrayContaining(codes));
  });
});

describe('a change that is refused as a whole', () => {
  const LIST = 'must be a list of 1 to 20 names';
  const NAMES = 'must be names of one line of 1 to 50 characters, and not . or ..';
  it.each<[fields: Fields, message: string]>([
    [{ addTags: ['a'], tags: ['b'] }, 'addTags and removeTags must be absent beside tags'],
    [{ removeTags: ['a'], tags: null }, 'addTags and removeTags must be absent beside tags'],
    [{ addTags: ['a', 'B'], removeTags: ['b'] }, 'addTags and removeTags must name different tags'],
    [{ addTags: [] }, `addTags ${LIST}`],
    [{ addTags: null }, `addTags ${LIST}`],
    [{ removeTags: 'a' }, `removeTags ${LIST}`],
    [{ removeTags: names(21) }, `removeTags ${LIST}`],
    [{ addTags: ['a', ''] }, `addTags ${NAMES}`],
    [{ removeTags: ['.'] }, `removeTags ${NAMES}`],
    [{ tags: names(21) }, 'tags must be a list of at most 20 names'],
    [{ title: '' }, 'title must be one line of 1 to 200 characters'],
    [{ notes: 5 }, 'notes must be 1 to 2000 characters, without control characters but line ends'],
    [{ title: 'a', externalId: 'one' }, 'externalId is not allowed'],
    [{ title: 'a', url: 'nonsense' }, 'Please provide a valid URL'],
  ])('changes no link: %j', async (fields, message) => {
    const { key } = await newKey();
    const code = await newLink(key, { title: 'kept', tags: ['kept'] });
    const response = await change(key, [code], fields);
    expect([response.status, (await response.json<{ message: string }>()).message]).toEqual([400, message]);
    expect(await read(key, code)).toMatchObject({ url, title: 'kept', tags: ['kept'] });
  });
});
