/** The cost of a request: calls of Durable Objects, round trips to D1, rows written and KV operations. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Cost, countedBindings } from '#testkit/counting';
import { createWorld, freshAlias, type World } from '#testkit/world';

const url = 'https://example.com/';
const NOTHING = { d1: 0, rowsWritten: 0, kv: [], objects: [] };

let world: World;
let takeCost: () => Cost;
let key: string;

/** Creates a world whose isolate has copies of the settings and the lists, and a key whose object has the record. */
async function warmWorld(variables: Record<string, string> = {}) {
  const counted = countedBindings();
  takeCost = counted.takeCost;
  world = createWorld({ LEGACY_SHORTEN: 'on', ...counted.bindings, ...variables });
  ({ key } = await world.newKey('PRO'));
  await world.shorten(key, { url });
  takeCost();
}
beforeEach(() => warmWorld());
afterEach(async () => {
  await env.DB.prepare('DELETE FROM settings').run();
});

/** Returns the cost of a request, and the status of its response. */
async function measureCost(response: Promise<Response>) {
  takeCost();
  const { status } = await response;
  const { d1, rowsWritten, kv, objects } = takeCost();
  return { status, d1: d1.length, rowsWritten, kv: kv.map((one) => one.split(':')[0]), objects };
}

const idempotent = (body: Record<string, unknown>) =>
  world.call('POST', '/v2/shorten', {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'one' },
    body: JSON.stringify(body),
  });

describe('a creation', () => {
  it.each<[what: string, options: () => Record<string, unknown>]>([
    ['with a generated code', () => ({})],
    ['with an alias', () => ({ alias: freshAlias('cost') })],
    ['with every option', () => ({ alias: freshAlias('cost'), expiresIn: 60, maxClicks: 1, password: 'word' })],
  ])('%s costs one object call, one round trip to D1 with two rows written, and one put', async (_, options) => {
    const cost = await measureCost(world.shorten(key, { url, ...options() }));
    expect(cost).toEqual({ status: 201, d1: 1, rowsWritten: 2, kv: ['put l'], objects: ['KEYS.admit'] });
  });

  it('with an Idempotency-Key costs one more object call, and its replay costs one object call', async () => {
    const created = { status: 201, d1: 1, rowsWritten: 2, kv: ['put l'] };
    expect(await measureCost(idempotent({ url }))).toEqual({ ...created, objects: ['KEYS.admit', 'KEYS.settle'] });
    expect(await measureCost(idempotent({ url }))).toEqual({ ...NOTHING, status: 201, objects: ['KEYS.admit'] });
  });

  it('under a link quota costs one more object call', async () => {
    await warmWorld({ LINK_QUOTA: 'PRO=100' });
    expect(await measureCost(world.shorten(key, { url }))).toEqual({
      status: 201,
      d1: 1,
      rowsWritten: 2,
      kv: ['put l'],
      objects: ['KEYS.admit', 'KEYS.chargeLinks'],
    });
  });

  it.each<[what: string, fields: object, rowsWritten: number]>([
    ['a title', { title: 'a' }, 3],
    ['an externalId', { externalId: 'a' }, 4],
    ['three new tags', { tags: ['a', 'b', 'c'] }, 12],
    ['three known tags', { tags: ['known', 'also known', 'KNOWN too'] }, 6],
  ])('with %s costs one round trip, and the rows of docs/storage.md', async (_, fields, rowsWritten) => {
    await world.shorten(key, { url, tags: ['known', 'also known', 'known too'] });
    expect(await measureCost(world.shorten(key, { url, ...fields }))).toEqual({
      status: 201,
      d1: 1,
      rowsWritten,
      kv: ['put l'],
      objects: ['KEYS.admit'],
    });
  });

  it('with `ifExists` costs one more round trip and one more row, and an existing link one round trip', async () => {
    const plain = { url: `${url}plain` };
    const create = (body: object) => measureCost(world.v2(key, 'POST', '/shorten?ifExists=return', { ...body }));
    const made = { status: 201, d1: 2, rowsWritten: 3, kv: ['put l'], objects: ['KEYS.admit'] };
    expect(await create({ ...plain, maxClicks: 1 })).toEqual({ ...made, rowsWritten: 2 });
    expect(await create(plain)).toEqual(made);
    expect(await create(plain)).toEqual({ ...NOTHING, status: 200, d1: 1, objects: ['KEYS.admit'] });
  });

  it('without a key also costs one object call, one round trip and one put', async () => {
    const response = world.call('POST', '/shorten', {
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': '192.0.2.77' },
      body: JSON.stringify({ url }),
    });
    expect(await measureCost(response)).toEqual({
      status: 201,
      d1: 1,
      rowsWritten: 2,
      kv: ['put l'],
      objects: ['ADDRESSES.admit'],
    });
  });
});

