/** The fields that restrict a key, and how the key and the operator see them (specification 12.8 and 12.11). */
import { env } from 'cloudflare:workers';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storeLastUse } from '#api/objects/key-uses';
import { newDeveloper } from '#testkit/browser';
import { fakeClock, NOON } from '#testkit/clock';
import { D1_DOWN, onlyFor, Tap, tappedD1 } from '#testkit/faults';
import { FULL_MONTH, fullWindow, setCount } from '#testkit/used-up';
import { createWorld } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
afterEach(() => void vi.restoreAllMocks());

const RIGHTS = {
  scopes: ['links:create', 'qr:read'],
  expiresAt: '2032-01-01T00:00:00.000Z',
  links: 'own',
  origins: ['https://app.example.com'],
  limits: { perMinute: 10, perMonth: 1_000 },
} as const;
const make = (more: Record<string, unknown>) => world.admin('POST', '/keys', { name: 'a key', plan: 'PRO', ...more });

describe('the operator', () => {
  it('gives a key rights, reads them, and takes them away one by one', async () => {
    turnTo(NOON);
    const { id, ...made } = await (await make(RIGHTS)).json<{ id: string }>();
    expect(made).toMatchObject({ ...RIGHTS, madeBy: 'operator', lastUsedAt: null, selfRevokedAt: null });
    const change = async (body: Record<string, unknown>) => (await world.admin('PATCH', `/keys/${id}`, body)).json();
    expect(await change({ name: 'still restricted' })).toMatchObject(RIGHTS);
    expect(await change({ limits: { perMinute: 5 } })).toMatchObject({ limits: { perMinute: 5, perMonth: 1_000 } });
    expect(await change({ scopes: null, expiresAt: null, links: 'all', origins: null, limits: null })).toMatchObject({
      scopes: null,
      expiresAt: null,
      links: 'all',
      origins: null,
      limits: { perMinute: null, perMonth: null },
    });
  });

  it.each<[field: string, value: unknown, message: RegExp]>([
    ['scopes', [], /^scopes must be a list of links:create/],
    ['scopes', ['admin'], /^scopes must be a list of/],
    ['scopes', ['webhooks'], /^scopes must be a list of/],
    ['scopes', 'links:read', /^scopes must be a list of/],
    ['expiresAt', 'tomorrow', /^expiresAt must be a timestamp/],
    ['expiresAt', 1_900_000_000, /^expiresAt must be a timestamp/],
    ['expiresAt', '2031-06-15T12:00:00', /^expiresAt must be a timestamp/],
    ['expiresAt', '2020-01-01T00:00:00Z', /^expiresAt must be in the future$/],
    ['links', 'mine', /^links must be all or own$/],
    ['links', null, /^links must be all or own$/],
    ['origins', [], /^origins must be a list of 1 to 20/],
    ['origins', ['*'], /^origins must be a list/],
    ['origins', ['https://app.example.com/'], /^origins must be a list/],
    ['origins', ['https://*.example.com'], /^origins must be a list/],
    ['origins', ['app.example.com'], /^origins must be a list/],
    ['origins', ['https://user@app.example.com'], /^origins must be a list/],
    ['origins', ['null'], /^origins must be a list/],
    ['origins', Array.from({ length: 21 }, (_, n) => `https://a${n}.example.com`), /^origins must be a list/],
    ['limits', 5, /^limits must be an object/],
    ['limits', { perMinute: 0 }, /^perMinute must be a whole number from 1/],
    ['limits', { perMonth: 1.5 }, /^perMonth must be a whole number from 1/],
  ])(
    'gets 400 for %s = %j, when making and when changing a key, and nothing changes',
    async (field, value, message) => {
      turnTo(NOON);
      const { id } = await world.newKey('PRO');
      const row = () => env.DB.prepare('SELECT * FROM keys WHERE id = ?1').bind(id).first();
      const before = await row();
      for (const response of [
        await make({ [field]: value }),
        await world.admin('PATCH', `/keys/${id}`, { [field]: value }),
      ]) {
        const { errorType, message: said } = await response.json<{ errorType: string; message: string }>();
        expect([response.status, errorType]).toEqual([400, 'INVALID_FIELD']);
        expect(said).toMatch(message);
      }
      expect(await row()).toEqual(before);
    },
  );
});

describe('GET /v2/key', () => {
  it('shows a restricted key its rights', async () => {
    turnTo(NOON);
    const { key, id } = await world.newKey('PRO', {
      ...RIGHTS,
      scopes: [...RIGHTS.scopes],
      origins: [...RIGHTS.origins],
    });
    expect(await (await world.v2(key, 'GET', '/key')).json()).toEqual({ id, name: 'PRO key', plan: 'PRO', ...RIGHTS });
  });

  it('shows any other key all scopes, and the limits of its plan', async () => {
    const { key } = await world.newKey('FREE');
    expect(await (await world.v2(key, 'GET', '/key')).json()).toMatchObject({
      scopes: ['links:create', 'links:read', 'links:write', 'links:delete', 'stats:read', 'qr:read'],
      expiresAt: null,
      links: 'all',
      origins: null,
      limits: { perMinute: 60, perMonth: 2_000 },
    });
  });
});

