/** Tests the counts of a key's object, its window and its month, under races, clock steps, evictions and faults. */
import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type Count, toMonthIndex } from '#domain/meter';
import { PLAN_LIMITS, type Plan } from '#domain/plans';
import { fakeClock, NOON } from '#testkit/clock';
import { D1_DOWN, onlyFor, Tap, tappedD1 } from '#testkit/faults';
import { setCount } from '#testkit/used-up';
import { createWorld } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const getMeter = (id: string) => env.KEYS.getByName(id);

/** Sends a call without other effects. Its response is 404 unless the call is refused. */
const call = (key: string) => world.v2(key, 'DELETE', '/links/no-such-code');
const status = async (key: string) => (await call(key)).status;
const quotaLeft = async (key: string) => Number((await call(key)).headers.get('X-Quota-Remaining'));

const readCount = (id: string) =>
  runInDurableObject(getMeter(id), (_, { storage }) => storage.kv.get<Count>('count') as Count);

const nearlyUsedUp = async (plan: Plan, now: number, left = 1) => {
  const made = await world.newKey(plan);
  const calls = PLAN_LIMITS[plan].callsPerMonth - left;
  await setCount(made.id, { month: toMonthIndex(now), calls, lastAt: now });
  return made;
};

describe('the minute window', () => {
  it('lets exactly 60 of 1,000 racing calls of a FREE key pass', async () => {
    const { id, key } = await world.newKey('FREE');
    const statuses = await Promise.all(Array.from({ length: 1_000 }, () => status(key)));
    expect(statuses.filter((one) => one === 404)).toHaveLength(60);
    expect(statuses.filter((one) => one === 429)).toHaveLength(940);
    expect((await readCount(id)).calls).toBe(60);
  });

  it('lets exactly 60 calls pass even if its object is evicted ten times meanwhile', async () => {
    const { id, key } = await world.newKey('FREE');
    let passed = 0;
    for (let round = 0; round < 10; round++) {
      const statuses = await Promise.all(Array.from({ length: 10 }, () => status(key)));
      passed += statuses.filter((one) => one === 404).length;
      await evictDurableObject(getMeter(id));
    }
    expect(passed).toBe(60);
  });

  it('lets at most 60 calls pass even if all objects are aborted meanwhile', async () => {
    const { id, key } = await world.newKey('FREE');
    await status(key);
    const racing = Array.from({ length: 100 }, () => status(key));
    await abortAllDurableObjects();
    const statuses = [...(await Promise.all(racing)), ...(await Promise.all(racing.map(() => status(key))))];
    expect(statuses.filter((one) => one === 404).length).toBeLessThanOrEqual(59);
    expect((await readCount(id)).window?.count).toBe(60);
    expect(statuses.filter((one) => ![404, 429, 503].includes(one))).toEqual([]);
  });

  it('ends exactly 60 s after its first call, even if its object was evicted', async () => {
    const { id, key } = await world.newKey('FREE');
    turnTo(NOON);
    await Promise.all(Array.from({ length: 60 }, () => status(key)));
    turnTo(NOON + 59_999);
    const refused = await call(key);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      message: 'Rate limit exceeded. Try again in the next minute.',
      retryAfter: 1,
    });
    expect(refused.headers.get('X-RateLimit-Reset')).toBe(String(Math.ceil((NOON + 60_000) / 1000)));
    await evictDurableObject(getMeter(id));
    expect(await status(key)).toBe(429);
    turnTo(NOON + 60_000);
    expect(await status(key)).toBe(404);
  });

  it.each([10, 3_600_000])('does not open again when the clock steps back %i ms', async (step) => {
    const { id, key } = await world.newKey('FREE');
    turnTo(NOON);
    await Promise.all(Array.from({ length: 60 }, () => status(key)));
    turnTo(NOON - step);
    const statuses = [await status(key)];
    await evictDurableObject(getMeter(id));
    statuses.push(await status(key));
    expect(statuses).toEqual([429, 429]);
  });
});

