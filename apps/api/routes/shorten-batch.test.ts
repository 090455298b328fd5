/** POST /v2/shorten/batch: each item succeeds or fails by itself, and has a result (specification 7.2). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { Envelope } from '#api/http/fields';
import { BatchRecord } from '#api/links/batch-record';
import { makeEntryKey } from '#domain/edge-entry';
import { D1_DOWN, d1Where, failing, KV_DOWN, onlyFor, Tap, tappedD1, tappedKv } from '#testkit/faults';
import { INSERTING, listLinks } from '#testkit/idempotent';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const url = 'https://example.com/';
const UNSAFE = 'https://testsafebrowsing.appspot.com/s/malware.html';

const send = async (key: string, urls: unknown[], here = world) => {
  const response = await here.shortenBatch(key, urls);
  expect(response.status).toBe(200);
  return BatchRecord.parse(await response.json());
};
const failure = (index: number, statusCode: number, errorType: string) => ({
  index,
  success: false,
  statusCode,
  errorType,
});

describe('a 200 of POST /v2/shorten/batch', () => {
  it('has the results of fifty items in their order, and each link redirects', async () => {
    const { key, accountId } = await world.newKey('FREE');
    const urls = Array.from({ length: 50 }, (_, i) => `https://example.com/${i}`);
    const { results, summary } = await send(
      key,
      urls.map((one) => ({ url: one })),
    );
    expect(results).toMatchObject(urls.map((one, index) => ({ index, success: true, url: one })));
    expect(summary).toEqual({ total: 50, succeeded: 50, failed: 0 });
    expect(await listLinks(accountId)).toHaveLength(50);
    for (const result of results) {
      if (!result.success) continue;
      expect(await env.ROUTES.get(makeEntryKey(result.shortCode))).not.toBeNull();
      expect((await world.visit(result.shortCode)).headers.get('Location')).toBe(result.url);
    }
  });

  it('has exactly the specified fields for each item', async () => {
    const { key } = await world.newKey('PRO');
    const [made, taken] = [freshAlias('Made'), freshAlias('Promo')];
    await world.shorten(key, { url, alias: taken });
    const { results } = await send(key, [
      { url: ` ${url} ` },
      { url, alias: made, expiresIn: 60, maxClicks: 5, password: 'word', unknown: 1 },
      { url: ` ${url}a `, alias: taken.toUpperCase(), password: 'word' },
      { url: 5, alias: null },
    ]);
    expect(results.map((one) => Object.keys(one).sort())).toEqual([
      ['createdAt', 'index', 'shortCode', 'shortUrl', 'success', 'url'],
      ['alias', 'createdAt', 'expiresAt', 'index', 'maxClicks', 'shortCode', 'shortUrl', 'success', 'url'],
      ['alias', 'errorType', 'index', 'message', 'statusCode', 'success', 'url'],
      ['errorType', 'index', 'message', 'statusCode', 'success'],
    ]);
    expect(results[0]).toMatchObject({ url });
    expect(results[2]).toEqual({
      ...failure(2, 400, 'ALIAS_TAKEN'),
      url: ` ${url}a `,
      alias: taken.toUpperCase(),
      message: 'Alias is already taken',
    });
  });

  it('has for each item the error of the first rule that it breaks', async () => {
    const { key } = await world.newKey('HOBBY');
    const taken = freshAlias('taken');
    await world.shorten(key, { url, alias: taken });
    const here = createWorld({ CLICK_LIMITS: 'off' });
    const { results, summary } = await send(
      key,
      [
        { url: 'nonsense', password: 5, maxClicks: 'many' },
        { url: 'nonsense', maxClicks: 'many', shortCode: 'abc' },
        { url: 'nonsense', shortCode: 'abc' },
        { url: 'nonsense', alias: 'abc' },
        { url, alias: 'abc', expiresIn: 5 },
        { url, expiresIn: 5, alias: 'login' },
        { url: UNSAFE, alias: 'login' },
        { url: UNSAFE, alias: taken },
        { url, alias: taken },
        { url },
      ],
      here,
    );
    const types = results.map((one) => (one.success ? 'created' : one.errorType));
    expect(types).toEqual([
      'FEATURE_NOT_ON_PLAN',
      'FEATURE_DISABLED',
      'FIELD_NOT_ALLOWED',
      'INVALID_URL',
      'INVALID_ALIAS',
      'INVALID_EXPIRES_IN',
      'ALIAS_RESERVED',
      'BLOCKED',
      'ALIAS_TAKEN',
      'created',
    ]);
    expect(summary).toEqual({ total: 10, succeeded: 1, failed: 9 });
  });

  it.each([
    ['FREE', [200, 403, 403, 403, 403]],
    ['HOBBY', [200, 200, 200, 200, 403]],
    ['INDIE', [200, 200, 200, 200, 200]],
    ['PRO', [200, 200, 200, 200, 200]],
  ] as const)('has a 403 for each item with an option that the plan %s lacks', async (plan, statuses) => {
    const { key } = await world.newKey(plan);
    const options = [{}, { alias: freshAlias('plan') }, { expiresIn: 60 }, { maxClicks: 1 }, { password: 'word' }];
    const { results } = await send(
      key,
      options.map((option) => ({ url, ...option })),
    );
    expect(results.map((one) => (one.success ? 200 : one.statusCode))).toEqual(statuses);
  });

  it('has fifty failures if shortening is switched off', async () => {
    const { key } = await world.newKey();
    const here = createWorld({ SHORTENING: 'off' });
    const { summary } = await send(
      key,
      Array.from({ length: 50 }, () => ({ url })),
      here,
    );
    expect(summary).toEqual({ total: 50, succeeded: 0, failed: 50 });
  });

  it.each([[null], [5], ['https://example.com/'], [true], [[]], [[{ url }]]])(
    'has a failure for an item that is not an object: %j',
    async (item) => {
      const { key } = await world.newKey('FREE');
      const { results } = await send(key, [item, { url }]);
      expect(results).toMatchObject([
        { ...failure(0, 400, 'INVALID_FIELD'), message: 'Each item of urls must be a JSON object' },
        { index: 1, success: true },
      ]);
    },
  );

  it('counts as one request in the window and one call in the month', async () => {
    const { key } = await world.newKey('PRO');
    const { headers } = await world.shortenBatch(
      key,
      Array.from({ length: 50 }, () => ({ url })),
    );
    expect([headers.get('X-RateLimit-Remaining'), headers.get('X-Quota-Remaining')]).toEqual(['4999', '499999']);
  });
});

describe('of two items with the same alias', () => {
  it('the first gets the alias, in upper or lower case', async () => {
    const { key } = await world.newKey();
    const alias = freshAlias('twice');
    const { results } = await send(key, [
      { url: `${url}first`, alias: alias.toUpperCase() },
      { url: `${url}second`, alias },
      { url: `${url}third` },
    ]);
    expect(results).toMatchObject([{ success: true }, failure(1, 400, 'ALIAS_TAKEN'), { success: true }]);
    expect((await world.visit(alias)).headers.get('Location')).toBe(`${url}first`);
  });

  it.each([
    ['breaks a rule', { url, maxClicks: 0 }],
    ['is unsafe', { url: UNSAFE }],
  ])('the second gets the alias if the first %s', async (_, broken) => {
    const { key } = await world.newKey();
    const alias = freshAlias('twice');
    const { results } = await send(key, [
      { ...broken, alias },
      { url, alias },
    ]);
    expect(results.map(({ success }) => success)).toEqual([false, true]);
  });

  it('the first gets the alias of a dead link of the account, and the second does not', async () => {
    const { key } = await world.newKey();
    const alias = freshAlias('again');
    await world.shorten(key, { url, alias, password: 'word' });
    await world.v2(key, 'DELETE', `/links/${alias}`);
    const { results } = await send(key, [
      { url: `${url}1`, alias },
      { url: `${url}2`, alias },
    ]);
    expect(results).toMatchObject([{ success: true, alias }, failure(1, 400, 'ALIAS_TAKEN')]);
    expect((await createWorld().visit(alias)).headers.get('Location')).toBe(`${url}1`);
    const row = env.DB.prepare('SELECT version, password, dirty FROM links WHERE code = ?').bind(alias);
    // The put of the deletion may still be running, so the dirty mark stays.
    expect(await row.first()).toEqual({ version: 3, password: null, dirty: 1 });
  });

  it('neither gets the alias if another account has it, in a live or a dead link', async () => {
    const [owner, stranger] = [await world.newKey(), await world.newKey()];
    const [alive, dead] = [freshAlias('alive'), freshAlias('dead')];
    for (const alias of [alive, dead]) await world.shorten(owner.key, { url, alias });
    await world.v2(owner.key, 'DELETE', `/links/${dead}`);
    const { results } = await send(stranger.key, [
      { url, alias: alive },
      { url, alias: dead },
    ]);
    expect(results).toMatchObject([failure(0, 400, 'ALIAS_TAKEN'), failure(1, 400, 'ALIAS_TAKEN')]);
  });
});

describe('a 400 of POST /v2/shorten/batch', () => {
  const RULE = 'urls must be a list of 1 to 50 items';

  it.each([
    ['no urls', {}],
    ['null', { urls: null }],
    ['an empty list', { urls: [] }],
    ['an object', { urls: { 0: { url }, length: 1 } }],
    ['a text', { urls: url }],
    ['51 items', { urls: Array.from({ length: 51 }, () => ({ url })) }],
    ['half a million items', `{"urls":[${'1,'.repeat(500_000)}1]}`],
  ])('is the response to %s as `urls`, and no link is created', async (_, body) => {
    const { key, accountId } = await world.newKey();
    const response = await world.v2(key, 'POST', '/shorten/batch', body);
    expect(response.status).toBe(400);
    expect(Envelope.parse(await response.json())).toMatchObject({ message: RULE, errorType: 'INVALID_FIELD' });
    expect(await listLinks(accountId)).toEqual([]);
  });

  it.each(['?atomic', '?atomic=', '?atomic=1', '?atomic=TRUE', '?atomic=true&atomic=false', '?atomic=yes'])(
    'is the response to the query %s',
    async (query) => {
      const { key, accountId } = await world.newKey();
      const response = await world.shortenBatch(key, [{ url }], query);
      expect(response.status).toBe(400);
      expect(Envelope.parse(await response.json()).message).toBe('atomic must be true or false');
      expect(await listLinks(accountId)).toEqual([]);
    },
  );

  it.each([
    ['a list', '[]', 'application/json', 400, 'INVALID_BODY'],
    ['no JSON', '{"urls":[', 'application/json', 400, 'INVALID_BODY'],
    ['another type', '{"urls":[]}', 'text/plain', 400, 'INVALID_CONTENT_TYPE'],
    ['more than 1 MiB', `{"urls":["${'x'.repeat(2 ** 20)}"]}`, 'application/json', 413, 'BODY_TOO_LARGE'],
  ])('or a 413 is the response to %s as the body', async (_, body, type, status, errorType) => {
    const { key } = await world.newKey();
    const headers = { Authorization: `Bearer ${key}`, 'Content-Type': type };
    const response = await world.call('POST', '/v2/shorten/batch', { headers, body });
    expect([response.status, Envelope.parse(await response.json()).errorType]).toEqual([status, errorType]);
  });
});

describe('a batch', () => {
  it('while KV is unreachable creates its links, and they redirect', async () => {
    const { key } = await world.newKey();
    const here = createWorld({ ROUTES: tappedKv(env.ROUTES, new Tap(KV_DOWN), ['put']) });
    const { results } = await send(key, [{ url }, { url, maxClicks: 1 }], here);
    for (const result of results) expect((await world.visit(result.success ? result.shortCode : '')).status).toBe(302);
  });

  it.each(['', '?atomic=true'])('while D1 is unreachable is 503, and creates no link (query “%s”)', async (query) => {
    const { key, accountId } = await world.newKey();
    const here = createWorld({ DB: d1Where(INSERTING, D1_DOWN) });
    const response = await here.shortenBatch(key, [{ url }, { url }], query);
    expect(response.status).toBe(503);
    expect(await listLinks(accountId)).toEqual([]);
  });

  it.each(['', '?atomic=true'])(
    'creates one link per item, even if D1’s response is lost after the commit (query “%s”)',
    async (query) => {
      const { key, accountId } = await world.newKey();
      const alias = freshAlias('lost');
      let inserts = 0;
      const tap = new Tap(
        onlyFor(/^(INSERT INTO "links"|batch)/, async (call) => {
          const response = await call();
          if (++inserts === 1) return failing()(async () => response, '', 1);
          return response;
        }),
      );
      const here = createWorld({ DB: tappedD1(env.DB, tap) });
      const response = await here.shortenBatch(key, [{ url, alias }, { url }, { url, password: 'word' }], query);
      const { summary } = BatchRecord.parse(await response.json());
      // The third call clears the dirty marks, because the second insert announces the puts again.
      expect([response.status, inserts, summary.succeeded]).toEqual([200, 3, 3]);
      expect(await listLinks(accountId)).toHaveLength(3);
    },
  );
});
