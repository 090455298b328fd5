/** Changes of keys by the operator. A change holds for every request that is sent after the call has returned. */
import { abortAllDurableObjects, evictDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { fakeClock, NOON } from '#testkit/clock';
import { failing, firstCalls, losingResponses, OVERLOADED, pass, Tap, tappedObjects } from '#testkit/faults';
import { createWorld, type NewKey } from '#testkit/world';

const world = createWorld();
const turnTo = fakeClock();

const call = (key: string) => world.v2(key, 'DELETE', '/links/no-such-code');
const statusOfCall = async (key: string) => (await call(key)).status;
const rotate = async (id: string, body?: { graceSeconds: number }, on = world) =>
  ((await on.admin('POST', `/keys/${id}/rotate`, body)).json() as Promise<NewKey>).then((made) => made.key);

/** Returns a world whose calls to the objects of keys go through the tap, which records them and applies its fault. */
function tappedWorld(tap: Tap) {
  return createWorld({ KEYS: tappedObjects(env.KEYS, tap) });
}

describe('a key', () => {
  it('that is inactive gets 401 at once, and its text works again once the key is active', async () => {
    const { id, key } = await world.newKey();
    expect(await statusOfCall(key)).toBe(404);
    await world.admin('PATCH', `/keys/${id}`, { status: 'inactive' });
    const refused = await call(key);
    expect(refused.status).toBe(401);
    expect(await refused.json()).toMatchObject({ message: 'Invalid or inactive API key.', error: 'Unauthorized' });
    await world.admin('PATCH', `/keys/${id}`, { status: 'active' });
    expect(await statusOfCall(key)).toBe(404);
  });

  it('that is revoked cannot be changed, and a repeated revocation succeeds', async () => {
    const { id, key } = await world.newKey();
    expect((await world.admin('DELETE', `/keys/${id}`)).status).toBe(204);
    expect(await statusOfCall(key)).toBe(401);
    const change = await world.admin('PATCH', `/keys/${id}`, { status: 'active' });
    expect(change.status).toBe(409);
    expect((await world.admin('POST', `/keys/${id}/rotate`)).status).toBe(409);
    expect((await world.admin('DELETE', `/keys/${id}`)).status).toBe(204);
    expect(await statusOfCall(key)).toBe(401);
  });

  it.each(['DELETE', 'PATCH'])(
    'that is revoked by %s gets 401 for every call that is sent after the response',
    async (method) => {
      const { id, key } = await world.newKey('PRO');
      const before = Array.from({ length: 20 }, () => statusOfCall(key));
      const revoked = world.admin(method, `/keys/${id}`, method === 'PATCH' ? { status: 'revoked' } : undefined);
      const after = revoked.then(() => Promise.all(Array.from({ length: 20 }, () => statusOfCall(key))));
      expect((await revoked).ok).toBe(true);
      const late = (await after).filter((one) => one !== 401);
      expect(late).toEqual([]);
      for (const one of await Promise.all(before)) expect([404, 401]).toContain(one);
    },
  );

  it('that is revoked stays revoked after its object was evicted or aborted', async () => {
    const { id, key } = await world.newKey();
    await statusOfCall(key);
    await world.admin('DELETE', `/keys/${id}`);
    await evictDurableObject(env.KEYS.getByName(id));
    expect(await statusOfCall(key)).toBe(401);
    await abortAllDurableObjects();
    expect(await statusOfCall(key)).toBe(401);
  });
});

describe('the rotation of a key', () => {
  it('gives it a new text, and both texts work and share one window during the default grace of 24 hours', async () => {
    const { id, key } = await world.newKey('FREE');
    turnTo(NOON);
    await call(key);
    const next = await rotate(id);
    expect(next).toMatch(new RegExp(`^sl_${id}`));
    expect((await call(next)).headers.get('X-RateLimit-Remaining')).toBe('58');
    expect((await call(key)).headers.get('X-RateLimit-Remaining')).toBe('57');
    turnTo(NOON + 86_399_999);
    expect(await statusOfCall(key)).toBe(404);
    turnTo(NOON + 86_400_000);
    expect([await statusOfCall(key), await statusOfCall(next)]).toEqual([401, 404]);
  });

  it('ends the old text in the millisecond in which the grace ends, and a clock that steps back does not revive it', async () => {
    const { id, key } = await world.newKey();
    turnTo(NOON);
    const next = await rotate(id, { graceSeconds: 10 });
    turnTo(NOON + 9_999);
    expect(await statusOfCall(key)).toBe(404);
    turnTo(NOON + 10_000);
    expect([await statusOfCall(key), await statusOfCall(next)]).toEqual([401, 404]);
    turnTo(NOON + 5_000);
    expect([await statusOfCall(key), await statusOfCall(next)]).toEqual([401, 404]);
  });

  it.each([0, -1_000])(
    'without a grace ends the old text at once, even if the next call’s clock differs by %i ms',
    async (step) => {
      const { id, key } = await world.newKey();
      turnTo(NOON);
      const next = await rotate(id, { graceSeconds: 0 });
      turnTo(NOON + step);
      expect([await statusOfCall(key), await statusOfCall(next)]).toEqual([401, 404]);
    },
  );

  it('lets the new text manage the links that the old text made', async () => {
    const { id, key } = await world.newKey();
    const made = await (await world.shorten(key, { url: 'https://example.com' })).json<{ shortCode: string }>();
    const next = await rotate(id, { graceSeconds: 0 });
    expect((await world.v2(next, 'DELETE', `/links/${made.shortCode}`)).status).toBe(204);
  });

  it('after a failed rotation (503) gives the grace to the text in use', async () => {
    const { id, key } = await world.newKey();
    await statusOfCall(key);
    const tap = new Tap(failing());
    const broken = tappedWorld(tap);
    expect((await broken.admin('POST', `/keys/${id}/rotate`)).status).toBe(503);
    tap.fault = pass;
    const next = await rotate(id, undefined, broken);
    expect([await statusOfCall(key), await statusOfCall(next)]).toEqual([404, 404]);
  });
});

describe('an unreachable object of a key', () => {
  it.each([
    ['overloaded', OVERLOADED, 1],
    ['failing', failing(), 1],
  ])('(%s) makes a call with that key 503, and the call creates no link', async (_, fault, calls) => {
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

  it.each(CALLS)('makes the operator’s %s 503, and a repeated call succeeds', async (_, change, then) => {
    const { id, key } = await world.newKey();
    await statusOfCall(key);
    const tap = new Tap(failing());
    const broken = tappedWorld(tap);
    const refused = await change(id, broken);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ errorType: 'UNAVAILABLE' });
    tap.fault = pass;
    expect((await change(id, broken)).ok).toBe(true);
    expect(await statusOfCall(key)).toBe(then);
  });

  it('is called a second time if the first call failed, or if its response was lost', async () => {
    for (const fault of [firstCalls(1, failing()), firstCalls(1, losingResponses())]) {
      const { id, key } = await world.newKey();
      await statusOfCall(key);
      const tap = new Tap(fault);
      expect((await tappedWorld(tap).admin('DELETE', `/keys/${id}`)).status).toBe(204);
      expect(tap.calls).toEqual(['adopt', 'adopt']);
      expect(await statusOfCall(key)).toBe(401);
    }
  });

  it('makes the suspension of its account 503, and a repeated call succeeds', async () => {
    const { accountId, key } = await world.newKey();
    await statusOfCall(key);
    const tap = new Tap(failing());
    const broken = tappedWorld(tap);
    expect((await broken.admin('POST', `/accounts/${accountId}/suspend`)).status).toBe(503);
    tap.fault = pass;
    expect((await broken.admin('POST', `/accounts/${accountId}/suspend`)).status).toBe(200);
    expect(await statusOfCall(key)).toBe(401);
  });
});
