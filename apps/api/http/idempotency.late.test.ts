/** A run that settles after another run has taken over its lease changes nothing. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { PLAIN_LINK } from '#api/links/link-record';
import type { KeptResponse } from '#domain/idempotency';
import { digestOf } from '#secrets/digest';
import { turnedClock } from '#testkit/clock';
import { Tap, tappedObjects } from '#testkit/faults';
import { GOOD, leaseAndDie, postOnce } from '#testkit/idempotent';
import { FULL_MONTH, setCount } from '#testkit/used-up';
import { createWorld } from '#testkit/world';

const world = createWorld();
const turnTo = turnedClock();
const BEGUN = Date.UTC(2031, 5, 15, 12, 0, 7, 457);
const TAKEN_OVER = BEGUN + 60_000;

const answerOf = async (shortCode: string): Promise<KeptResponse> => ({
  requestHash: await digestOf(`/v2/shorten\n${GOOD}`),
  status: 201,
  body: JSON.stringify({ ...PLAIN_LINK, shortCode }),
});

const codeIn = async (response: Response) => (await response.json<{ shortCode: string }>()).shortCode;

const settle = async (id: string, leasedAt: number, answer: KeptResponse | null) =>
  env.KEYS.getByName(id).settle({ refundMonth: null, lease: { key: await digestOf('one'), leasedAt, answer } });

/** An API key with an Idempotency-Key whose lease one run took, and a minute later another. */
async function takenOver() {
  const { key, id } = await world.newKey();
  turnTo(BEGUN);
  await leaseAndDie(key, id);
  turnTo(TAKEN_OVER);
  await leaseAndDie(key, id);
  return { key, id };
}

describe('the response of a run whose lease was taken over', () => {
  it('is not stored while the other run is under way', async () => {
    const { key, id } = await takenOver();
    await settle(id, BEGUN, await answerOf('late'));
    const response = await postOnce(world, key);
    expect([response.status, response.headers.get('Idempotent-Replayed')]).toEqual([409, null]);
  });

  it('does not replace the response of the other run', async () => {
    const { key, id } = await takenOver();
    await settle(id, TAKEN_OVER, await answerOf('in-time'));
    await settle(id, BEGUN, await answerOf('late'));
    const response = await postOnce(world, key);
    expect([response.status, await codeIn(response)]).toEqual([201, 'in-time']);
  });

  it('does not remove the response of the other run if the late run failed', async () => {
    const { key, id } = await takenOver();
    await settle(id, TAKEN_OVER, await answerOf('in-time'));
    await settle(id, BEGUN, null);
    expect(await codeIn(await postOnce(world, key))).toBe('in-time');
  });
});

it('leases nothing to a call beyond the month: the same request works once there is room', async () => {
  const { key, id } = await world.newKey();
  turnTo(BEGUN);
  expect((await postOnce(world, key, GOOD, 'before')).status).toBe(201);
  await setCount(id, FULL_MONTH);
  expect((await postOnce(world, key)).status).toBe(429);
  await setCount(id, {});
  expect((await postOnce(world, key)).status).toBe(201);
});

it('leases nothing to a request that is no POST', async () => {
  const { key } = await world.newKey();
  const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': 'one' };
  await world.call('GET', '/v2/usage', { headers }); // the key's object has loaded the record now
  const tap = new Tap();
  const here = createWorld({ KEYS: tappedObjects(env.KEYS, tap) });
  expect((await here.call('GET', '/v2/usage', { headers })).status).toBe(200);
  expect(tap.calls).toEqual(['admit']); // a lease would take a second call, `settle`
  expect((await postOnce(world, key)).status).toBe(201);
});

it('settles no other Idempotency-Key that was leased in the same millisecond', async () => {
  const { key, id } = await world.newKey();
  turnTo(BEGUN);
  await leaseAndDie(key, id);
  await leaseAndDie(key, id, undefined, 'two');
  await settle(id, BEGUN, await answerOf('of-one'));
  expect((await postOnce(world, key, GOOD, 'two')).status).toBe(409);
  expect(await codeIn(await postOnce(world, key))).toBe('of-one');
});
