/** The details of a link: made, read, listed, edited and erased with it (specification 5.7). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { fillTags } from '#testkit/tags';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const url = 'https://example.com/';

type Fields = Record<string, unknown>;
const DETAILS = { title: 'Hello', notes: 'one\ntwo', tags: ['Winter', 'mail'], externalId: 'order 1042' };
const shown = ({ title, notes, tags, externalId }: Fields) => ({ title, notes, tags, externalId });
const NO_DETAILS = shown({});

const readBody = async (response: Promise<Response>): Promise<Fields & { shortCode: string }> =>
  (await response).json();
const statusAndType = async (answer: Promise<Response>) => {
  const response = await answer;
  return [response.status, (await response.json<Fields>()).errorType];
};
const newKey = () => world.newKey('PRO');
const make = (key: string, fields: Fields = {}) => readBody(world.shorten(key, { url, ...fields }));
const read = (key: string, code: string) => readBody(world.v2(key, 'GET', `/links/${code}`));
const edit = (key: string, code: string, fields: Fields) => world.v2(key, 'PATCH', `/links/${code}`, fields);
const remove = (key: string, code: string) => world.v2(key, 'DELETE', `/links/${code}`);
const list = async (key: string, query = '') =>
  (await (await world.v2(key, 'GET', `/links${query}`)).json<{ links: Fields[] }>()).links;

/** The rows of an account in the tables of details. */
async function readRows(accountId: string) {
  const ofLinks = 'IN (SELECT id FROM links WHERE account_id = ?1)';
  const count = (from: string) =>
    env.DB.prepare(`SELECT count(*) AS n FROM ${from}`).bind(accountId).first<number>('n');
  return {
    details: await count('link_details WHERE account_id = ?1'),
    tags: await count('tags WHERE account_id = ?1'),
    linkTags: await count(`link_tags WHERE link_id ${ofLinks}`),
  };
}

describe('a creation with details', () => {
  it('returns them, as do GET, both kinds of lists and PATCH of another field', async () => {
    const { key } = await newKey();
    const made = await make(key, DETAILS);
    expect(made).toMatchObject(DETAILS);
    expect(await read(key, made.shortCode)).toMatchObject(DETAILS);
    expect(await list(key)).toMatchObject([DETAILS]);
    expect(await list(key, '?status=active')).toMatchObject([DETAILS]);
    expect(await readBody(edit(key, made.shortCode, { maxClicks: 5 }))).toMatchObject({ ...DETAILS, maxClicks: 5 });
  });

  it('without details has none of the fields, also where they are null or empty', async () => {
    const { key, accountId } = await newKey();
    const made = await make(key, { title: null, notes: null, tags: [], externalId: null });
    expect(Object.keys(made)).toEqual(['shortUrl', 'shortCode', 'url', 'createdAt']);
    expect(Object.keys(await read(key, made.shortCode))).toEqual([
      ...['shortUrl', 'shortCode', 'url', 'createdAt', 'status', 'expiredReason', 'hasPassword'],
    ]);
    expect(await readRows(accountId)).toEqual({ details: 0, tags: 0, linkTags: 0 });
  });

  it.each([
    ['emoji', '👩‍👩‍👧 🎉'],
    ['right-to-left text', 'رابط مختصر'],
    ['characters of four bytes', '𝔖𝔴𝔦𝔣𝔱 𠮷'],
    ['marks of SQL, JSON and HTML', `'"\\ %_ {"a":[1]} <b>&amp; $.tags`],
  ])('keeps %s as sent', async (_, text) => {
    const { key } = await newKey();
    const details = { title: text, notes: `${text}\r\n${text}`, tags: [text], externalId: text };
    const { shortCode } = await make(key, details);
    expect(await read(key, shortCode)).toMatchObject(details);
    expect(await list(key)).toMatchObject([details]);
  });

  it('trims title, notes and tags, and names a tag as it was first typed', async () => {
    const { key, accountId } = await newKey();
    await make(key, { tags: ['Café'] });
    const made = await make(key, {
      title: ' a ',
      notes: '\n b \n',
      tags: [' cafe\u0301 ', 'x', 'CAFÉ'],
      externalId: ' c ',
    });
    expect(made).toMatchObject({ title: 'a', notes: 'b', tags: ['Café', 'x'], externalId: ' c ' });
    expect(await readRows(accountId)).toEqual({ details: 2, tags: 2, linkTags: 3 });
  });

  it('has tags of its own account', async () => {
    const [one, other] = [await newKey(), await newKey()];
    await make(one.key, { tags: ['Mine'], externalId: 'a' });
    expect(await make(other.key, { tags: ['mine'], externalId: 'a' })).toMatchObject({ tags: ['mine'] });
  });
});

