/** Changes of keys by the operator. A change holds once its call has returned. A call that fails is 503. */
import { abortAllDurableObjects, evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { NOON, turnedClock } from '#testkit/clock';
import { figure } from '#testkit/fault-table/figure';
import { failing, firstCalls, losingReplies, OVERLOADED, pass, Tap, tappedObjects } from '#testkit/faults';
import { createWorld, type NewKey } from '#testkit/world';

const world = createWorld();
const turnTo = turnedClock();

const call = (key: string) => world.v2(key, 'DELETE', '/links/no-such-code');
const status = async (key: string) => (await call(key)).status;
const rotate = async (id: string, body?: { graceSeconds: number }, on = world) =>
  ((await on.admin('POST', `/keys/${id}/rotate`, body)).json() as Promise<NewKey>).then((made) => made.key);

/** A world in which a tap records the calls to the objects of keys, and applies faults to them. */
function tappedWorld(tap: Tap) {
  return createWorld({ KEYS: tappedObjects(env.KEYS, tap) });
}

describe('the status of a key', () => {
  it('an inactive key is 401 at once, and its text works again once it is active', async () => {
    const { id, key } = await world.newKey();
    expect(await status(key)).toBe(404);
    await world.admin('PATCH', `/keys/${id}`, { status: 'inactive' });
    const refused = await call(key);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ message: 'Invalid or inactive API key.', error: 'Unauthorized' });
    await world.admin('PATCH', `/keys/${id}`, { status: 'active' });
    expect(await status(key)).toBe(404);
  });

  it('a revoked key cannot be changed, and a repeated revocation succeeds', async () => {
    const { id, key } = await world.newKey();
    expect((await world.admin('DELETE', `/keys/${id}`)).status).toBe(204);
    expect(await status(key)).toBe(401);
    const change = await world.admin('PATCH', `/keys/${id}`, { status: 'active' });
    expect(change.status).toBe(409);
    expect((await world.admin('POST', `/keys/${id}/rotate`)).status).toBe(409);
    expect((await world.admin('DELETE', `/keys/${id}`)).status).toBe(204);
    expect(await status(key)).toBe(401);
  });

  it.each(['DELETE', 'PATCH'])('a call is 401 if it is sent after a revocation by %s has returned', async (method) => {
    const { id, key } = await world.newKey('PRO');
    const before = Array.from({ length: 20 }, () => status(key));
    const revoked = world.admin(method, `/keys/${id}`, method === 'PATCH' ? { status: 'revoked' } : undefined);
    const after = revoked.then(() => Promise.all(Array.from({ length: 20 }, () => status(key))));
    expect((await revoked).ok).toBe(true);
    const late = (await after).filter((one) => one !== 401);
    figure('F30', `20 calls after the revocation, ${late.length} let in`);
    expect(late).toEqual([]);
    for (const one of await Promise.all(before)) expect([404, 401]).toContain(one);
  });

  it('a revoked key stays revoked after its object was evicted or aborted', async () => {
    const { id, key } = await world.newKey();
    await status(key);
    await world.admin('DELETE', `/keys/${id}`);
    await evictDurableObject(env.KEYS.getByName(id));
    expect(await status(key)).toBe(401);
    await abortAllDurableObjects();
    expect(await status(key)).toBe(401);
  });
});

