/** POST /v2/links/bulk: each link is changed or refused by itself, and has a result (specification 8.10). */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { BulkRecord } from '#api/links/bulk-body';
import { decodeEntry, makeEntryKey } from '#domain/edge-entry';
import { fakeClock, NOON } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { KV_DOWN, OVERLOADED, onlyFor, Tap, tappedKv, tappedObjects } from '#testkit/faults';
import { leaseAndDie, postOnce } from '#testkit/idempotent';
import { createWorld, freshAlias } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';
const NEW = 'https://example.com/new';
const UNSAFE = 'https://testsafebrowsing.appspot.com/s/malware.html';

const bulk = (key: string, body: Record<string, unknown>, here = world) => here.v2(key, 'POST', '/links/bulk', body);

/** Sends a request that succeeds. @returns its results */
async function results(key: string, body: Record<string, unknown>, here = world) {
  const response = await bulk(key, body, here);
  expect(response.status).toBe(200);
  return BulkRecord.parse(await response.json()).results;
}

/** Makes links in batches of fifty. @returns their codes */
async function newLinks(key: string, count: number, options: Record<string, unknown> = {}): Promise<string[]> {
  const codes: string[] = [];
  while (codes.length < count) {
    const items = Array.from({ length: Math.min(50, count - codes.length) }, () => ({ url, ...options }));
    const batch = await (await world.shortenBatch(key, items)).json<{ results: { shortCode: string }[] }>();
    codes.push(...batch.results.map(({ shortCode }) => shortCode));
  }
  return codes;
}

const readRow = (code: string) =>
  env.DB.prepare('SELECT * FROM links WHERE code = ?1').bind(code.toLowerCase()).first();
const listTypes = (all: BulkRecord['results']) => all.map((one) => (one.success ? 'done' : one.errorType));
const settle = () => env.DB.prepare('UPDATE links SET put_at = 0, quiet_at = 0, dirty = 0').run();