describe('the statistics', () => {
  it('of a link cost one round trip, one object call for the limits and one for the counts', async () => {
    const alias = freshAlias('cost');
    await world.shorten(key, { url, alias });
    expect(await measureCost(world.v2(key, 'GET', `/stats/${alias}?groupBy=day,browser`))).toEqual({
      ...NOTHING,
      status: 200,
      d1: 1,
      objects: ['KEYS.admit', 'STATISTICS.readLink'],
    });
  });

  it('of a limited link cost one more object call', async () => {
    const alias = freshAlias('cost');
    await world.shorten(key, { url, alias, maxClicks: 5 });
    const { objects } = await measureCost(world.v2(key, 'GET', `/stats/${alias}`));
    expect(objects).toEqual(['KEYS.admit', 'STATISTICS.readLink', 'CLICKS.count']);
  });

  it('of an account cost two object calls, and one round trip if the account has clicks', async () => {
    const cost = { ...NOTHING, status: 200, objects: ['KEYS.admit', 'STATISTICS.readAccount'] };
    expect(await measureCost(world.v2(key, 'GET', '/stats'))).toEqual(cost);
    const alias = freshAlias('cost');
    await world.shorten(key, { url, alias });
    await world.visit(alias);
    expect(await measureCost(world.v2(key, 'GET', '/stats'))).toEqual({ ...cost, d1: 1 });
  });
});

it('GET /health/ready costs one read of D1, and nothing to who asks within five seconds', async () => {
  // It reads before its first await, and the cost is counted only after the call.
  const ask = () => measureCost(Promise.resolve().then(() => world.call('GET', '/health/ready')));
  expect(await ask()).toEqual({ ...NOTHING, status: 200, d1: 1 });
  expect(await ask()).toEqual({ ...NOTHING, status: 200 });
});