describe('the month', () => {
  it.each([
    ['31 January to 1 February', Date.UTC(2031, 1, 1)],
    ['28 February to 1 March', Date.UTC(2031, 2, 1)],
    ['29 February to 1 March of a leap year', Date.UTC(2032, 2, 1)],
    ['December to January', Date.UTC(2032, 0, 1)],
  ])('has a new quota from the first millisecond on: %s', async (_, turn) => {
    const { key } = await nearlyUsedUp('FREE', turn - 60_000);
    turnTo(turn - 2);
    expect(await status(key)).toBe(404);
    turnTo(turn - 1);
    const refused = await call(key);
    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({
      message: 'Monthly API call limit reached.',
      resetDate: new Date(turn).toISOString(),
      retryAfter: 1,
    });
    turnTo(turn);
    const left = await quotaLeft(key);
    expect(left).toBe(1_999);
  });

  it('has no new quota when the clock steps back over its beginning', async () => {
    const turn = Date.UTC(2032, 0, 1);
    const { id, key } = await world.newKey('FREE');
    turnTo(turn);
    expect(await quotaLeft(key)).toBe(1_999);
    turnTo(turn - 3_600_000);
    await evictDurableObject(getMeter(id));
    expect(await quotaLeft(key)).toBe(1_998);
  });

  it('is not charged for a 429, neither of the window nor of the month', async () => {
    turnTo(NOON);
    const { id, key } = await world.newKey('FREE');
    await Promise.all(Array.from({ length: 80 }, () => status(key)));
    expect((await readCount(id)).calls).toBe(60);
    const spent = await nearlyUsedUp('FREE', NOON);
    expect([await status(spent.key), await status(spent.key), await status(spent.key)]).toEqual([404, 429, 429]);
    expect((await readCount(spent.id)).calls).toBe(2_000);
  });

  it('is refunded the call that got 503, while the window is not', async () => {
    const { id, key } = await world.newKey('FREE');
    await call(key);
    const tap = new Tap(onlyFor(/insert into "links"/i, D1_DOWN));
    const broken = createWorld({ DB: tappedD1(env.DB, tap) });
    const refused = await broken.shorten(key, { url: 'https://example.com' });
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ statusCode: 503, errorType: 'UNAVAILABLE', retryAfter: 5 });
    // The worker retries no statement while D1 is overloaded.
    const asked = tap.calls.filter((call) => /insert into "links"/i.test(call));
    expect(asked).toHaveLength(1);
    const { calls, window } = await readCount(id);
    expect([calls, window?.count]).toEqual([1, 2]);
    expect((await call(key)).headers.get('X-Quota-Remaining')).toBe('1998');
  });

  it('admits exactly one of 50 racing calls if one call of its quota is left', async () => {
    turnTo(NOON);
    const { key } = await nearlyUsedUp('FREE', NOON);
    const statuses = await Promise.all(Array.from({ length: 50 }, () => status(key)));
    expect(statuses.filter((one) => one === 404)).toHaveLength(1);
  });
});

describe('a plan', () => {
  it('of an account ends a monthly 429 with the next request after an upgrade', async () => {
    turnTo(NOON);
    const { accountId, key } = await nearlyUsedUp('FREE', NOON, 0);
    expect(await status(key)).toBe(429);
    expect((await world.admin('PATCH', `/accounts/${accountId}`, { plan: 'HOBBY' })).status).toBe(200);
    const response = await call(key);
    expect(response.status).toBe(404);
    expect(response.headers.get('X-RateLimit-Limit')).toBe('300');
    expect(response.headers.get('X-Quota-Remaining')).toBe(String(25_000 - 2_001));
  });

  it('of a single key ends a 429 of the window at once, and null restores the plan of its account', async () => {
    const { id, key } = await world.newKey('FREE');
    await Promise.all(Array.from({ length: 60 }, () => status(key)));
    expect(await status(key)).toBe(429);
    await world.admin('PATCH', `/keys/${id}`, { plan: 'PRO' });
    expect((await call(key)).headers.get('X-RateLimit-Remaining')).toBe(String(5_000 - 61));
    await world.admin('PATCH', `/keys/${id}`, { plan: null });
    expect(await status(key)).toBe(429);
  });

  it('of an account applies to every key that has no plan of its own', async () => {
    const { accountId, key } = await world.newKey('HOBBY');
    const own = await world.newKey('INDIE', { accountId });
    await Promise.all([status(key), status(own.key)]);
    await world.admin('PATCH', `/accounts/${accountId}`, { plan: 'FREE' });
    expect((await call(key)).headers.get('X-RateLimit-Limit')).toBe('60');
    expect((await call(own.key)).headers.get('X-RateLimit-Limit')).toBe('1000');
  });
});