describe('a change', () => {
  it('of a hundred links has a result for each in their order, and their visits follow it', async () => {
    const { key } = await world.newKey('PRO');
    const shortCodes = await newLinks(key, 100);
    const all = await results(key, { shortCodes, change: { url: NEW } });
    expect(all).toMatchObject(shortCodes.map((shortCode, index) => ({ index, success: true, shortCode, url: NEW })));
    for (const code of shortCodes) expect((await world.visit(code)).headers.get('Location')).toBe(NEW);
  });

  it('gives each link every option, and removes options by null', async () => {
    turnTo(NOON);
    const { key } = await world.newKey('PRO');
    const shortCodes = await newLinks(key, 2);
    const change = { expiresIn: 60, maxClicks: 3, password: 'open sesame' };
    for (const one of await results(key, { shortCodes, change }))
      expect(one).toMatchObject({
        expiresAt: new Date(NOON + 60_000).toISOString(),
        maxClicks: 3,
        hasPassword: true,
        status: 'active',
      });
    const [first] = await results(key, { shortCodes, change: { expiresIn: null, maxClicks: null, password: null } });
    expect(Object.keys(first ?? {}).sort()).toEqual(
      'createdAt expiredReason hasPassword index shortCode shortUrl status success url'.split(' '),
    );
    expect(first).toMatchObject({ hasPassword: false });
  });

  it('refuses unknown, foreign and deleted links and texts that are no code, each by itself', async () => {
    const [{ key }, other] = [await world.newKey('PRO'), await world.newKey('PRO')];
    const [own = '', deleted = ''] = await newLinks(key, 2);
    const [foreign = ''] = await newLinks(other.key, 1);
    await world.v2(key, 'DELETE', `/links/${deleted}`);
    const before = await readRow(foreign);
    const shortCodes = [foreign, deleted, freshAlias('none'), '😀'.repeat(100), '', '../..', 5, null, own];
    const all = await results(key, { shortCodes, change: { url: NEW } });
    const unknown = { success: false, statusCode: 404, errorType: 'NOT_FOUND', message: 'Short URL not found' };
    expect(all).toMatchObject([
      { ...unknown, shortCode: foreign },
      { success: false, statusCode: 410, errorType: 'EXPIRED', shortCode: deleted },
      unknown,
      unknown,
      { ...unknown, shortCode: '' },
      { ...unknown, shortCode: '../..' },
      { success: false, statusCode: 400, message: 'Each item of shortCodes must be a string' },
      { success: false, statusCode: 400, errorType: 'INVALID_FIELD' },
      { success: true, shortCode: own, url: NEW },
    ]);
    for (const index of [3, 6]) expect(all[index]).not.toHaveProperty('shortCode');
    expect(await readRow(foreign)).toEqual(before);
  });

  it('of one link under three spellings changes it once, and has its result three times', async () => {
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('Twice');
    await world.shorten(key, { url, alias });
    const shortCodes = [alias, alias.toUpperCase(), alias];
    const all = await results(key, { shortCodes, change: { url: NEW }, confirm: 3 });
    expect(all.map((one) => ({ ...one, index: 0 }))).toEqual(Array(3).fill(all[0]));
    expect(all[0]).toMatchObject({ shortCode: alias });
    expect(await readRow(alias)).toMatchObject({ version: 2 });
  });

  it('of a limit holds at once, and ends the links that have reached it', async () => {
    const { key } = await world.newKey('PRO');
    const shortCodes = await newLinks(key, 3, { maxClicks: 5 });
    const [visited = '', unvisited = ''] = shortCodes;
    for (let n = 0; n < 2; n++) await world.visit(visited);
    const all = await results(key, { shortCodes, change: { maxClicks: 2 } });
    expect(all).toMatchObject([
      { status: 'expired', expiredReason: 'CLICKS', maxClicks: 2 },
      { status: 'active' },
      { status: 'active' },
    ]);
    expect((await world.visit(visited)).status).toBe(410);
    const visits = await Promise.all(Array.from({ length: 8 }, () => world.visit(unvisited)));
    expect(visits.filter(({ status }) => status === 302)).toHaveLength(2);
    expect(await readRow(visited)).toMatchObject({ gone: 'CLICKS' });
    expect(decodeEntry((await env.ROUTES.get(makeEntryKey(visited))) ?? '')).toMatchObject({ state: 'gone' });
  });

  it('keeps a block, and a change of a blocked destination is marked as in an edit', async () => {
    const { key } = await world.newKey('PRO');
    const [blocked = '', other = ''] = await newLinks(key, 2);
    await world.admin('POST', `/links/${blocked}/block`, { reason: 'test' });
    const all = await results(key, { shortCodes: [blocked, other], change: { url: NEW } });
    expect(all).toMatchObject([{ success: true, expiredReason: 'BLOCKED' }, { status: 'active' }]);
    expect(await readRow(blocked)).toMatchObject({ url_changed: 1, url: NEW });
    expect(await readRow(other)).toMatchObject({ url_changed: 0 });
  });
});

it('the results have details as long as they fit into one stored response', async () => {
  const { key } = await world.newKey('PRO');
  const longest = {
    title: '😀'.repeat(200),
    notes: '😀'.repeat(2_000),
    tags: Array.from({ length: 20 }, (_, n) => `${n + 10}${'😀'.repeat(48)}`),
  };
  const long = `${url}${'x'.repeat(8_192 - url.length)}`;
  const shortCodes: string[] = [];
  for (const count of [40, 40, 20]) shortCodes.push(...(await newLinks(key, count, { ...longest, url: long })));
  const post = () =>
    postOnce(world, key, JSON.stringify({ shortCodes, change: { expiresIn: null } }), 'long', '/v2/links/bulk');
  const text = await (await post()).text();
  const { results: all } = BulkRecord.parse(JSON.parse(text));
  const omitted = all.findIndex((one) => 'detailsOmitted' in one);
  expect(omitted).toBeGreaterThan(50);
  for (const [index, one] of all.entries()) {
    const details = index < omitted ? longest : { detailsOmitted: true };
    expect(one).toMatchObject({ success: true, shortCode: shortCodes[index], ...details });
    if (index >= omitted) expect(one).not.toHaveProperty('notes');
  }
  expect(await (await post()).text()).toBe(text);
});

it('a result echoes a refused text of fifty characters and no longer one, and the response of the longest body is stored', async () => {
  const { key } = await world.newKey('PRO');
  const long = `${url}${'é'.repeat(8_000)}`;
  const own = await newLinks(key, 60, { url: long });
  const texts = ['é'.repeat(50), 'é'.repeat(51), ...Array.from({ length: 38 }, () => 'é'.repeat(13_000))];
  const body = JSON.stringify({ shortCodes: [...texts, ...own], change: { expiresIn: null } });
  expect(new TextEncoder().encode(body).byteLength).toBeGreaterThan(900_000);
  const post = () => postOnce(world, key, body, 'echo', '/v2/links/bulk');
  const text = await (await post()).text();
  expect(new TextEncoder().encode(text).byteLength).toBeLessThan(2_000_000);
  const { results: all } = BulkRecord.parse(JSON.parse(text));
  expect(all.map((one) => one.shortCode).slice(0, 41)).toEqual([texts[0], ...Array(39).fill(undefined), own[0]]);
  expect(await (await post()).text()).toBe(text);
});

