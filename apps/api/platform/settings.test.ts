/** Tests the operator's settings: their effects, and how soon other isolates apply a change. */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it } from 'vitest';
import { Envelope } from '#api/http/fields';
import { DEFAULT_SETTINGS } from '#domain/settings';
import { fakeClock } from '#testkit/clock';
import { countedBindings } from '#testkit/counting';
import { D1_DOWN, d1Where, pass } from '#testkit/faults';
import { createWorld, freshAlias } from '#testkit/world';

// Every world is an isolate of its own. The operator changes settings in this one, and the others must follow.
const operator = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';

afterEach(async () => {
  await env.DB.prepare('DELETE FROM settings').run();
});

const set = async (change: Record<string, unknown>) => {
  const response = await operator.admin('PUT', '/settings', change);
  expect(response.status).toBe(200);
  return response.json();
};

/** Creates a link with these options. @returns 201, or the message of the refusal */
async function readResult(here: typeof operator, key: string, body: Record<string, unknown>) {
  const response = await here.shorten(key, { url, ...body });
  return response.status === 201 ? 201 : Envelope.parse(await response.json()).message;
}

describe('a switch that is off', () => {
  it.each<[string, Record<string, unknown>, string]>([
    ['shortening', {}, 'URL shortening is currently disabled'],
    ['aliases', { alias: freshAlias('off') }, 'Custom aliases are currently disabled on this platform'],
    ['passwords', { password: 'word' }, 'Password protection is currently disabled on this platform'],
    ['expiration', { expiresIn: 60 }, 'URL expiration is currently disabled on this platform'],
    ['clickLimits', { maxClicks: 1 }, 'Click limits are currently disabled on this platform'],
  ])('(%s) refuses links with its message until it is on again', async (name, option, message) => {
    const { key } = await operator.newKey('PRO');
    await set({ [name]: false });
    expect(await readResult(operator, key, option)).toBe(message);
    if (name !== 'shortening') expect(await readResult(operator, key, {})).toBe(201);
    await set({ [name]: true });
    expect(await readResult(operator, key, option)).toBe(201);
  });

  it('does not refuse an option that is null', async () => {
    const { key } = await operator.newKey('PRO');
    await set({ aliases: false, passwords: false });
    expect(await readResult(operator, key, { alias: null, password: null })).toBe(201);
  });

  it('applies to POST /shorten', async () => {
    await set({ shortening: false });
    const legacy = createWorld({ LEGACY_SHORTEN: 'on' });
    const response = await legacy.call('POST', '/shorten', {
      headers: { 'Content-Type': 'application/json', 'CF-Connecting-IP': '203.0.113.1' },
      body: JSON.stringify({ url }),
    });
    expect(await response.json()).toMatchObject({ message: 'URL shortening is currently disabled' });
  });
});

describe('PUT /admin/settings', () => {
  it('changes the settings that it names, leaves the others, and returns all', async () => {
    expect(await set({})).toEqual(DEFAULT_SETTINGS);
    expect(await set({ qr: false })).toEqual({ ...DEFAULT_SETTINGS, qr: false });
    expect(await set({ linkQuota: { FREE: 7 }, activeKeys: { PRO: 50 } })).toEqual({
      ...DEFAULT_SETTINGS,
      qr: false,
      linkQuota: { ...DEFAULT_SETTINGS.linkQuota, FREE: 7 },
      activeKeys: { ...DEFAULT_SETTINGS.activeKeys, PRO: 50 },
    });
    expect(await set({ linkQuota: { PRO: 9 }, qr: true })).toMatchObject({ qr: true, linkQuota: { FREE: 7, PRO: 9 } });
    expect(await (await operator.admin('GET', '/settings')).json()).toMatchObject({ linkQuota: { FREE: 7, PRO: 9 } });
    expect(await set({ linkQuota: { FREE: null } })).toMatchObject({ linkQuota: { FREE: null, PRO: 9 } });
  });

  it.each<[change: unknown, message: string]>([
    [{ maintenence: true }, 'maintenence is not a setting'],
    [{ maintenance: 'true' }, 'maintenance must be true or false'],
    [{ maintenance: 1 }, 'maintenance must be true or false'],
    [{ maintenance: null }, 'maintenance must be true or false'],
    [{ aliases: {} }, 'aliases must be true or false'],
    [{ activeKeys: { FREE: -1 } }, 'activeKeys must be a whole number of at least 0'],
    [{ activeKeys: { FREE: 1.5 } }, 'activeKeys must be a whole number of at least 0'],
    [{ activeKeys: { FREE: null } }, 'activeKeys must be a whole number of at least 0'],
    [{ activeKeys: 5 }, 'activeKeys must be an object of amounts by plan'],
    [{ activeKeys: { GOLD: 5 } }, 'activeKeys must be an object of amounts by plan'],
    [{ linkQuota: { FREE: '5' } }, 'linkQuota must be a whole number of at least 0, or null'],
    [{ linkQuota: null }, 'linkQuota must be an object of amounts by plan'],
    [{ __proto__: { maintenance: true }, 'linkQuota.FREE': 5 }, 'linkQuota.FREE is not a setting'],
  ])('refuses %j with 400 and changes nothing', async (change, message) => {
    const response = await operator.admin('PUT', '/settings', { qr: false, ...(change as object) });
    expect(Envelope.parse(await response.json())).toMatchObject({ statusCode: 400, message });
    expect((await env.DB.prepare('SELECT * FROM settings').all()).results).toEqual([]);
  });
});

