/** POST /v2/shorten?ifExists=return: one plain link for each destination (specification 7.8). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import type { Scope } from '#domain/key-rights';
import { onlyFor, Tap, tappedD1 } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const url = 'https://example.com/page';

type Fields = Record<string, unknown>;
const newKey = () => world.newKey('PRO');
const post = async (key: string, body: Fields, query = '?ifExists=return') => {
  const response = await world.v2(key, 'POST', `/shorten${query}`, body);
  return { status: response.status, body: await response.json<Fields & { shortCode: string }>() };
};
const edit = (key: string, code: string, fields: Fields) => world.v2(key, 'PATCH', `/links/${code}`, fields);
const rows = async (accountId: string) =>
  env.DB.prepare('SELECT count(*) AS n FROM existing_links WHERE account_id = ?1').bind(accountId).first('n');

it('makes a link with 201, and returns it with 200 for each spelling of its destination', async () => {
  const { key, accountId } = await newKey();
  const made = await post(key, { url: 'https://EXAMPLE.com:443/page', title: 'a' });
  expect(made.status).toBe(201);
  expect(await post(key, { url, title: 'b', maxClicks: 5 })).toEqual({ status: 200, body: made.body });
  expect((await post(key, { url: 'https://example.com/other' })).status).toBe(201);
  expect((await post((await newKey()).key, { url })).status).toBe(201);
  expect(await rows(accountId)).toBe(2);
});

it('makes one link for fifty calls at once', async () => {
  const { key } = await newKey();
  const responses = await Promise.all(Array.from({ length: 50 }, () => post(key, { url })));
  expect(responses.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201]);
  expect(new Set(responses.map(({ body }) => body.shortCode)).size).toBe(1);
});

it('does not return a link that was made without ifExists, or with an option', async () => {
  const { key, accountId } = await newKey();
  await post(key, { url }, '');
  for (const option of [{ expiresIn: 60 }, { maxClicks: 5 }, { password: 'word' }])
    expect((await post(key, { url, ...option })).status).toBe(201);
  expect(await rows(accountId)).toBe(0);
  expect((await post(key, { url })).status).toBe(201);
});

describe('a link', () => {
  it.each([
    ['has a password', { password: 'word' }, { password: null }],
    ['has a click limit', { maxClicks: 5 }, { maxClicks: null }],
    ['leads elsewhere', { url: 'https://example.com/new' }, { url }],
  ])('that %s is not returned; once it is plain again it is, as the oldest one', async (_, change, back) => {
    const { key } = await newKey();
    const first = (await post(key, { url })).body.shortCode;
    await edit(key, first, change);
    const second = await post(key, { url });
    expect(second.status).toBe(201);
    expect(second.body.shortCode).not.toBe(first);
    await edit(key, first, back);
    expect((await post(key, { url })).body.shortCode).toBe(first);
  });

  it('that is deleted is not returned, and its row goes with the next creation', async () => {
    const { key, accountId } = await newKey();
    for (let i = 0; i < 3; i++) {
      const { status, body } = await post(key, { url });
      expect(status).toBe(201);
      await world.v2(key, 'DELETE', `/links/${body.shortCode}`);
    }
    expect(await rows(accountId)).toBe(1);
  });
});

it('returns an existing link with its details only to a key that may read links', async () => {
  const { key, accountId } = await newKey();
  const details = { title: 'a', notes: 'b', tags: ['c'], externalId: 'd' };
  const made = await post(key, { url, ...details });
  expect(made).toMatchObject({ status: 201, body: details });
  const withScopes = async (...scopes: Scope[]) => (await world.newKey('PRO', { accountId, scopes })).key;
  const { title: _, notes: __, tags: ___, externalId: ____, ...bare } = made.body;
  expect(await post(await withScopes('links:create'), { url })).toEqual({ status: 200, body: bare });
  expect(await post(await withScopes('links:create', 'links:read'), { url })).toEqual({ ...made, status: 200 });
  const other = { url: `${url}/new`, title: 'mine' };
  expect(await post(await withScopes('links:create'), other)).toMatchObject({ status: 201, body: { title: 'mine' } });
});

it.each<[query: string, body: Fields, message: string]>([
  ['?ifExists=other', { url }, 'ifExists must be return'],
  ['?ifExists=return&other=1', { url }, 'other is not a parameter here'],
  ['?ifExists=return&__proto__=1', { url }, '__proto__ is not a parameter here'],
  ['?__proto__=1&ifExists=return', { url }, '__proto__ is not a parameter here'],
  ['?ifExists=return', { url, alias: freshAlias('if') }, 'alias must be absent with ifExists'],
  ['?ifExists=return', { url: 'nonsense' }, 'Please provide a valid URL'],
])('%s with %j is 400', async (query, body, message) => {
  const { key } = await newKey();
  expect(await post(key, body, query)).toMatchObject({ status: 400, body: { message } });
});

it('other parameters without ifExists are ignored, as before', async () => {
  const { key } = await newKey();
  expect((await post(key, { url }, '?other=1')).status).toBe(201);
});

it('a call that loses five races to links that are gone at once is 503 and makes no link; a sixth try would win', async () => {
  const { key, accountId } = await newKey();
  let races = 0;
  // Another call makes the link just before the insert, and deletes it just after.
  const tap = new Tap(
    onlyFor(/^batch$/, async (call) => {
      races += 1;
      const { shortCode } = (await post(key, { url })).body;
      const response = await call();
      await world.v2(key, 'DELETE', `/links/${shortCode}`);
      return response;
    }),
  );
  const raced = createWorld({ DB: tappedD1(env.DB, tap) });
  const refused = await raced.v2(key, 'POST', '/shorten?ifExists=return', { url });
  expect([refused.status, refused.headers.get('Retry-After'), races]).toEqual([503, '5', 5]);
  expect(await refused.json()).toMatchObject({ errorType: 'UNAVAILABLE', retryAfter: 5 });
  const count = env.DB.prepare('SELECT count(*) AS n FROM links WHERE account_id = ?1 AND gone IS NULL');
  expect(await count.bind(accountId).first('n')).toBe(0);
  expect((await post(key, { url })).status).toBe(201);
});