describe('a deletion', () => {
  it('holds at once for links with a limit, and is not refused for a deleted link', async () => {
    const { key } = await world.newKey('PRO');
    const shortCodes = await newLinks(key, 3, { maxClicks: 5 });
    await world.v2(key, 'DELETE', `/links/${shortCodes[1]}`);
    const all = await results(key, { shortCodes: [...shortCodes, 'none'], delete: true, confirm: 4 });
    const deleted = { success: true, status: 'expired', expiredReason: 'DELETED' };
    expect(all).toMatchObject([deleted, deleted, deleted, { success: false, statusCode: 404 }]);
    for (const code of shortCodes) expect((await world.visit(code)).status).toBe(410);
  });

  it('erases the details of its links, and frees their ids', async () => {
    const { key } = await world.newKey('PRO');
    const details = { title: 'one', tags: ['mail'], externalId: 'one' };
    const { shortCode } = await (await world.shorten(key, { url, ...details })).json<{ shortCode: string }>();
    const [kept] = await results(key, { shortCodes: [shortCode], change: { url: NEW } });
    expect(kept).toMatchObject({ success: true, url: NEW, ...details });
    expect(await (await world.v2(key, 'GET', `/links/${shortCode}`)).json()).toMatchObject(details);
    const [deleted] = await results(key, { shortCodes: [shortCode], delete: true, confirm: 1 });
    expect(deleted).not.toHaveProperty('title');
    expect(await env.DB.prepare('SELECT * FROM link_details WHERE code = ?1').bind(shortCode).first()).toBeNull();
    expect((await world.shorten(key, { url, ...details })).status).toBe(201);
  });

  it('of another account’s links deletes none', async () => {
    const [{ key }, other] = [await world.newKey('PRO'), await world.newKey('PRO')];
    const shortCodes = await newLinks(other.key, 2);
    const before = await Promise.all(shortCodes.map(readRow));
    expect(listTypes(await results(key, { shortCodes, delete: true, confirm: 2 }))).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(await Promise.all(shortCodes.map(readRow))).toEqual(before);
  });
});