describe('a request of the management endpoints', () => {
  const NEW = 'https://example.com/new';

  /**
   * Returns the cost, rows read included, of a request about the only link of a new key. No put of the link is running.
   */
  async function costOfManaging(method: string, path: string, body?: Record<string, unknown>, options = {}) {
    ({ key } = await world.newKey('PRO'));
    const alias = freshAlias('cost');
    await world.shorten(key, { url, alias, ...options });
    await world.v2(key, 'GET', `/links/${alias}`); // Loads the denylist, which the isolate caches for 20 seconds.
    await env.DB.prepare('UPDATE links SET put_at = 0, quiet_at = 0 WHERE code = ?1').bind(alias).run();
    takeCost();
    const { status } = await world.v2(key, method, path.replace(':code', alias), body);
    const { d1, rowsRead, rowsWritten, kv, objects } = takeCost();
    return { status, d1: d1.length, rowsRead, rowsWritten, kv: kv.map((one) => one.split(':')[0]), objects };
  }

  const READ = { status: 200, d1: 1, rowsWritten: 0, kv: [], objects: ['KEYS.admit'] };
  it.each<[what: string, path: string, mostRows: number]>([
    ['a page of one link', '/links', 2],
    ['one link', '/links/:code', 1],
    ['the usage', '/usage', 3],
  ])('that reads %s costs one object call and one round trip', async (_, path, mostRows) => {
    const { rowsRead, ...cost } = await costOfManaging('GET', path);
    expect(cost).toEqual(READ);
    // SQLite also reads the next row of the index, if there is one.
    expect(rowsRead).toBeLessThanOrEqual(mostRows);
  });

  it.each(['status=active', 'search=nothing-like-it'])(
    'that searches by %s costs one more object call, and reads each row at most three times',
    async (query) => {
      const { rowsRead, ...cost } = await costOfManaging('GET', `/links?${query}`);
      expect(cost).toEqual({ ...READ, objects: ['KEYS.admit', 'ADDRESSES.admit'] });
      // Five reads were measured. The limit leaves room for one more row in the index.
      expect(rowsRead).toBeLessThanOrEqual(3 * 3);
    },
  );

  it('for a page of ten links reads eleven rows, wherever the page begins', async () => {
    ({ key } = await world.newKey('PRO'));
    await Promise.all(Array.from({ length: 30 }, () => world.shorten(key, { url })));
    let cursor = '';
    for (const rowsRead of [11, 11]) {
      takeCost();
      const response = await world.v2(key, 'GET', `/links?limit=10${cursor}`);
      expect(takeCost().rowsRead).toBe(rowsRead);
      cursor = `&cursor=${(await response.json<{ nextCursor: string }>()).nextCursor}`;
    }
  });

  const CHANGED = { status: 200, d1: 2, kv: ['put l'], objects: ['KEYS.admit'] };
  it('that edits a link costs one statement, one put, and a second statement that clears the dirty mark', async () => {
    expect(await costOfManaging('PATCH', '/links/:code', { url: NEW })).toMatchObject(CHANGED);
    expect(await costOfManaging('PATCH', '/links/:code', { expiresIn: 60, password: 'word' })).toMatchObject(CHANGED);
  });

  it('that edits a limited link, or a limit, costs one more object call', async () => {
    const counted = { ...CHANGED, objects: ['KEYS.admit', 'CLICKS.limit'] };
    expect(await costOfManaging('PATCH', '/links/:code', { url: NEW }, { maxClicks: 5 })).toMatchObject(counted);
    expect(await costOfManaging('PATCH', '/links/:code', { maxClicks: 5 })).toMatchObject(counted);
    expect(await costOfManaging('PATCH', '/links/:code', { maxClicks: null })).toMatchObject(counted);
  });

  it('that deletes a link costs as much as an edit', async () => {
    expect(await costOfManaging('DELETE', '/links/:code')).toMatchObject({ ...CHANGED, status: 204 });
  });

  it('writes three rows for an edit, one more for an end, which the index of the list has, and two for an event', async () => {
    const countWritten = async (...call: Parameters<typeof costOfManaging>) =>
      (await costOfManaging(...call)).rowsWritten;
    expect(await countWritten('PATCH', '/links/:code', { url: NEW })).toBe(3);
    expect(await countWritten('PATCH', '/links/:code', { expiresIn: 60 })).toBe(3 + 1);
    expect(await countWritten('DELETE', '/links/:code')).toBe(3 + 1 + 2);
  });

  it('for a refused edit costs one object call, and for an edit of an unknown code two more round trips', async () => {
    expect(await costOfManaging('PATCH', '/links/:code', { maxClicks: 0 })).toMatchObject({
      ...NOTHING,
      objects: ['KEYS.admit'],
    });
    expect(await costOfManaging('PATCH', '/links/none', { url: NEW })).toMatchObject({
      status: 404,
      d1: 2,
      rowsWritten: 0,
      kv: [],
      objects: ['KEYS.admit'],
    });
  });
});

describe('a change of the details of a hundred links', () => {
  /** The codes of a hundred links of a new key with a tag. They are a third of the account's links. */
  async function hundredLinks(): Promise<string[]> {
    ({ key } = await world.newKey('PRO'));
    const codes: string[] = [];
    for (let n = 0; n < 6; n++) {
      const batch = await world.shortenBatch(key, Array(50).fill({ url, tags: [n < 2 ? 'named' : 'other'] }));
      codes.push(...(await batch.json<{ results: { shortCode: string }[] }>()).results.map((one) => one.shortCode));
    }
    return codes.slice(0, 100);
  }

  // The limits of rows read are what was measured, rounded up. They leave no room for reading the other links.
  it.each<[what: string, change: object, rowsWritten: number, mostRead: number]>([
    ['a new tag', { addTags: ['new'] }, 100 + 100 + 2, 10_000],
    ['a tag less', { removeTags: ['named'] }, 100 + 100, 4_700],
    ['another tag', { addTags: ['new'], removeTags: ['named'] }, 100 + 200 + 2, 9_000],
    ['a title', { title: 'new' }, 100, 2_800],
  ])('%s costs one round trip, and the rows of docs/storage.md', async (_, change, rowsWritten, mostRead) => {
    const shortCodes = await hundredLinks();
    takeCost();
    const { status } = await world.v2(key, 'POST', '/links/bulk', { shortCodes, change });
    const { rowsRead, kv, objects, d1, ...cost } = takeCost();
    expect({ status, d1: d1.length, rowsWritten: cost.rowsWritten, kv, objects }).toEqual({
      ...{ status: 200, d1: 1, rowsWritten, kv: [], objects: ['KEYS.admit', 'ADDRESSES.admit'] },
    });
    expect(rowsRead).toBeLessThanOrEqual(mostRead);
  });
});

