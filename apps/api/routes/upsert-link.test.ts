/** PUT /v2/links?externalId=: one link for each id of the caller (specification 7.7). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const url = 'https://example.com/';
const OTHER = 'https://example.com/other';

type Fields = Record<string, unknown>;
const newKey = () => world.newKey('PRO');
const put = async (key: string, externalId: string, body: Fields, on = world) => {
  const response = await on.v2(key, 'PUT', `/links?externalId=${encodeURIComponent(externalId)}`, body);
  return { status: response.status, body: await response.json<Fields & { shortCode: string }>() };
};
const read = async (key: string, code: string) => (await world.v2(key, 'GET', `/links/${code}`)).json<Fields>();
const count = (accountId: string) =>
  env.DB.prepare('SELECT count(*) AS n FROM links WHERE account_id = ?1').bind(accountId).first('n');
const set = (code: string, columns: string) =>
  env.DB.prepare(`UPDATE links SET ${columns} WHERE code = ?1`).bind(code).run();

it('makes a link with 201, and then changes it with 200, where absent fields stay and null removes', async () => {
  const { key, accountId } = await newKey();
  const made = await put(key, 'a 😀/?&', { url, title: 'one', tags: ['x'], maxClicks: 5, password: 'word' });
  expect(made).toMatchObject({
    status: 201,
    body: { externalId: 'a 😀/?&', title: 'one', maxClicks: 5, hasPassword: true },
  });
  const { shortCode } = made.body;
  const changed = await put(key, 'a 😀/?&', { url: OTHER, title: 'two', maxClicks: null });
  expect(changed).toMatchObject({
    status: 200,
    body: { shortCode, url: OTHER, title: 'two', tags: ['x'], hasPassword: true },
  });
  expect(changed.body).not.toHaveProperty('maxClicks');
  expect(await read(key, shortCode)).toEqual(changed.body);
  expect(await count(accountId)).toBe(1);
});

it('makes one link for two hundred calls at once, and each response names it', async () => {
  const { key, accountId } = await newKey();
  const calls = Array.from({ length: 200 }, (_, i) => put(key, 'order', { url: `${url}${i % 7}`, title: `t${i}` }));
  const responses = await Promise.all(calls);
  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1);
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(199);
  expect(new Set(responses.map(({ body }) => body.shortCode)).size).toBe(1);
  expect(await count(accountId)).toBe(1);
});

describe('an alias', () => {
  it('is accepted at the creation; later the same one is accepted, and another is 400 and changes nothing', async () => {
    const { key } = await newKey();
    const alias = freshAlias('upsert');
    expect((await put(key, 'a', { url, alias })).status).toBe(201);
    expect((await put(key, 'a', { url, alias: alias.toUpperCase(), title: 'b' })).status).toBe(200);
    const refused = await put(key, 'a', { url: OTHER, alias: freshAlias('other') });
    expect(refused).toMatchObject({
      status: 400,
      body: { message: 'alias must be that of the link, which cannot change' },
    });
    expect(await read(key, alias)).toMatchObject({ url, title: 'b' });
  });

  it('that is taken makes a creation 400, and the dead link keeps the id', async () => {
    const { key } = await newKey();
    const alias = freshAlias('upsert');
    await world.shorten(key, { url, alias });
    const { shortCode } = (await put(key, 'a', { url })).body;
    await set(shortCode, 'expires_at = 1');
    expect(await put(key, 'a', { url, alias })).toMatchObject({ status: 400, body: { errorType: 'ALIAS_TAKEN' } });
    expect(await read(key, shortCode)).toMatchObject({ externalId: 'a' });
  });
});

describe('the link of the id', () => {
  it.each([
    ['expired', 'expires_at = 1'],
    ['spent', "gone = 'CLICKS'"],
  ])('that is %s is made anew under a new code, by one of many calls', async (_, columns) => {
    const { key, accountId } = await newKey();
    const first = (await put(key, 'a', { url, title: 'old' })).body;
    await set(first.shortCode, columns);
    const responses = await Promise.all(Array.from({ length: 20 }, () => put(key, 'a', { url: OTHER })));
    expect(responses.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201]);
    expect(responses[0]?.body.shortCode).not.toBe(first.shortCode);
    expect(responses[0]?.body).not.toHaveProperty('title');
    expect(await read(key, first.shortCode)).not.toHaveProperty('externalId');
    expect(await count(accountId)).toBe(2);
  });

  it('that is dead is made anew under its own alias if the body names it', async () => {
    const { key } = await newKey();
    const alias = freshAlias('upsert');
    await put(key, 'a', { url, alias });
    await set(alias, 'expires_at = 1');
    expect(await put(key, 'a', { url: OTHER, alias })).toMatchObject({
      status: 201,
      body: { shortCode: alias, url: OTHER },
    });
  });

  it('that is blocked is changed and stays blocked, also if it has expired', async () => {
    const { key } = await newKey();
    const { shortCode } = (await put(key, 'a', { url })).body;
    await set(shortCode, "blocked = 'abuse', expires_at = 1, url_changed = 0");
    expect(await put(key, 'a', { url })).toMatchObject({ status: 200, body: { shortCode, expiredReason: 'BLOCKED' } });
    const urlChanged = () =>
      env.DB.prepare('SELECT url_changed FROM links WHERE code = ?1').bind(shortCode).first('url_changed');
    expect(await urlChanged()).toBe(0);
    expect((await put(key, 'a', { url: OTHER })).status).toBe(200);
    expect(await urlChanged()).toBe(1);
  });

  it('keeps the verdict on its destination while that stays', async () => {
    const { key } = await newKey();
    const { shortCode } = (await put(key, 'a', { url })).body;
    await set(shortCode, 'accepted = 1, checked_at = 5');
    const row = () =>
      env.DB.prepare('SELECT accepted, checked_at, threat FROM links WHERE code = ?1').bind(shortCode).first();
    await put(key, 'a', { url, title: 'b' });
    expect(await row()).toEqual({ accepted: 1, checked_at: 5, threat: null });
    await put(key, 'a', { url: OTHER });
    expect(await row()).toEqual({ accepted: 0, checked_at: null, threat: null });
  });

  it('of another account is another link', async () => {
    const [one, other] = [await newKey(), await newKey()];
    expect((await put(one.key, 'a', { url })).status).toBe(201);
    expect((await put(other.key, 'a', { url })).status).toBe(201);
  });
});

it.each<[query: string, body: Fields, message: string]>([
  ['', { url }, 'externalId must be one line of 1 to 200 characters'],
  ['?externalId=', { url }, 'externalId must be one line of 1 to 200 characters'],
  [`?externalId=${'x'.repeat(201)}`, { url }, 'externalId must be one line of 1 to 200 characters'],
  ['?externalId=a&b=c', { url }, 'b is not a parameter here'],
  ['?externalId=a', { url, externalId: 'b' }, 'externalId must be that of the query'],
  ['?externalId=a', { url, externalId: 5 }, 'externalId must be that of the query'],
  ['?externalId=a', { title: 'b' }, 'Please provide a valid URL'],
  ['?externalId=a', { url, tags: ['..'] }, 'tags must be names of one line of 1 to 50 characters, and not . or ..'],
])('with the query “%s” and the body %j is 400', async (query, body, message) => {
  const { key, accountId } = await newKey();
  const response = await world.v2(key, 'PUT', `/links${query}`, body);
  expect([response.status, (await response.json<Fields>()).message]).toEqual([400, message]);
  expect(await count(accountId)).toBe(0);
});

it('checks plan, switches and destination as a creation, and charges the quota of links for a 201 only', async () => {
  const free = await world.newKey('FREE');
  expect((await put(free.key, 'a', { url, maxClicks: 5 })).status).toBe(403);
  const { key } = await newKey();
  const off = createWorld({ SHORTENING: 'off' });
  expect((await put(key, 'a', { url }, off)).body).toMatchObject({ errorType: 'FEATURE_DISABLED' });
  const unsafe = { url: 'https://malware.testing.google.test/testing/malware/' };
  expect((await put(key, 'a', unsafe)).body).toMatchObject({ errorType: 'BLOCKED' });
  const limited = createWorld({ LINK_QUOTA: 'PRO=1' });
  expect((await put(key, 'a', { url }, limited)).status).toBe(201);
  expect((await put(key, 'a', unsafe, limited)).body).toMatchObject({ errorType: 'BLOCKED' });
  expect((await put(key, 'a', { url: OTHER }, limited)).status).toBe(200);
  expect((await put(key, 'b', { url }, limited)).status).toBe(429);
});