describe('a request changes no link if it is refused as a whole', () => {
  const CODES_RULE = 'shortCodes must be a list of 1 to 100 codes';
  const EITHER = 'Name either change or delete';
  const NOTHING = 'Name what to change: url, expiresIn, maxClicks, password, title, notes, tags, addTags, removeTags';
  const change = { url: NEW };
  it.each<[what: string, body: (code: string) => Record<string, unknown>, status: number, message: string]>([
    ['names no links', () => ({ change }), 400, CODES_RULE],
    ['names an empty list', () => ({ shortCodes: [], change }), 400, CODES_RULE],
    ['names no list', (code) => ({ shortCodes: code, change }), 400, CODES_RULE],
    ['names 101 links', (code) => ({ shortCodes: Array(101).fill(code), change }), 400, CODES_RULE],
    ['names no act', (code) => ({ shortCodes: [code] }), 400, EITHER],
    ['names two acts', (code) => ({ shortCodes: [code], change, delete: true, confirm: 1 }), 400, EITHER],
    [
      'has another delete than true',
      (code) => ({ shortCodes: [code], delete: 1, confirm: 1 }),
      400,
      'delete must be true',
    ],
    [
      'has a change that is a list',
      (code) => ({ shortCodes: [code], change: [] }),
      400,
      'change must be a JSON object',
    ],
    [
      'deletes without confirm',
      (code) => ({ shortCodes: [code, 'none'], delete: true }),
      400,
      'confirm must be 2, the number of links that the request names',
    ],
    [
      'deletes with another confirm',
      (code) => ({ shortCodes: [code], delete: true, confirm: 2 }),
      400,
      'confirm must be 1, the number of links that the request names',
    ],
    [
      'changes with another confirm',
      (code) => ({ shortCodes: [code], change, confirm: 0 }),
      400,
      'confirm must be 1, the number of links that the request names',
    ],
    [
      'has a confirm that is no number',
      (code) => ({ shortCodes: [code], delete: true, confirm: '1' }),
      400,
      'confirm must be a whole number',
    ],
    ['changes nothing', (code) => ({ shortCodes: [code], change: {} }), 400, NOTHING],
    [
      'changes a detail',
      (code) => ({ shortCodes: [code], change: { externalId: 'one' } }),
      400,
      'externalId is not allowed',
    ],
    ['changes an alias', (code) => ({ shortCodes: [code], change: { alias: 'another' } }), 400, 'alias is not allowed'],
    ['has a wrong destination', (code) => ({ shortCodes: [code], change: { url: 'nonsense' } }), 400, 'valid URL'],
    ['has an unsafe destination', (code) => ({ shortCodes: [code], change: { url: UNSAFE } }), 400, 'unsafe'],
    ['has a short expiry', (code) => ({ shortCodes: [code], change: { expiresIn: 5 } }), 400, 'at least 60'],
    ['has an option beyond the plan', (code) => ({ shortCodes: [code], change: { password: 'word' } }), 403, 'plan'],
  ])('because it %s', async (_, body, status, message) => {
    const { key } = await world.newKey('HOBBY');
    const [code = ''] = await newLinks(key, 1);
    const before = await readRow(code);
    const response = await bulk(key, body(code));
    expect(response.status).toBe(status);
    expect((await response.json<{ message: string }>()).message).toContain(message);
    expect(await readRow(code)).toEqual(before);
  });

  it('because the platform has switched an option off', async () => {
    const { key } = await world.newKey('PRO');
    const shortCodes = await newLinks(key, 1);
    const here = createWorld({ CLICK_LIMITS: 'off' });
    expect((await bulk(key, { shortCodes, change: { maxClicks: 3 } }, here)).status).toBe(400);
    expect(listTypes(await results(key, { shortCodes, change: { maxClicks: null } }, here))).toEqual(['done']);
  });
});

describe('with an Idempotency-Key', () => {
  const post = (key: string, body: object) => postOnce(world, key, JSON.stringify(body), 'one', '/v2/links/bulk');

  it('a repeat gets the first outcome again, and changes no link a second time', async () => {
    const { key } = await world.newKey('PRO');
    const alias = freshAlias('again');
    await world.shorten(key, { url, alias });
    const body = { shortCodes: [alias, 'none'], delete: true, confirm: 2 };
    const first = await post(key, body);
    await world.shorten(key, { url: NEW, alias });
    const again = await post(key, body);
    expect(again.headers.get('Idempotent-Replayed')).toBe('true');
    expect(await again.text()).toBe(await first.text());
    expect(await readRow(alias)).toMatchObject({ gone: null, url: NEW });
    expect((await post(key, { ...body, shortCodes: ['none', alias] })).status).toBe(422);
  });

  it('a repeat during the first run is 409, and a refused request is not stored', async () => {
    const { key, id } = await world.newKey('PRO');
    const shortCodes = await newLinks(key, 1);
    await leaseAndDie(key, id);
    expect((await post(key, { shortCodes, change: { url: NEW } })).status).toBe(409);
    const other = await world.newKey('PRO');
    expect((await post(other.key, { shortCodes, delete: true })).status).toBe(400);
    expect((await post(other.key, { shortCodes, delete: true, confirm: 1 })).status).toBe(200);
  });
});

describe('during a fault', () => {
  it('of one link’s counter that link is 503, the others are changed, and the cron completes it', async () => {
    turnTo(NOON);
    const { key } = await world.newKey('PRO');
    const [limited = ''] = await newLinks(key, 1, { maxClicks: 5 });
    const plain = await newLinks(key, 2);
    const here = createWorld({ CLICKS: tappedObjects(env.CLICKS, new Tap(OVERLOADED)) });
    const all = await results(key, { shortCodes: [limited, ...plain], delete: true, confirm: 3 }, here);
    expect(all).toMatchObject([
      { success: false, statusCode: 503, errorType: 'UNAVAILABLE', retryAfter: 5 },
      { success: true },
      { success: true },
    ]);
    turnTo(NOON + 60_000);
    await world.cron();
    for (const code of [limited, ...plain]) expect((await world.visit(code)).status).toBe(410);
  });

  it('of KV the links are changed, and the cron publishes them', async () => {
    turnTo(NOON);
    await settle();
    const { key } = await world.newKey('PRO');
    const shortCodes = await newLinks(key, 2);
    const here = createWorld({ ROUTES: tappedKv(env.ROUTES, new Tap(onlyFor(/^put l:/, KV_DOWN))) });
    expect(listTypes(await results(key, { shortCodes, change: { url: NEW } }, here))).toEqual(['done', 'done']);
    turnTo(NOON + 60_000);
    await world.cron();
    for (const code of shortCodes) {
      expect(decodeEntry((await env.ROUTES.get(makeEntryKey(code))) ?? '')).toMatchObject({
        target: { location: NEW },
      });
      expect(await readRow(code)).toMatchObject({ dirty: 0 });
    }
  });
});