describe('a QR code', () => {
  const reads = { ...NOTHING, d1: 1, objects: ['KEYS.admit'] };
  const qr = (path: string, headers: Record<string, string> = {}) =>
    world.call('GET', `/v2/qr/${path}`, { headers: { Authorization: `Bearer ${key}`, ...headers } });

  it('costs one object call and one round trip, and so do its 304 and its 404', async () => {
    const alias = freshAlias('cost');
    await world.shorten(key, { url, alias, maxClicks: 1, password: 'word' });
    expect(await measureCost(qr(alias))).toEqual({ ...reads, status: 200 });
    expect(await measureCost(qr(alias, { 'If-None-Match': '*' }))).toEqual({ ...reads, status: 304 });
    expect(await measureCost(qr(freshAlias('none')))).toEqual({ ...reads, status: 404 });
  });

  it('costs one object call if a parameter is wrong, or if QR codes are switched off', async () => {
    const refused = { ...NOTHING, status: 400, objects: ['KEYS.admit'] };
    expect(await measureCost(qr('anything?size=1'))).toEqual(refused);
    await warmWorld({ QR: 'off' });
    expect(await measureCost(qr('anything'))).toEqual(refused);
  });
});

describe('a batch of fifty', () => {
  const fifty = (option: () => Record<string, unknown> = () => ({})) =>
    Array.from({ length: 50 }, () => ({ url, ...option() }));
  const puts = Array<string>(50).fill('put l');
  const made = { status: 200, d1: 1, rowsWritten: 100, kv: puts, objects: ['KEYS.admit'] };
  const aliased = () => ({ alias: freshAlias('cost') });

  it.each<[what: string, option: () => Record<string, unknown>]>([
    ['with generated codes', () => ({})],
    ['with aliases', aliased],
    ['with every option', () => ({ ...aliased(), expiresIn: 60, maxClicks: 1, password: 'word' })],
  ])(
    '%s costs one object call, one round trip to D1 with two rows written per link, and fifty puts',
    async (_, option) => {
      expect(await measureCost(world.shortenBatch(key, fifty(option)))).toEqual(made);
      expect(await measureCost(world.shortenBatch(key, fifty(option), '?atomic=true'))).toEqual(made);
    },
  );

  it('that replaces dead links costs one more round trip, which clears their dirty marks', async () => {
    const items = fifty(() => ({ ...aliased(), url: 'https://example.com/dead' }));
    await world.shortenBatch(key, items);
    const OF_THEM = "WHERE url = 'https://example.com/dead'";
    await env.DB.prepare(`UPDATE links SET gone = 'DELETED', put_at = 0, quiet_at = 0 ${OF_THEM}`).run();
    const cost = await measureCost(world.shortenBatch(key, items));
    expect(cost).toMatchObject({ status: 200, d1: 2, kv: puts, objects: ['KEYS.admit'] });
    const { results } = await env.DB.prepare(`SELECT DISTINCT version, dirty FROM links ${OF_THEM}`).all();
    expect(results).toEqual([{ version: 2, dirty: 0 }]);
  });

  it('under a link quota costs one more object call, and two more if it refunds a link', async () => {
    await warmWorld({ LINK_QUOTA: 'PRO=1000' });
    const charged = { ...made, objects: ['KEYS.admit', 'KEYS.chargeLinks'] };
    expect(await measureCost(world.shortenBatch(key, fifty()))).toEqual(charged);
    const alias = freshAlias('cost');
    await world.shorten(key, { url, alias });
    const { objects } = await measureCost(world.shortenBatch(key, [{ url, alias }, { url }]));
    expect(objects).toEqual(['KEYS.admit', 'KEYS.chargeLinks', 'KEYS.refundLinks']);
  });

  it('with only refused items costs one object call', async () => {
    const broken = Array.from({ length: 50 }, () => ({ url: 'nonsense' }));
    expect(await measureCost(world.shortenBatch(key, broken))).toEqual({
      ...NOTHING,
      status: 200,
      objects: ['KEYS.admit'],
    });
  });

  it('that is atomic and has a taken alias costs one object call and one round trip, and writes no row', async () => {
    const alias = freshAlias('cost');
    await world.shorten(key, { url, alias });
    const cost = await measureCost(world.shortenBatch(key, [...fifty().slice(1), { url, alias }], '?atomic=true'));
    expect(cost).toEqual({ ...NOTHING, status: 400, d1: 1, objects: ['KEYS.admit'] });
  });
});