describe('POST /v2/key/revoke', () => {
  it('ends every text of the key for ever, and says that the key itself did it', async () => {
    turnTo(NOON);
    const { key, id } = await world.newKey('PRO', { scopes: ['qr:read'] });
    const { key: newer } = await (await world.admin('POST', `/keys/${id}/rotate`)).json<{ key: string }>();
    expect((await world.v2(key, 'POST', '/key/revoke')).status).toBe(204);
    for (const text of [key, newer]) expect((await world.v2(text, 'GET', '/key')).status).toBe(401);
    const row = await env.DB.prepare('SELECT status, self_revoked_at FROM keys WHERE id = ?1').bind(id).first();
    expect(row).toEqual({ status: 'revoked', self_revoked_at: NOON });
    expect((await world.admin('PATCH', `/keys/${id}`, { status: 'active' })).status).toBe(409);
  });

  it.each([
    ['window', 'X-RateLimit-Remaining', () => fullWindow()],
    ['month', 'X-Quota-Remaining', () => FULL_MONTH],
  ])('ends a key whose %s is used up, and no other call of it is admitted', async (_, remaining, count) => {
    turnTo(NOON);
    const { key, id } = await world.newKey('PRO');
    await world.v2(key, 'GET', '/key');
    await setCount(id, count());
    expect((await world.v2(key, 'GET', '/key')).status).toBe(429);
    const response = await world.v2(key, 'POST', '/key/revoke');
    expect([response.status, response.headers.get(remaining)]).toEqual([204, '0']);
    for (const [method, path] of [['GET', '/key'] as const, ['POST', '/key/revoke'] as const])
      expect((await world.v2(key, method, path)).status).toBe(401);
  });

  it('is charged where the limits have room, and a fault refunds only a call that was charged', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    turnTo(NOON);
    const broken = createWorld({ DB: tappedD1(env.DB, new Tap(onlyFor(/^batch$/, D1_DOWN))) });
    const { key } = await world.newKey('PRO', { limits: { perMonth: 1 } });
    const revoke = async () => {
      const { status, headers } = await broken.v2(key, 'POST', '/key/revoke');
      return [status, headers.get('X-RateLimit-Remaining'), headers.get('X-Quota-Remaining')];
    };
    expect(await revoke()).toEqual([503, '4999', '1']);
    expect((await world.v2(key, 'GET', '/key')).status).toBe(200);
    expect(await revoke()).toEqual([503, '4997', '0']);
    expect((await world.v2(key, 'GET', '/key')).status).toBe(429);
  });

  it('of a key with origins is 403 and charged as any call: every visitor of its pages can read the key', async () => {
    turnTo(NOON);
    const { key, id } = await world.newKey('PRO', { origins: ['https://app.example.com'], limits: { perMonth: 3 } });
    const revoke = () => world.v2(key, 'POST', '/key/revoke');
    const refused = await revoke();
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({
      errorType: 'KEY_IN_PAGES',
      message: 'This API key is used in pages; its owner revokes it in the console',
    });
    expect(refused.headers.get('X-Quota-Remaining')).toBe('2');
    expect((await world.v2(key, 'GET', '/key')).status).toBe(200);
    expect((await revoke()).status).toBe(403);
    expect((await revoke()).status).toBe(429);
    await setCount(id, fullWindow());
    expect((await revoke()).status).toBe(429);
    const row = await env.DB.prepare('SELECT status, self_revoked_at FROM keys WHERE id = ?1').bind(id).first();
    expect(row).toEqual({ status: 'active', self_revoked_at: null });
    expect((await world.admin('PATCH', `/keys/${id}`, { origins: null })).status).toBe(200);
    expect((await revoke()).status).toBe(204);
  });
});

it('the console tells the owner that a key has revoked itself', async () => {
  turnTo(NOON);
  const { accountId, browser } = await newDeveloper(world);
  const { key } = await world.newKey('PRO', { accountId, name: 'leaked' });
  const notice = 'leaked</a>” was revoked by a call using that key';
  expect(await (await browser.get('/keys')).text()).not.toContain(notice);
  await world.v2(key, 'POST', '/key/revoke');
  expect(await (await browser.get('/keys')).text()).toContain(notice);
});

describe('the last use of a key', () => {
  const HOUR = 3_600_000;
  const lastUse = (id: string) =>
    env.DB.prepare('SELECT last_used_at AS at FROM keys WHERE id = ?1').bind(id).first('at');
  const call = async (key: string) => (await world.v2(key, 'GET', '/key')).status;

  it('is stored in D1 to the hour, at most once an hour', async () => {
    turnTo(NOON);
    const { key, id } = await world.newKey('PRO');
    expect(await lastUse(id)).toBeNull();
    const stored = () => expect.poll(() => lastUse(id));
    turnTo(NOON + 1_000);
    expect(await call(key)).toBe(200);
    await stored().toBe(NOON - (NOON % HOUR));
    await env.DB.prepare('UPDATE keys SET last_used_at = NULL WHERE id = ?1').bind(id).run();
    turnTo(NOON - (NOON % HOUR) + HOUR - 1);
    await call(key);
    turnTo(NOON - (NOON % HOUR) + HOUR);
    await call(key);
    await stored().toBe(NOON - (NOON % HOUR) + HOUR);
    const [shown] = (
      await (await world.admin('GET', `/keys?limit=1000`)).json<{ keys: { id: string; lastUsedAt: string }[] }>()
    ).keys.filter((one) => one.id === id);
    expect(shown?.lastUsedAt).toBe(new Date(NOON - (NOON % HOUR) + HOUR).toISOString());
  });

  it('is stored for this key alone, never earlier than it was, and not for a revoked key', async () => {
    const [used, other, revoked] = [await world.newKey(), await world.newKey(), await world.newKey()];
    await world.admin('DELETE', `/keys/${revoked.id}`);
    for (const hour of [2 * HOUR, HOUR]) await storeLastUse(env.DB, used.id, hour);
    await storeLastUse(env.DB, revoked.id, HOUR);
    expect(await Promise.all([used, other, revoked].map(({ id }) => lastUse(id)))).toEqual([2 * HOUR, null, null]);
  });
});