describe('the cost', () => {
  async function measureCost(count: number, options: object, body: (shortCodes: string[]) => Record<string, unknown>) {
    const { bindings, takeCost } = countedBindings();
    const here = createWorld(bindings);
    const { key } = await here.newKey('PRO');
    const shortCodes = await newLinks(key, count, { ...options });
    await here.v2(key, 'GET', '/links');
    await settle();
    takeCost();
    await results(key, body(shortCodes), here);
    const { d1, kv, objects } = takeCost();
    return { d1: d1.length, puts: kv.filter((one) => one.startsWith('put l')).length, objects };
  }

  it('of a change of a hundred links is two object calls, two statements in D1 and a hundred puts', async () => {
    const cost = await measureCost(100, {}, (shortCodes) => ({ shortCodes, change: { url: NEW } }));
    expect(cost).toEqual({ d1: 2, puts: 100, objects: ['KEYS.admit', 'ADDRESSES.admit'] });
  });

  it('of limited links is one more object call for each', async () => {
    const cost = await measureCost(3, { maxClicks: 5 }, (shortCodes) => ({ shortCodes, delete: true, confirm: 3 }));
    expect(cost).toEqual({
      d1: 2,
      puts: 3,
      objects: ['KEYS.admit', 'ADDRESSES.admit', ...Array(3).fill('CLICKS.limit')],
    });
  });

  it('counts as one request in the window and as one call in the month', async () => {
    const { key } = await world.newKey('PRO');
    const shortCodes = await newLinks(key, 2);
    const left = (response: Response) =>
      ['X-RateLimit-Remaining', 'X-Quota-Remaining'].map((name) => Number(response.headers.get(name)));
    const before = left(await world.v2(key, 'GET', '/usage'));
    const after = left(await bulk(key, { shortCodes, change: { url: NEW } }));
    expect(after).toEqual(before.map((remaining) => remaining - 1));
  });
});

it('two hundred requests at once on the same links each succeed, and leave one of their destinations everywhere', async () => {
  turnTo(NOON);
  const { key } = await world.newKey('PRO');
  const shortCodes = await newLinks(key, 5);
  const urls = Array.from({ length: 200 }, (_, n) => `https://example.com/${n}`);
  const all = await Promise.all(urls.map((one) => results(key, { shortCodes, change: { url: one } })));
  for (const one of all) expect(listTypes(one)).toEqual(Array(5).fill('done'));
  for (const code of shortCodes) expect(await readRow(code)).toMatchObject({ version: 201 });
  turnTo(NOON + 60_000);
  await world.cron();
  const rows = await Promise.all(shortCodes.map(readRow));
  expect(new Set(rows.map((row) => row?.url)).size).toBe(1);
  for (const row of rows) {
    expect(decodeEntry((await env.ROUTES.get(makeEntryKey(String(row?.code)))) ?? '')).toMatchObject({
      target: { location: row?.url },
    });
    expect(row).toMatchObject({ dirty: 0 });
  }
});

it('a link with the alias `bulk` is read, edited and deleted at its own address', async () => {
  const { key } = await world.newKey('PRO');
  const made = await world.shorten(key, { url, alias: 'bulk' });
  expect(made.status).toBe(201);
  expect((await world.v2(key, 'GET', '/links/bulk')).status).toBe(200);
  expect((await world.v2(key, 'PATCH', '/links/bulk', { url: NEW })).status).toBe(200);
  expect((await world.call('OPTIONS', '/v2/links/bulk')).headers.get('Allow')).toBe(
    'GET, POST, PATCH, DELETE, HEAD, OPTIONS',
  );
  expect((await world.v2(key, 'DELETE', '/links/bulk')).status).toBe(204);
});