describe('the response', () => {
  it.each<[what: string, ask: () => Promise<Response>, status: number]>([
    ['400 for a field', () => world.shorten(key, { url: 'nonsense' }), 400],
    ['400 for a body', () => world.shorten(key, '{'), 400],
    [
      '400 for a Content-Type',
      () => world.call('POST', '/v2/shorten', { headers: { Authorization: `Bearer ${key}` } }),
      400,
    ],
    ['413 for a large body', () => world.shorten(key, 'x'.repeat(2 ** 20 + 1)), 413],
  ])('%s costs one object call', async (_, ask, status) => {
    expect(await measureCost(ask())).toEqual({ ...NOTHING, status, objects: ['KEYS.admit'] });
  });

  it('400 for a taken alias costs one object call and one round trip, and writes no row', async () => {
    const alias = freshAlias('cost');
    await world.shorten(key, { url, alias });
    expect(await measureCost(world.shorten(key, { url, alias }))).toEqual({
      ...NOTHING,
      status: 400,
      d1: 1,
      objects: ['KEYS.admit'],
    });
  });

  it.each<[what: string, ask: () => Promise<Response>, status: number]>([
    ['401 for a missing key', () => world.call('POST', '/v2/shorten'), 401],
    ['401 for a malformed key', () => world.shorten('sl_nonsense', { url }), 401],
    [
      '401 for a mistyped key',
      () => world.shorten(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, { url }),
      401,
    ],
    ['404 for an unknown route', () => world.v2(key, 'POST', '/nothing', { url }), 404],
    ['405 for a method', () => world.v2(key, 'PUT', '/shorten', { url }), 405],
    ['204 for OPTIONS', () => world.call('OPTIONS', '/v2/shorten'), 204],
    ['403 for plain http', () => world.call('POST', 'http://api.example.com/v2/shorten'), 403],
    ['401 for a wrong operator’s token', () => world.call('GET', '/admin/keys'), 401],
    ['200 for GET /health', () => world.call('GET', '/health'), 200],
    ['405 for POST /health/ready', () => world.call('POST', '/health/ready'), 405],
  ])('%s costs no calls', async (_, ask, status) => {
    expect(await measureCost(ask())).toEqual({ ...NOTHING, status });
  });
});

it('a new isolate reads only the settings for a malformed key, and reads the lists for its first creation', async () => {
  const counted = countedBindings();
  const fresh = createWorld(counted.bindings);
  expect((await fresh.shorten('sl_nonsense', { url })).status).toBe(401);
  expect(counted.takeCost()).toMatchObject({ d1: ['SELECT name, value FROM settings'], kv: [], objects: [] });
  expect((await fresh.shorten(key, { url })).status).toBe(201);
  const { d1, kv, objects } = counted.takeCost();
  expect([d1, objects]).toEqual([[expect.stringMatching(/^INSERT INTO "links"/)], ['KEYS.admit']]);
  expect(kv).toEqual(['get denylist', 'get threat-list', expect.stringMatching(/^put l:/)]);
});