describe('the rotation of a key', () => {
  it('gives it a new text, and both texts share one window until the default grace of 24 hours ends', async () => {
    const { id, key } = await world.newKey('FREE');
    turnTo(NOON);
    await call(key);
    const next = await rotate(id);
    expect(next).toMatch(new RegExp(`^sl_${id}`));
    expect((await call(next)).headers.get('X-RateLimit-Remaining')).toBe('58');
    expect((await call(key)).headers.get('X-RateLimit-Remaining')).toBe('57');
    turnTo(NOON + 86_399_999);
    expect(await status(key)).toBe(404);
    turnTo(NOON + 86_400_000);
    expect([await status(key), await status(next)]).toEqual([401, 404]);
  });

  it('ends the old text in the millisecond in which its grace ends, even if the clock then steps back', async () => {
    const { id, key } = await world.newKey();
    turnTo(NOON);
    const next = await rotate(id, { graceSeconds: 10 });
    turnTo(NOON + 9_999);
    expect(await status(key)).toBe(404);
    turnTo(NOON + 10_000);
    expect([await status(key), await status(next)]).toEqual([401, 404]);
    turnTo(NOON + 5_000);
    expect([await status(key), await status(next)]).toEqual([401, 404]);
  });

  it.each([0, -1_000])('without a grace ends the old text at once, even if the clock is off by %i ms', async (step) => {
    const { id, key } = await world.newKey();
    turnTo(NOON);
    const next = await rotate(id, { graceSeconds: 0 });
    turnTo(NOON + step);
    expect([await status(key), await status(next)]).toEqual([401, 404]);
  });

  it('lets the new text manage the links that the old text made', async () => {
    const { id, key } = await world.newKey();
    const made = await (await world.shorten(key, { url: 'https://example.com' })).json<{ shortCode: string }>();
    const next = await rotate(id, { graceSeconds: 0 });
    expect((await world.v2(next, 'DELETE', `/links/${made.shortCode}`)).status).toBe(204);
  });

  it('that is repeated after a 503 gives the grace to the text in use', async () => {
    const { id, key } = await world.newKey();
    await status(key);
    const tap = new Tap(failing());
    const broken = tappedWorld(tap);
    expect((await broken.admin('POST', `/keys/${id}/rotate`)).status).toBe(503);
    tap.fault = pass;
    const next = await rotate(id, undefined, broken);
    expect([await status(key), await status(next)]).toEqual([404, 404]);
  });
});

describe('an object that cannot be reached', () => {
  it.each([
    ['overloaded', OVERLOADED, 1],
    ['failing', failing(), 1],
  ])('(%s) makes a call with its key 503, and no link is made', async (name, fault, calls) => {
    const { id, key } = await world.newKey('FREE');
    const tap = new Tap(fault);
    const response = await tappedWorld(tap).shorten(key, { url: 'https://example.com' });
    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('5');
    expect(response.headers.get('X-API-Key-Name')).toBeNull();
    expect(await response.json()).toMatchObject({
      statusCode: 503,
      path: '/v2/shorten',
      method: 'POST',
      error: 'Service Unavailable',
      errorType: 'UNAVAILABLE',
      retryAfter: 5,
    });
    expect(tap.calls).toHaveLength(calls);
    const links = env.DB.prepare(
      'SELECT count(*) AS n FROM links WHERE account_id = (SELECT account_id FROM keys WHERE id = ?1)',
    );
    const made = await links.bind(id).first<number>('n');
    figure('F29', `${name}: ${response.status}, ${made} links made unmetered`);
    expect(made).toBe(0);
  });

  const CALLS = [
    ['DELETE /keys/:id', (id: string, on: typeof world) => on.admin('DELETE', `/keys/${id}`), 401],
    [
      'PATCH status inactive',
      (id: string, on: typeof world) => on.admin('PATCH', `/keys/${id}`, { status: 'inactive' }),
      401,
    ],
    [
      'PATCH status revoked',
      (id: string, on: typeof world) => on.admin('PATCH', `/keys/${id}`, { status: 'revoked' }),
      401,
    ],
    ['PATCH plan', (id: string, on: typeof world) => on.admin('PATCH', `/keys/${id}`, { plan: 'HOBBY' }), 404],
  ] as const;

  it.each(CALLS)('makes the operator’s %s 503, and its repetition succeeds', async (_, change, then) => {
    const { id, key } = await world.newKey();
    await status(key);
    const tap = new Tap(failing());
    const broken = tappedWorld(tap);
    const refused = await change(id, broken);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ errorType: 'UNAVAILABLE' });
    tap.fault = pass;
    expect((await change(id, broken)).ok).toBe(true);
    expect(await status(key)).toBe(then);
  });

  it('is called a second time, if the first call failed or its reply was lost', async () => {
    for (const fault of [firstCalls(1, failing()), firstCalls(1, losingReplies())]) {
      const { id, key } = await world.newKey();
      await status(key);
      const tap = new Tap(fault);
      expect((await tappedWorld(tap).admin('DELETE', `/keys/${id}`)).status).toBe(204);
      expect(tap.calls).toEqual(['adopt', 'adopt']);
      expect(await status(key)).toBe(401);
    }
  });

  it('makes the suspension of an account 503, and its repetition succeeds', async () => {
    const { accountId, key } = await world.newKey();
    await status(key);
    const tap = new Tap(failing());
    const broken = tappedWorld(tap);
    expect((await broken.admin('POST', `/accounts/${accountId}/suspend`)).status).toBe(503);
    tap.fault = pass;
    expect((await broken.admin('POST', `/accounts/${accountId}/suspend`)).status).toBe(200);
    expect(await status(key)).toBe(401);
  });
});