describe('a refused detail', () => {
  const LINE = 'must be one line of 1 to 200 characters';
  it.each([
    ['title', ['', ' ', 5, 'a\nb', 'x'.repeat(201), 'a\u0000', '\ud800', '\u202ea', ['a']], `title ${LINE}`],
    ['externalId', ['', 5, 'a\nb', '😀'.repeat(201), {}], `externalId ${LINE}`],
    [
      'notes',
      ['', 'a\tb', 'x'.repeat(2_001), 1],
      'notes must be 1 to 2000 characters, without control characters but line ends',
    ],
    ['tags', ['a', {}, Array.from({ length: 21 }, (_, i) => `${i}`)], 'tags must be a list of at most 20 names'],
    [
      'tags',
      [[''], [' '], [1], [null], ['.'], [' .. '], ['x'.repeat(51)], ['a\nb'], ['ok', '\udc00']],
      'tags must be names of one line of 1 to 50 characters, and not . or ..',
    ],
  ])('%s is 400 at a creation, in a batch and at an edit', async (name, values, message) => {
    const { key } = await newKey();
    const { shortCode } = await make(key);
    const refused = { message, errorType: 'INVALID_FIELD', statusCode: 400 };
    for (const value of values) {
      const fields = { [name]: value };
      expect(await readBody(world.shorten(key, { url, ...fields }))).toMatchObject(refused);
      expect(await readBody(edit(key, shortCode, fields))).toMatchObject(refused);
      const { results } = await readBody(world.shortenBatch(key, [{ url, ...fields }]));
      expect(results).toMatchObject([refused]);
    }
  });
});

describe('an externalId', () => {
  it('of a living or expired link is taken, also for an edit and in a batch, and stores nothing', async () => {
    const { key, accountId } = await newKey();
    await make(key, { externalId: 'a', expiresIn: 60 });
    await env.DB.prepare('UPDATE links SET expires_at = 1 WHERE account_id = ?1').bind(accountId).run();
    const { shortCode } = await make(key);
    const taken = [409, 'EXTERNAL_ID_TAKEN'];
    expect(await statusAndType(world.shorten(key, { url, externalId: 'a', tags: ['new'] }))).toEqual(taken);
    expect(await statusAndType(edit(key, shortCode, { externalId: 'a', tags: ['new'], maxClicks: 5 }))).toEqual(taken);
    expect(await readBody(world.shortenBatch(key, [{ url, externalId: 'a' }, { url }]))).toMatchObject({
      results: [{ success: false, errorType: 'EXTERNAL_ID_TAKEN', statusCode: 409 }, { success: true }],
    });
    expect(await readRows(accountId)).toEqual({ details: 1, tags: 0, linkTags: 0 });
    expect(await read(key, shortCode)).not.toHaveProperty('maxClicks');
    expect(await list(key)).toHaveLength(3);
  });

  it('is compared as sent', async () => {
    const { key } = await newKey();
    for (const externalId of ['a', 'A', ' a', 'á', 'a\u0301'])
      expect(await make(key, { externalId })).toMatchObject({ externalId });
  });

  it('goes to one of two creations at once', async () => {
    const { key } = await newKey();
    const made = await Promise.all(Array.from({ length: 20 }, () => world.shorten(key, { url, externalId: 'a' })));
    expect(made.map(({ status }) => status).sort()).toEqual([201, ...Array(19).fill(409)]);
    expect(await list(key)).toHaveLength(1);
  });

  it('goes to the first item of a batch that breaks no other rule', async () => {
    const { key } = await newKey();
    const items = [
      { url: 'nonsense', externalId: 'a' },
      { url, externalId: 'a' },
      { url, externalId: 'a' },
    ];
    expect(await readBody(world.shortenBatch(key, items))).toMatchObject({
      results: [{ errorType: 'INVALID_URL' }, { success: true, externalId: 'a' }, { errorType: 'EXTERNAL_ID_TAKEN' }],
    });
  });

  it('that is taken aborts an atomic batch, which stores nothing', async () => {
    const { key, accountId } = await newKey();
    await make(key, { externalId: 'a' });
    const items = [
      { url, tags: ['b'] },
      { url, externalId: 'a' },
    ];
    expect(await readBody(world.shortenBatch(key, items, '?atomic=true'))).toMatchObject({
      results: [{ errorType: 'BATCH_ABORTED' }, { errorType: 'EXTERNAL_ID_TAKEN' }],
    });
    expect(await readRows(accountId)).toEqual({ details: 1, tags: 0, linkTags: 0 });
    expect(await list(key)).toHaveLength(1);
    const good = [{ url, tags: ['b', 'c'] }, { url, externalId: 'd' }, { url }];
    expect(await readBody(world.shortenBatch(key, good, '?atomic=true'))).toMatchObject({
      results: [{ tags: ['b', 'c'] }, { externalId: 'd' }, { success: true }],
    });
  });

  it('of a deleted link is free again, for a creation and for an edit', async () => {
    const { key } = await newKey();
    for (const use of ['creation', 'edit']) {
      const { shortCode } = await make(key, { externalId: 'a' });
      await remove(key, shortCode);
      if (use === 'creation') continue;
      const other = await make(key);
      expect((await edit(key, other.shortCode, { externalId: 'a' })).status).toBe(200);
    }
  });

  it.each(['creation', 'edit'])('of a former link, until its details are erased, is free for a %s', async (use) => {
    const { key, accountId } = await newKey();
    const old = await make(key, { externalId: 'a', tags: ['b'], title: 'old' });
    await env.DB.prepare("UPDATE links SET id = 'new ' || id WHERE account_id = ?1").bind(accountId).run();
    expect(shown(await read(key, old.shortCode))).toEqual(NO_DETAILS);
    const other = await make(key, use === 'creation' ? { externalId: 'a' } : {});
    if (use === 'edit') expect((await edit(key, other.shortCode, { externalId: 'a' })).status).toBe(200);
    expect(await read(key, other.shortCode)).toMatchObject({ externalId: 'a' });
    expect(await readRows(accountId)).toMatchObject({ details: 2 });
  });
});