describe('another isolate', () => {
  it('applies a change 20 seconds after its last read of the settings, and not before', async () => {
    const { key } = await operator.newKey('PRO');
    const otherIsolate = createWorld();
    const start = Date.now();
    turnTo(start);
    expect(await readResult(otherIsolate, key, {})).toBe(201);
    await set({ shortening: false });
    turnTo(start + 19_999);
    expect(await readResult(otherIsolate, key, {})).toBe(201);
    turnTo(start + 20_000);
    expect(await readResult(otherIsolate, key, {})).toBe('URL shortening is currently disabled');
  });

  it('uses no copy of the settings that is long outdated, even for many simultaneous requests', async () => {
    const { key } = await operator.newKey('PRO');
    const otherIsolate = createWorld();
    expect(await readResult(otherIsolate, key, {})).toBe(201);
    await set({ maintenance: true });
    turnTo(Date.now() + 600_000);
    const responses = await Promise.all(Array.from({ length: 20 }, () => otherIsolate.shorten(key, { url })));
    expect(responses.map(({ status }) => status)).toEqual(Array(20).fill(503));
  });

  it('reads the settings again even if its clock has stepped back', async () => {
    const { key } = await operator.newKey('PRO');
    const otherIsolate = createWorld();
    turnTo(Date.now() + 3_600_000);
    expect(await readResult(otherIsolate, key, {})).toBe(201);
    await set({ shortening: false });
    turnTo(Date.now() - 3_600_000);
    expect(await readResult(otherIsolate, key, {})).toBe('URL shortening is currently disabled');
  });

  it('reads D1 once in 20 seconds, even if it gets hundreds of requests', async () => {
    const { bindings, takeCost } = countedBindings();
    const here = createWorld(bindings);
    const { key } = await here.newKey('PRO');
    const reads = () => takeCost().d1.filter((sql) => /settings/.test(sql)).length;
    const ask = (times: number) =>
      Promise.all(Array.from({ length: times }, () => here.v2(key, 'DELETE', '/links/none')));
    reads();
    const start = Date.now();
    turnTo(start + 30_000);
    await ask(100);
    await ask(100);
    expect(reads()).toBe(1);
    turnTo(start + 50_000);
    await ask(100);
    expect(reads()).toBe(1);
    expect(await createWorld(bindings).shorten(key, { url })).toHaveProperty('status', 201);
    expect(reads()).toBe(1);
  });

  it('reads D1 once if many simultaneous requests are its first', async () => {
    const { bindings, takeCost } = countedBindings();
    const { key } = await operator.newKey('PRO');
    const cold = createWorld(bindings);
    await Promise.all(Array.from({ length: 50 }, () => cold.v2(key, 'DELETE', '/links/none')));
    expect(takeCost().d1.filter((sql) => /settings/.test(sql))).toHaveLength(1);
  });
});

describe('while D1 does not respond', () => {
  let isDown = false;
  afterEach(() => {
    isDown = false;
  });
  const failingReads = d1Where(/FROM settings/, (...call) => (isDown ? D1_DOWN : pass)(...call));

  it('an isolate applies its last copy of the settings', async () => {
    const { key } = await operator.newKey('PRO');
    await set({ clickLimits: false });
    const here = createWorld({ DB: failingReads });
    const message = 'Click limits are currently disabled on this platform';
    expect(await readResult(here, key, { maxClicks: 1 })).toBe(message);
    isDown = true;
    turnTo(Date.now() + 86_400_000);
    expect(await readResult(here, key, { maxClicks: 1 })).toBe(message);
  });

  it('a new isolate applies the values of the variables, and tries to read the operator’s settings again after five seconds', async () => {
    const { key } = await operator.newKey('PRO');
    await set({ aliases: false });
    isDown = true;
    const cold = createWorld({ DB: failingReads, EXPIRATION: 'off' });
    const start = Date.now();
    turnTo(start);
    expect(await readResult(cold, key, { alias: freshAlias('cold') })).toBe(201);
    expect(await readResult(cold, key, { expiresIn: 60 })).toBe(
      'URL expiration is currently disabled on this platform',
    );
    isDown = false;
    turnTo(start + 5_000);
    expect(await readResult(cold, key, { alias: freshAlias('cold') })).toContain('Custom aliases');
  });
});
