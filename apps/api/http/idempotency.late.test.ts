/** Leases of an Idempotency-Key: a run that settles after another run took over its lease changes nothing. */
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { PLAIN_LINK } from '#api/links/link-record';
import type { KeptResponse } from '#domain/idempotency';
import { hashText } from '#secrets/digest';
import { fakeClock } from '#testkit/clock';
import { Tap, tappedObjects } from '#testkit/faults';
import { GOOD, leaseAndDie, postOnce } from '#testkit/idempotent';
import { FULL_MONTH, setCount } from '#testkit/used-up';
import { createWorld } from '#testkit/world';
import { hashRequest } from './idempotency';

const world = createWorld();
const turnTo = fakeClock();
const BEGUN_AT = Date.UTC(2031, 5, 15, 12, 0, 7, 457);
const TAKEN_OVER_AT = BEGUN_AT + 60_000;

const makeResponse = async (shortCode: string): Promise<KeptResponse> => ({
  requestHash: await hashRequest(`/v2/shorten\n${GOOD}`, env.PEPPER as string),
  status: 201,
  body: JSON.stringify({ ...PLAIN_LINK, shortCode }),
});

const codeIn = async (response: Response) => (await response.json<{ shortCode: string }>()).shortCode;

const settleLease = async (id: string, leasedAt: number, response: KeptResponse | null) =>
  env.KEYS.getByName(id).settle({
    refundMonth: null,
    lease: { key: await hashText('one'), leasedAt, response },
  });

/** Returns an API key with an Idempotency-Key. One run took its lease, and a minute later another run took it over. */
async function leaseTakenOver() {
  const { key, id } = await world.newKey();
  turnTo(BEGUN_AT);
  await leaseAndDie(key, id);
  turnTo(TAKEN_OVER_AT);
  await leaseAndDie(key, id);
  return { key, id };
}

describe('the late response of a run whose lease another run took over', () => {
  it('is not stored while the other run is still running', async () => {
    const { key, id } = await leaseTakenOver();
    await settleLease(id, BEGUN_AT, await makeResponse('late'));
    const response = await postOnce(world, key);
    expect([response.status, response.headers.get('Idempotent-Replayed')]).toEqual([409, null]);
  });

  it('does not replace the response of the other run', async () => {
    const { key, id } = await leaseTakenOver();
    await settleLease(id, TAKEN_OVER_AT, await makeResponse('in-time'));
    await settleLease(id, BEGUN_AT, await makeResponse('late'));
    const response = await postOnce(world, key);
    expect([response.status, await codeIn(response)]).toEqual([201, 'in-time']);
  });

  it('does not remove the response of the other run if it is a failure', async () => {
    const { key, id } = await leaseTakenOver();
    await settleLease(id, TAKEN_OVER_AT, await makeResponse('in-time'));
    await settleLease(id, BEGUN_AT, null);
    expect(await codeIn(await postOnce(world, key))).toBe('in-time');
  });
});

it('a call beyond the month gets no lease, so the same request succeeds once the month has room', async () => {
  const { key, id } = await world.newKey();
  turnTo(BEGUN_AT);
  expect((await postOnce(world, key, GOOD, 'before')).status).toBe(201);
  await setCount(id, FULL_MONTH);
  expect((await postOnce(world, key)).status).toBe(429);
  await setCount(id, {});
  expect((await postOnce(world, key)).status).toBe(201);
});

it('a request that is not a POST gets no lease', async () => {
  const { key } = await world.newKey();
  const headers = { Authorization: `Bearer ${key}`, 'Idempotency-Key': 'one' };
  await world.call('GET', '/v2/usage', { headers }); // Now the key's object has loaded the record.
  const tap = new Tap();
  const here = createWorld({ KEYS: tappedObjects(env.KEYS, tap) });
  expect((await here.call('GET', '/v2/usage', { headers })).status).toBe(200);
  expect(tap.calls).toEqual(['admit']); // A lease would need a second call, `settle`.
  expect((await postOnce(world, key)).status).toBe(201);
});

it('a settlement changes no other Idempotency-Key whose lease began in the same millisecond', async () => {
  const { key, id } = await world.newKey();
  turnTo(BEGUN_AT);
  await leaseAndDie(key, id);
  await leaseAndDie(key, id, undefined, 'two');
  await settleLease(id, BEGUN_AT, await makeResponse('of-one'));
  expect((await postOnce(world, key, GOOD, 'two')).status).toBe(409);
  expect(await codeIn(await postOnce(world, key))).toBe('of-one');
});