describe('the tags of an account', () => {
  it('are at most a thousand: a link with one more is refused whole, and a link with known ones is made', async () => {
    const { key, accountId } = await newKey();
    await fillTags(accountId, 998);
    const { shortCode } = await make(key, { tags: ['tag 1', 'new 1'] });
    const full = [409, 'TAGS_EXCEEDED'];
    expect(await statusAndType(world.shorten(key, { url, tags: ['new 2', 'new 3'] }))).toEqual(full);
    expect(await statusAndType(edit(key, shortCode, { tags: ['new 2', 'new 3'], title: 'a' }))).toEqual(full);
    expect(await readRows(accountId)).toEqual({ details: 1, tags: 999, linkTags: 2 });
    const items = [
      { url, tags: ['new 2'] },
      { url, tags: ['new 3'] },
      { url, tags: ['TAG 5'] },
    ];
    expect(await readBody(world.shortenBatch(key, items))).toMatchObject({
      results: [{ errorType: 'TAGS_EXCEEDED' }, { errorType: 'TAGS_EXCEEDED' }, { tags: ['tag 5'] }],
    });
    expect(await make(key, { tags: ['new 2'] })).toMatchObject({ tags: ['new 2'] });
    expect(await statusAndType(world.shorten(key, { url, tags: ['new 3'] }))).toEqual(full);
    expect((await edit(key, shortCode, { tags: ['new 2', 'tag 7'] })).status).toBe(200);
  });
});

