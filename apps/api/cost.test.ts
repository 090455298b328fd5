/** What a request costs in calls, round trips, rows and puts. What is not listed here is not asked for. */
import { env } from 'cloudflare:workers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Cost, countedBindings } from '#testkit/counting';
import { createWorld, freshAlias, type World } from '#testkit/world';

const url = 'https://example.com/';
const NOTHING = { d1: 0, rowsWritten: 0, kv: [], objects: [] };

let world: World;
let takeCost: () => Cost;
let key: string;

/** A world whose isolate has just read the settings and the lists, and a key whose object has its record. */
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

/** The cost of what was asked, and the status of its answer. */
async function costOf(answer: Promise<Response>) {
  takeCost();
  const { status } = await answer;
  const { d1, rowsWritten, kv, objects } = takeCost();
  return { status, d1: d1.length, rowsWritten, kv: kv.map((one) => one.split(':')[0]), objects };
}

const idempotent = (body: Record<string, unknown>) =>
  world.call('POST', '/v2/shorten', {
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'one' },
    body: JSON.stringify(body),
  });

describe('a create', () => {
  it.each<[what: string, options: () => Record<string, unknown>]>([
    ['of a generated code', () => ({})],
    ['of an alias', () => ({ alias: freshAlias('cost') })],
    ['with every option', () => ({ alias: freshAlias('cost'), expiresIn: 60, maxClicks: 1, password: 'word' })],
  ])('%s is one object call, one round trip to D1 with two rows written, and one put', async (_, options) => {
    const cost = await costOf(world.shorten(key, { url, ...options() }));
    expect(cost).toEqual({ status: 201, d1: 1, rowsWritten: 2, kv: ['put l'], objects: ['KEYS.admit'] });
  });

  it('with an Idempotency-Key is one object call more, and its replay one object call alone', async () => {
    const created = { status: 201, d1: 1, rowsWritten: 2, kv: ['put l'] };
    expect(await costOf(idempotent({ url }))).toEqual({ ...created, objects: ['KEYS.admit', 'KEYS.settle'] });
    expect(await costOf(idempotent({ url }))).toEqual({ ...NOTHING, status: 201, objects: ['KEYS.admit'] });
  });

  it('under a link quota is one object call more', async () => {
    await warmWorld({ LINK_QUOTA: 'PRO=100' });
    expect(await costOf(world.shorten(key, { url }))).toEqual({
      status: 201,
      d1: 1,
      rowsWritten: 2,
      kv: ['put l'],
      objects: ['KEYS.admit', 'KEYS.chargeLinks'],
    });
  });

  it('without a key is one object call, one round trip and one put too', async () => {
    const answer = world.call('POST', '/shorten', {
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': '192.0.2.77' },
      body: JSON.stringify({ url }),
    });
    expect(await costOf(answer)).toEqual({
      status: 201,
      d1: 1,
      rowsWritten: 2,
      kv: ['put l'],
      objects: ['ADDRESSES.admit'],
    });
  });
});

describe('statistics', () => {
  it('of a link are one round trip, and an object call each for metering and counting', async () => {
    const alias = freshAlias('cost');
    await world.shorten(key, { url, alias });
    expect(await costOf(world.v2(key, 'GET', `/stats/${alias}?groupBy=day,browser`))).toEqual({
      ...NOTHING,
      status: 200,
      d1: 1,
      objects: ['KEYS.admit', 'STATISTICS.link'],
    });
  });

  it('of a limited link are one object call more', async () => {
    const alias = freshAlias('cost');
    await world.shorten(key, { url, alias, maxClicks: 5 });
    const { objects } = await costOf(world.v2(key, 'GET', `/stats/${alias}`));
    expect(objects).toEqual(['KEYS.admit', 'STATISTICS.link', 'CLICKS.count']);
  });

  it('of an account are two object calls, and one round trip where it has clicks', async () => {
    const cost = { ...NOTHING, status: 200, objects: ['KEYS.admit', 'STATISTICS.account'] };
    expect(await costOf(world.v2(key, 'GET', '/stats'))).toEqual(cost);
    const alias = freshAlias('cost');
    await world.shorten(key, { url, alias });
    await world.visit(alias);
    expect(await costOf(world.v2(key, 'GET', '/stats'))).toEqual({ ...cost, d1: 1 });
  });
});

describe('a refusal', () => {
  it.each<[what: string, ask: () => Promise<Response>, status: number]>([
    ['400 of a field', () => world.shorten(key, { url: 'nonsense' }), 400],
    ['400 of a body', () => world.shorten(key, '{'), 400],
    ['400 of a type', () => world.call('POST', '/v2/shorten', { headers: { Authorization: `Bearer ${key}` } }), 400],
    ['413', () => world.shorten(key, 'x'.repeat(2 ** 20 + 1)), 413],
  ])('%s costs one object call', async (_, ask, status) => {
    expect(await costOf(ask())).toEqual({ ...NOTHING, status, objects: ['KEYS.admit'] });
  });

  it('400 of a taken alias costs one object call and one round trip, and writes nothing', async () => {
    const alias = freshAlias('cost');
    await world.shorten(key, { url, alias });
    expect(await costOf(world.shorten(key, { url, alias }))).toEqual({
      ...NOTHING,
      status: 400,
      d1: 1,
      objects: ['KEYS.admit'],
    });
  });

  it.each<[what: string, ask: () => Promise<Response>, status: number]>([
    ['401 of a missing key', () => world.call('POST', '/v2/shorten'), 401],
    ['401 of a malformed key', () => world.shorten('sl_nonsense', { url }), 401],
    ['401 of a mistyped key', () => world.shorten(`${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}`, { url }), 401],
    ['404 of an unknown route', () => world.v2(key, 'POST', '/nothing', { url }), 404],
    ['405', () => world.v2(key, 'PUT', '/shorten', { url }), 405],
    ['OPTIONS', () => world.call('OPTIONS', '/v2/shorten'), 204],
    ['403 of plain http', () => world.call('POST', 'http://api.example.com/v2/shorten'), 403],
    ['401 of a wrong operator’s token', () => world.call('GET', '/admin/keys'), 401],
    ['health', () => world.call('GET', '/health'), 200],
  ])('%s costs nothing', async (_, ask, status) => {
    expect(await costOf(ask())).toEqual({ ...NOTHING, status });
  });
});

it('reads the settings and the lists once for all of that, and only the settings for a malformed key in a cold isolate', async () => {
  const counted = countedBindings();
  const cold = createWorld(counted.bindings);
  expect((await cold.shorten('sl_nonsense', { url })).status).toBe(401);
  expect(counted.takeCost()).toMatchObject({ d1: ['SELECT name, value FROM settings'], kv: [], objects: [] });
  expect((await cold.shorten(key, { url })).status).toBe(201);
  const { d1, kv, objects } = counted.takeCost();
  expect([d1, objects]).toEqual([[expect.stringMatching(/^insert into "links"/)], ['KEYS.admit']]);
  expect(kv).toEqual(['get denylist', 'get threat-list', expect.stringMatching(/^put l:/)]);
});
