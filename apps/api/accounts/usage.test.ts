/** GET /v2/usage (specification 8.7). */
import { describe, expect, it } from 'vitest';
import { PLAN_LIMITS, PLANS, type Plan } from '#domain/plans';
import { fakeClock, NOON } from '#testkit/clock';
import { FULL_MONTH, fullWindow, setCount } from '#testkit/used-up';
import { createWorld, type World } from '#testkit/world';
import { Usage } from './usage';

const world = createWorld();
const turnTo = fakeClock();
const url = 'https://example.com/';

async function usage(key: string, on: World = world): Promise<Usage> {
  const response = await on.v2(key, 'GET', '/usage');
  expect(response.status, await response.clone().text()).toBe(200);
  return Usage.parse(await response.json());
}

describe('the usage of a key', () => {
  it('shows every limit of the key, and counts the call itself', async () => {
    turnTo(NOON);
    const { key } = await world.newKey('HOBBY');
    await world.shorten(key, { url });
    turnTo(NOON + 1_000);
    expect(await usage(key)).toEqual({
      plan: 'HOBBY',
      window: { limit: 300, used: 2, remaining: 298, resetsAt: new Date(NOON + 60_000).toISOString() },
      month: { limit: 25_000, used: 2, remaining: 24_998, resetsAt: '2031-07-01T00:00:00.000Z' },
      links: null,
      activeKeys: { limit: 20, used: 1, remaining: 19 },
      features: { alias: { minLength: 4, maxLength: 50 }, expiresIn: true, maxClicks: true, password: false },
      disabled: [],
    });
  });

  it.each(PLANS)('on %s has the limits of the plan, and the same numbers as the headers', async (plan) => {
    const { key } = await world.newKey(plan);
    const response = await world.v2(key, 'GET', '/usage');
    const { window, month } = Usage.parse(await response.json());
    const { requestsPerMinute, callsPerMonth } = PLAN_LIMITS[plan];
    expect([window.limit, month.limit]).toEqual([requestsPerMinute, callsPerMonth]);
    const header = (name: string) => Number(response.headers.get(name));
    expect([window.remaining, month.remaining]).toEqual([header('X-RateLimit-Remaining'), header('X-Quota-Remaining')]);
    expect(Math.ceil(Date.parse(window.resetsAt) / 1000)).toBe(header('X-RateLimit-Reset'));
    expect(Date.parse(month.resetsAt) / 1000).toBe(header('X-Quota-Reset'));
  });

  it.each<[Plan, 'strict' | 'lenient', Usage['features']['alias'], boolean]>([
    ['FREE', 'strict', null, false],
    ['FREE', 'lenient', { minLength: 6, maxLength: 50 }, false],
    ['INDIE', 'strict', { minLength: 3, maxLength: 50 }, true],
    ['PRO', 'lenient', { minLength: 3, maxLength: 50 }, true],
  ])('on %s under the %s policy shows the features of the plan', async (plan, policy, alias, password) => {
    const here = createWorld({ PLAN_POLICY: policy });
    const { key } = await here.newKey(plan);
    expect((await usage(key, here)).features).toMatchObject({ alias, password });
  });

  it('counts links against their quota if the plan has one', async () => {
    const here = createWorld({ LINK_QUOTA: 'PRO=3' });
    const { key } = await here.newKey('PRO');
    for (let i = 0; i < 2; i++) await here.shorten(key, { url });
    await here.shorten(key, { url: 'nonsense' });
    expect((await usage(key, here)).links).toMatchObject({ limit: 3, used: 2, remaining: 1 });
  });

  it('counts the account’s active keys against the cap of the account’s plan, not of the key’s own plan', async () => {
    const here = createWorld({ ACTIVE_KEYS: 'FREE=2 PRO=7' });
    const { key, accountId } = await here.newKey('FREE');
    const second = await here.newKey('PRO', { accountId });
    expect(await usage(second.key, here)).toMatchObject({
      plan: 'PRO',
      activeKeys: { limit: 2, used: 2, remaining: 0 },
    });
    await here.admin('DELETE', `/keys/${second.id}`);
    expect((await usage(key, here)).activeKeys).toEqual({ limit: 2, used: 1, remaining: 1 });
    const lowered = createWorld({ ACTIVE_KEYS: 'FREE=0' });
    expect((await usage(key, lowered)).activeKeys).toEqual({ limit: 0, used: 1, remaining: 0 });
  });

  it('lists the features that the operator has switched off', async () => {
    const here = createWorld({ ALIASES: 'off', QR: 'off' });
    const { key } = await here.newKey('PRO');
    expect((await usage(key, here)).disabled).toEqual(['aliases', 'qr']);
  });

  it('shows an upgraded plan in the next call', async () => {
    const { key, accountId } = await world.newKey('FREE');
    expect((await usage(key)).plan).toBe('FREE');
    await world.admin('PATCH', `/accounts/${accountId}`, { plan: 'PRO' });
    expect(await usage(key)).toMatchObject({ plan: 'PRO', window: { limit: 5_000, used: 2 } });
  });

  it.each([
    ['window', fullWindow()],
    ['month', FULL_MONTH],
  ])('is 429 once the %s is used up', async (_, count) => {
    const { id, key } = await world.newKey('FREE');
    await usage(key);
    await setCount(id, count);
    expect((await world.v2(key, 'GET', '/usage')).status).toBe(429);
  });
});