describe('an edit', () => {
  it('changes the named details, keeps the others, and removes those that are null or empty', async () => {
    const { key, accountId } = await newKey();
    const { shortCode } = await make(key, DETAILS);
    const changed = { title: 'Other', tags: ['mail', 'new', 'Winter'] };
    expect(await readBody(edit(key, shortCode, changed))).toMatchObject({ ...DETAILS, ...changed });
    expect(await readRows(accountId)).toEqual({ details: 1, tags: 3, linkTags: 3 });
    const fewer = { ...DETAILS, ...changed, notes: undefined, tags: ['new'] };
    expect(shown(await readBody(edit(key, shortCode, { tags: ['new'], notes: null })))).toEqual(fewer);
    expect(await readRows(accountId)).toEqual({ details: 1, tags: 3, linkTags: 1 });
    const nothing = { title: null, notes: null, tags: [], externalId: null };
    expect(shown(await readBody(edit(key, shortCode, nothing)))).toEqual(NO_DETAILS);
    expect(shown(await read(key, shortCode))).toEqual(NO_DETAILS);
    expect(await make(key, DETAILS)).toMatchObject(DETAILS);
  });

  it('gives details to a link without any, together with another destination', async () => {
    const { key } = await newKey();
    const { shortCode } = await make(key);
    const changed = { ...DETAILS, url: 'https://example.com/new' };
    expect(await readBody(edit(key, shortCode, changed))).toMatchObject(changed);
    expect((await world.visit(shortCode)).headers.get('Location')).toBe(changed.url);
  });

  it('of details alone makes no new version of the link', async () => {
    const { key } = await newKey();
    const { shortCode } = await make(key);
    const version = () => env.DB.prepare('SELECT version FROM links WHERE code = ?1').bind(shortCode).first('version');
    const before = await version();
    await edit(key, shortCode, DETAILS);
    expect(await version()).toBe(before);
  });

  it('may name the externalId that the link has', async () => {
    const { key } = await newKey();
    const { shortCode } = await make(key, { externalId: 'a' });
    expect((await edit(key, shortCode, { externalId: 'a', title: 'b' })).status).toBe(200);
  });

  it('of a deleted link is 410, of an unknown or foreign one 404, and stores nothing', async () => {
    const [{ key, accountId }, other] = [await newKey(), await newKey()];
    const { shortCode } = await make(key);
    await make(other.key, { externalId: 'a' });
    expect((await edit(other.key, shortCode, { title: 'a', tags: ['a'], externalId: 'a' })).status).toBe(404);
    expect((await edit(key, freshAlias('none'), DETAILS)).status).toBe(404);
    await remove(key, shortCode);
    expect((await edit(key, shortCode, DETAILS)).status).toBe(410);
    expect(await readRows(accountId)).toEqual({ details: 0, tags: 0, linkTags: 0 });
  });

  it('of tags by several callers at once leaves the tags of one of them', async () => {
    const { key, accountId } = await newKey();
    const { shortCode } = await make(key, { tags: ['z'] });
    await Promise.all(['a', 'b', 'c', 'd'].map((tag) => edit(key, shortCode, { tags: [tag] })));
    expect((await read(key, shortCode)).tags).toHaveLength(1);
    expect(await readRows(accountId)).toMatchObject({ linkTags: 1 });
  });
});

describe('a deletion', () => {
  it('erases the details, and keeps the tags of the account', async () => {
    const { key, accountId } = await newKey();
    const { shortCode } = await make(key, DETAILS);
    expect((await remove(key, shortCode)).status).toBe(204);
    expect(await readRows(accountId)).toEqual({ details: 0, tags: 2, linkTags: 0 });
    expect(shown(await read(key, shortCode))).toEqual(NO_DETAILS);
    expect((await remove(key, shortCode)).status).toBe(204);
  });

  it('by another account erases nothing', async () => {
    const [{ key, accountId }, other] = [await newKey(), await newKey()];
    const { shortCode } = await make(key, DETAILS);
    expect((await remove(other.key, shortCode)).status).toBe(404);
    expect(await readRows(accountId)).toEqual({ details: 1, tags: 2, linkTags: 2 });
  });
});

describe('an alias that is taken again', () => {
  it.each([
    ['without details', {}],
    ['with other details', { tags: ['other'], externalId: 'order 1042' }],
  ])('by a link %s has nothing of the former link', async (_, fields) => {
    const { key, accountId } = await newKey();
    const alias = freshAlias('again');
    await make(key, { ...DETAILS, alias, expiresIn: 60 });
    await env.DB.prepare('UPDATE links SET expires_at = 1 WHERE code = ?1').bind(alias).run();
    expect(shown(await make(key, { alias, ...fields }))).toEqual({ ...NO_DETAILS, ...fields });
    const count = Object.keys(fields).length === 0 ? 0 : 1;
    expect(await readRows(accountId)).toEqual({ details: count, tags: 2 + count, linkTags: count });
  });
});

it('POST /shorten strips details, because all its callers share one account', async () => {
  const response = await createWorld({ LEGACY_SHORTEN: 'on' }).call('POST', '/shorten', {
    headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': '192.0.2.99' },
    body: JSON.stringify({ url, ...DETAILS, notes: 5 }),
  });
  expect(response.status).toBe(201);
  expect(shown(await response.json())).toEqual(NO_DETAILS);
});
