/** Calls that the API asks to wait. */
import { describe, expect, it } from 'vitest';
import { makeClient } from '../testkit/client';
import { fakeClock, NOON } from '../testkit/clock';
import { type Fault, Tap } from '../testkit/faults';
import { leaseAndDie, listLinks } from '../testkit/idempotent';
import { FULL_MONTH, fullWindow, setCount } from '../testkit/used-up';
import { createWorld } from '../testkit/world';

const world = createWorld();
const turnTo = fakeClock();
const turnBy = (ms: number) => turnTo(Date.now() + ms);
const url = 'https://example.com/';

describe('a call in a used-up window', () => {
  it('waits as long as Retry-After says, and makes the link once', async () => {
    const { key, id, accountId } = await world.newKey('FREE');
    turnTo(NOON);
    await setCount(id, fullWindow());
    turnTo(NOON + 20_000);
    const { client, waits } = makeClient(world, key, { turnBy });
    const link = await client.shorten({ url });
    expect(waits).toEqual([40_125]);
    expect((await listLinks(accountId)).map(({ code }) => code)).toEqual([link.shortCode]);
  });

  it('waits even if `retries` is 0', async () => {
    const { key, id } = await world.newKey('FREE');
    turnTo(NOON);
    await setCount(id, fullWindow());
    const { client, waits } = makeClient(world, key, { turnBy, retries: 0 });
    expect((await client.shorten({ url })).url).toBe(url);
    expect(waits).toEqual([60_000]);
  });

  it('rejects at once if the window lasts longer than `maxWaitMs`', async () => {
    const { key, id } = await world.newKey('FREE');
    turnTo(NOON);
    await setCount(id, fullWindow());
    const { client, waits } = makeClient(world, key, { turnBy, maxWaitMs: 59_999 });
    await expect(client.shorten({ url })).rejects.toMatchObject({
      status: 429,
      errorType: 'RATE_LIMIT_EXCEEDED',
      retryAfter: 60,
      resetsAt: null,
      tries: 1,
    });
    expect(waits).toEqual([]);
  });

  it('rejects at once if the window lasts longer than the deadline', async () => {
    const { key, id } = await world.newKey('FREE');
    turnTo(NOON);
    await setCount(id, fullWindow());
    const { client, waits } = makeClient(world, key, { turnBy });
    await expect(client.accountStatistics({}, { deadlineMs: 60_000 })).rejects.toMatchObject({ status: 429, tries: 1 });
    expect(waits).toEqual([]);
  });

  it('waits again after each 429 until the deadline', async () => {
    const full: Fault = async () => Response.json({}, { status: 429, headers: { 'Retry-After': '30' } });
    const { client, waits } = makeClient(world, 'sl_any', { tap: new Tap(full) });
    await expect(client.usage()).rejects.toMatchObject({ status: 429, tries: 4 });
    expect(waits).toEqual([30_125, 30_250, 30_500]);
  });
});

it('a call in a used-up month rejects at once, with the time at which the month ends', async () => {
  const { key, id } = await world.newKey('FREE');
  turnTo(NOON);
  await setCount(id, FULL_MONTH);
  const { client, waits } = makeClient(world, key, { turnBy });
  await expect(client.shorten({ url })).rejects.toMatchObject({
    status: 429,
    errorType: 'QUOTA_EXCEEDED',
    resetsAt: new Date(Date.UTC(2031, 6, 1)),
    tries: 1,
  });
  expect(waits).toEqual([]);
});

it('a call whose Idempotency-Key has the lease of a dead worker waits until the lease ends', async () => {
  const { key, id, accountId } = await world.newKey();
  turnTo(NOON);
  await leaseAndDie(key, id, undefined, 'import-4');
  const statuses: number[] = [];
  const { client } = makeClient(world, key, { turnBy, retries: 0, onAnswer: ({ status }) => statuses.push(status) });
  const link = await client.shorten({ url }, { idempotencyKey: 'import-4' });
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([409]));
  expect(statuses.at(-1)).toBe(201);
  expect(Date.now() - NOON).toBeGreaterThanOrEqual(60_000);
  expect((await listLinks(accountId)).map(({ code }) => code)).toEqual([link.shortCode]);
});
