/**
 * Strict handling: unknown fields and parameters are refused with the nearest name, and without it they are dropped.
 */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ENDPOINTS } from '#api/reference/endpoints';
import { createWorld } from '#testkit/world';
import { followsPreference } from './endpoint';

const BACKUP_TOKEN = 'b'.repeat(32);
const world = createWorld({ BACKUP_TOKEN });
const url = 'https://example.com/';
const TOKEN = env.ADMIN_TOKEN as string;
const STRICT = { Prefer: 'handling=strict' };

const send = async (
  key: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = STRICT,
) => {
  const response = await world.call(method, path, {
    headers: {
      Authorization: `Bearer ${key}`,
      'X-Backup-Token': BACKUP_TOKEN,
      ...headers,
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return {
    status: response.status,
    applied: response.headers.get('Preference-Applied'),
    text,
    json: () => JSON.parse(text),
  };
};
const countLinks = (accountId: string) =>
  env.DB.prepare('SELECT count(*) AS n FROM links WHERE account_id = ?1').bind(accountId).first('n');

describe('a creation', () => {
  it('with a misspelt option is refused with the nearest name, and makes nothing', async () => {
    const { key, accountId } = await world.newKey('PRO');
    const refused = await send(key, 'POST', '/v2/shorten', { url, maxclicks: 1 });
    expect([refused.status, refused.applied]).toEqual([400, 'handling=strict']);
    expect(refused.json()).toMatchObject({
      errorType: 'INVALID_FIELD',
      message: 'maxclicks is not a field here: do you mean maxClicks?',
    });
    expect(await countLinks(accountId)).toBe(0);
  });

  it('without the preference drops it, and says nothing of a preference', async () => {
    const { key } = await world.newKey('PRO');
    const made = await send(key, 'POST', '/v2/shorten', { url, maxclicks: 1 }, {});
    expect([made.status, made.applied]).toEqual([201, null]);
  });

  it.each([
    ['handling=lenient', 201],
    ['respond-async, handling=strict; x=1', 400],
    ['Handling = "strict"', 400],
    ['handling=lenient, handling=strict', 201],
    ['handling=strictly', 201],
    ['', 201],
  ])('with Prefer: %s is %i', async (Prefer, status) => {
    const { key } = await world.newKey('PRO');
    expect((await send(key, 'POST', '/v2/shorten', { url, maxclicks: 1 }, { Prefer })).status).toBe(status);
  });

  it('names no field that is far from the unknown one, and shows fifty characters of it', async () => {
    const { key } = await world.newKey('PRO');
    const far = await send(key, 'POST', '/v2/shorten', { url, colour: 'red' });
    expect(far.json().message).toBe('colour is not a field here');
    const long = await send(key, 'POST', '/v2/shorten', { url, ['x'.repeat(10_000)]: 1 });
    expect(long.json().message).toBe(`${'x'.repeat(50)} is not a field here`);
  });

  it('may have the properties of the service as null, and says of them what it says without the preference', async () => {
    const { key } = await world.newKey('PRO');
    expect((await send(key, 'POST', '/v2/shorten', { url, shortCode: null, alias: null })).status).toBe(201);
    expect((await send(key, 'POST', '/v2/shorten', { url, expiresAt: 1, nothing: 1 })).json().message).toBe(
      'expiresAt is not allowed',
    );
  });

  it('is refused after the plan, and before the shape of its fields', async () => {
    const free = await world.newKey('FREE');
    expect((await send(free.key, 'POST', '/v2/shorten', { url, password: 'x', pasword: 'y' })).status).toBe(403);
    const { key } = await world.newKey('PRO');
    expect((await send(key, 'POST', '/v2/shorten', { url: 'nonsense', titl: 'a' })).json().message).toBe(
      'titl is not a field here: do you mean title?',
    );
  });
});

it('an item of a batch is refused by itself', async () => {
  const { key } = await world.newKey('PRO');
  const batch = await send(key, 'POST', '/v2/shorten/batch', { urls: [{ url }, { url, pasword: 'abcd' }] });
  expect(batch.status).toBe(200);
  expect(batch.json().results).toMatchObject([{ success: true }, { success: false }]);
  expect(batch.text).toContain('do you mean password?');
  expect((await send(key, 'POST', '/v2/shorten/batch', { urls: [{ url }], atomik: true })).status).toBe(400);
});

it('an edit, a change of many links and a change of a tag are refused', async () => {
  const { key } = await world.newKey('PRO');
  const made = await send(key, 'POST', '/v2/shorten', { url, tags: ['a'] });
  const { shortCode } = made.json();
  const edit = await send(key, 'PATCH', `/v2/links/${shortCode}`, { title: 'a', note: 'b' });
  expect(edit.json().message).toBe('note is not a field here: do you mean notes?');
  const change = await send(key, 'POST', '/v2/links/bulk', { shortCodes: [shortCode], change: { titl: 'b' } });
  expect(change.json().message).toBe('titl is not a field here: do you mean title?');
  const bulk = await send(key, 'POST', '/v2/links/bulk', {
    shortCodes: [shortCode],
    change: { title: 'b' },
    confrm: 1,
  });
  expect(bulk.json().message).toBe('confrm is not a field here: do you mean confirm?');
  const prototype = `{"shortCodes":["${shortCode}"],"change":{"title":"b","__proto__":{"maxClicks":1}}}`;
  const odd = await send(key, 'POST', '/v2/links/bulk', JSON.parse(prototype));
  expect(odd.json().message).toBe('__proto__ is not a field here');
  const tag = await send(key, 'PATCH', '/v2/tags/a', { colr: 'red' });
  expect(tag.json().message).toMatch(/^colr is not a field here/);
});

describe('the operator', () => {
  it('gets a misspelt option refused, and nothing is made', async () => {
    const accounts = () => env.DB.prepare('SELECT count(*) AS n FROM accounts').first('n');
    const before = await accounts();
    const refused = await send(TOKEN, 'POST', '/admin/accounts', { name: 'A customer', plam: 'PRO' });
    expect([refused.status, refused.applied]).toEqual([400, 'handling=strict']);
    expect(refused.json().message).toBe('plam is not a field here: do you mean plan?');
    expect(await accounts()).toBe(before);
  });

  it('gets it dropped without the preference', async () => {
    const made = await send(TOKEN, 'POST', '/admin/accounts', { name: 'A customer', plam: 'PRO' }, {});
    expect([made.status, made.applied]).toEqual([201, null]);
  });

  it.each(
    ENDPOINTS.filter(({ path, body }) => path.startsWith('/admin/') && body).map(({ method, path }) => [method, path]),
  )('gets an unknown field refused by %s %s', async (method, path) => {
    const refused = await send(TOKEN, method, path.replace(/:\w+/g, 'anything'), { zzzzzzzz: 1 });
    expect(refused.status).toBe(400);
    expect(refused.json().message).toBe('zzzzzzzz is not a field here');
  });
});

const FOLLOWING = ENDPOINTS.filter(followsPreference);

it.each(FOLLOWING.map((one) => [`${one.method} ${one.path}`, one] as const))(
  '%s refuses an unknown parameter, and knows its own',
  async (_, { access, method, path, query, body }) => {
    for (const schema of [query, body?.schema])
      expect(schema === undefined || schema instanceof z.ZodObject, 'its names are those of an object').toBe(true);
    const key = access === 'key' ? (await world.newKey('PRO')).key : TOKEN;
    const there = path.replace(/:\w+/g, 'anything');
    const refused = await send(key, method, `${there}?verbos=1`, body && { url });
    expect([refused.status, refused.applied]).toEqual([400, 'handling=strict']);
    expect(refused.json()).toMatchObject({ errorType: 'INVALID_FIELD', message: 'verbos is not a parameter here' });
    for (const name of Object.keys((query as z.ZodObject | undefined)?.shape ?? {}))
      expect((await send(key, method, `${there}?${name}=`, body && { url })).text).not.toContain('is not a parameter');
  },
);
