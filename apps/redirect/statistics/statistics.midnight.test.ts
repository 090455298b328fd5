/**
 * Tests a statistics object at midnight: the day of a visitor, the days that stay stored, and when the ids of batches
 * are deleted.
 */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type Batch, encodeClicks, makeBatchId } from '#domain/click-batch';
import { dayStartsAt, utcDayAt } from '#domain/daily-counts';
import { fakeClock } from '#testkit/clock';
import { PROFILE } from '#testkit/profile';
import type { Statistics } from './statistics';

const turnTo = fakeClock();
const DAY = 86_400_000;
const MIDNIGHT = Date.UTC(2031, 5, 16);
const VISITOR = '192.0.2.1 Agent';

const newObject = () => env.STATISTICS.getByName(`${crypto.randomUUID()}:0`);

/** Returns a batch with one click of one visitor. */
const clickAt = (at: number): Batch => ({
  id: makeBatchId(at, crypto.randomUUID()),
  clicks: encodeClicks([{ linkId: 'one', code: 'one', at, kind: 'click', profile: PROFILE, visitor: 0 }]),
  visitors: [VISITOR],
});

describe('a visitor', () => {
  it('counts only for the new day if the day ends while the object hashes a batch', async () => {
    turnTo(MIDNIGHT - 1);
    const object = newObject();
    await runInDurableObject(object, async (statistics: Statistics) => {
      const hashing = statistics.add([clickAt(MIDNIGHT - 1)]);
      turnTo(MIDNIGHT + 1);
      await Promise.all([hashing, statistics.add([clickAt(MIDNIGHT + 1)])]);
    });
    expect((await object.readLink('one', null)).totals).toMatchObject({ clicks: 2, visitors: 1 });
  });
});

describe('a day of clicks', () => {
  const readClicks = async (object: DurableObjectStub<Statistics>, day: number) =>
    (await object.readLink('one', { start: day, end: day })).counted?.sum.clicks;

  it('is counted for 400 days, even after an alarm on the last of them, and no longer', async () => {
    const at = MIDNIGHT + 12_345_678;
    const day = utcDayAt(at);
    turnTo(at);
    const object = newObject();
    await object.add([clickAt(at)]);
    turnTo(dayStartsAt(day + 1) + 1);
    expect(await runDurableObjectAlarm(object)).toBe(true);
    turnTo(dayStartsAt(day + 400) - 1);
    expect(await readClicks(object, day)).toBe(1);
    await object.add([clickAt(dayStartsAt(day + 400) - 1)]); // sets an alarm for that day
    expect(await runDurableObjectAlarm(object)).toBe(true);
    expect(await readClicks(object, day)).toBe(1);
    turnTo(dayStartsAt(day + 400));
    expect(await readClicks(object, day)).toBe(0);
    expect(await runDurableObjectAlarm(object)).toBe(true);
    const days = await runInDurableObject(object, (_, { storage }) =>
      storage.sql.exec<{ day: number }>("SELECT day FROM days WHERE link = 'one'").toArray(),
    );
    expect(days).toEqual([{ day: day + 399 }]);
    expect((await object.readLink('one', null)).totals.clicks).toBe(2);
  });
});

it('the alarm is set for the oldest day, although later days are stored', async () => {
  const day = utcDayAt(MIDNIGHT);
  const object = newObject();
  for (const at of [MIDNIGHT, MIDNIGHT + DAY]) {
    turnTo(at);
    await object.add([clickAt(at)]);
  }
  turnTo(MIDNIGHT + 2 * DAY);
  expect(await runDurableObjectAlarm(object)).toBe(true);
  const due = await runInDurableObject(object, (_, { storage }) => storage.getAlarm());
  expect(due).toBe(dayStartsAt(day + 400));
});

it('the object deletes the ids of batches after an hour, with the next roll-up', async () => {
  const object = newObject();
  const ids = () =>
    runInDurableObject(object, (_, { storage }) => storage.sql.exec('SELECT id FROM arrivals').toArray());
  const clicks = async () => (await object.readLink('one', null)).totals.clicks;
  const at = MIDNIGHT - DAY / 3 + 457;
  turnTo(at);
  for (let n = 1; n <= 3; n++) {
    await object.add([clickAt(at)]);
    expect(await clicks()).toBe(n);
  }
  turnTo(at + 3_600_000);
  await object.add([clickAt(at + 1)]);
  expect([await clicks(), (await ids()).length]).toEqual([4, 4]);
  turnTo(at + 3_600_001);
  await object.add([clickAt(at + 3_600_001)]); // overwrites one of the three
  expect([await clicks(), (await ids()).length]).toEqual([5, 2]);
});
