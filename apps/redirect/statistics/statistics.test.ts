/** Tests the statistics object of an account: its batches, days and visitors, and what it deletes. */
import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Batch, type BatchedClick, encodeClicks, makeBatchId } from '#domain/click-batch';
import { utcDayAt } from '#domain/daily-counts';
import { fakeClock, NOON } from '#testkit/clock';
import { PROFILE } from '#testkit/profile';

const turnTo = fakeClock();
const DAY = 86_400_000;
const MIDNIGHT = Date.UTC(2031, 5, 16);

const newObject = () => env.STATISTICS.getByName(`${crypto.randomUUID()}:0`);
type Object = ReturnType<typeof newObject>;

/** Returns clicks of one link. The n-th click is by the n-th visitor, unless `visitor` is set. */
const clicksOn = (linkId: string, ats: readonly number[], visitor?: number): BatchedClick[] =>
  ats.map((at, n) => ({
    linkId,
    code: `code-${linkId}`,
    at,
    kind: 'click',
    profile: PROFILE,
    visitor: visitor ?? n,
  }));

const makeBatch = (
  clicks: readonly BatchedClick[],
  visitors: readonly string[],
  id = makeBatchId(Date.now(), crypto.randomUUID()),
): Batch => ({ id, clicks: encodeClicks(clicks), visitors });

const people = (count: number, from = 0) => Array.from({ length: count }, (_, i) => `192.0.2.${from + i} Agent`);

const readClicks = async (object: Object, linkId: string) => (await object.readLink(linkId, null)).totals.clicks;

const countRows = (object: Object, table: string) =>
  runInDurableObject(object, (_, { storage }) => storage.sql.exec(`SELECT * FROM ${table}`).toArray().length);

describe('a batch', () => {
  it('counts once even if it is repeated at once, late, or after the object was evicted or aborted', async () => {
    turnTo(NOON);
    const object = newObject();
    const batch = makeBatch(clicksOn('one', [NOON, NOON]), people(2));
    await Promise.all([object.add([batch]), object.add([batch, batch]), object.add([batch])]);
    await evictDurableObject(object);
    await object.add([batch]);
    expect(await readClicks(object, 'one')).toBe(2); // rolled up
    await object.add([batch]);
    await abortAllDurableObjects();
    await env.STATISTICS.get(object.id).add([batch]);
    turnTo(NOON + 3_599_999);
    await env.STATISTICS.get(object.id).add([batch]);
    expect(await readClicks(env.STATISTICS.get(object.id), 'one')).toBe(2);
    expect((await env.STATISTICS.get(object.id).readAccount(null, 10)).totals).toMatchObject({
      clicks: 2,
      visitors: 2,
    });
  });

  it('survives an eviction before its roll-up', async () => {
    turnTo(NOON);
    const object = newObject();
    await object.add([makeBatch(clicksOn('one', [NOON]), people(1))]);
    await evictDurableObject(object);
    expect((await object.readLink('one', null)).totals).toEqual({
      clicks: 1,
      scans: 0,
      robots: 0,
      visitors: 1,
      lastAt: NOON,
    });
  });

  it('gives the same counts in any order, even if it is repeated, and rolled up at any time', async () => {
    const step = fc.record({ batch: fc.nat(5), next: fc.constantFrom('nothing', 'roll up', 'evict', 'alarm') });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        turnTo(NOON);
        const object = newObject();
        const batches = Array.from({ length: 6 }, (_, i) =>
          makeBatch(clicksOn(`link${i % 2}`, [NOON - i * DAY], 0), [`visitor ${i % 3}`]),
        );
        const all = [...steps, ...batches.map((_, batch) => ({ batch, next: 'nothing' }))];
        for (const { batch, next } of all) {
          await object.add(batches.slice(batch, batch + 1));
          if (next === 'roll up') await object.readLink('link0', null);
          if (next === 'evict') await evictDurableObject(object);
          if (next === 'alarm') await runDurableObjectAlarm(object);
        }
        const { totals, topLinks } = await object.readAccount(null, 10);
        expect(totals).toMatchObject({ clicks: 6, visitors: 3, lastAt: NOON });
        expect(topLinks.map(({ linkId, clicks }) => [linkId, clicks]).sort()).toEqual([
          ['link0', 3],
          ['link1', 3],
        ]);
        // Six days of links, six of the account, and today's visitors of link1, which has no click today.
        expect(await countRows(object, 'days')).toBe(13);
      }),
      { numRuns: 15 },
    );
  });
});

it('the alarm deletes the ids of batches that are older than an hour', async () => {
  const object = newObject();
  for (const at of [NOON, NOON + 1, NOON + 3_600_000]) {
    turnTo(at);
    await object.add([makeBatch(clicksOn('one', [at]), people(1))]);
  }
  turnTo(NOON + 3_600_001);
  await runDurableObjectAlarm(object);
  expect(await countRows(object, 'arrivals')).toBe(2);
});

describe('top links', () => {
  it('are exactly the hundred most clicked ones of 150', async () => {
    turnTo(NOON);
    const object = newObject();
    const clicks = (link: number) => ((link * 37) % 150) + 1;
    for (let link = 0; link < 150; link++) {
      const ats = Array<number>(clicks(link)).fill(NOON);
      await object.add([makeBatch(clicksOn(`l${link}`, ats, 0), people(1))]);
      if (link % 40 === 0) await object.readLink('l0', null);
    }
    const { topLinks } = await object.readAccount(null, 1_000);
    expect(topLinks.map((one) => one.clicks)).toEqual(Array.from({ length: 100 }, (_, i) => 150 - i));
    expect((await object.readAccount(null, 3)).topLinks).toHaveLength(3);
  });
});

describe('visitors', () => {
  const visit = (object: Object, at: number, visitors: readonly string[]) =>
    object.add([
      makeBatch(
        visitors.flatMap((_, visitor) => clicksOn('one', [at], visitor)),
        visitors,
      ),
    ]);
  const countVisitors = async (object: Object) => (await object.readLink('one', null)).totals.visitors;

  it('count once a day each, and again on the next day', async () => {
    const object = newObject();
    turnTo(MIDNIGHT - 2);
    await visit(object, MIDNIGHT - 2, people(3));
    turnTo(MIDNIGHT - 1);
    await visit(object, MIDNIGHT - 1, people(3));
    expect(await countVisitors(object)).toBe(3);
    turnTo(MIDNIGHT);
    await visit(object, MIDNIGHT, people(3));
    await visit(object, MIDNIGHT, people(2, 2));
    expect(await countVisitors(object)).toBe(7);
  });

  it('are counted exactly up to ten thousand per link and day, and within four percent beyond', async () => {
    turnTo(NOON);
    const object = newObject();
    for (let from = 0; from < 10_000; from += 2_500) {
      await visit(
        object,
        NOON,
        Array.from({ length: 2_500 }, (_, i) => `visitor ${from + i}`),
      );
    }
    expect(await countVisitors(object)).toBe(10_000);
    for (let from = 10_000; from < 20_000; from += 2_500) {
      await visit(
        object,
        NOON,
        Array.from({ length: 2_500 }, (_, i) => `visitor ${from + i}`),
      );
    }
    expect(Math.abs((await countVisitors(object)) - 20_000)).toBeLessThan(800);
  });

  it('of a late batch are counted on the day on which the batch arrives', async () => {
    const object = newObject();
    turnTo(MIDNIGHT - 1);
    await visit(object, MIDNIGHT - 1, people(1));
    turnTo(MIDNIGHT + 1);
    await visit(object, MIDNIGHT - 1, people(1, 1));
    const days = { start: utcDayAt(NOON), end: utcDayAt(MIDNIGHT) };
    const { totals, counted } = await object.readLink('one', { ...days, end: days.start });
    expect(totals).toMatchObject({ clicks: 2, visitors: 2 });
    expect(counted?.sum.clicks).toBe(2); // both clicks count for yesterday
    for (const [n, day] of [days.start, days.end].entries())
      for (const linkId of ['one', ''])
        expect((await object.readLink(linkId, { start: days.start, end: day })).counted?.sum.visitors).toBe(n + 1);
  });

  it('are counted by day, also of links that share a visitor', async () => {
    const object = newObject();
    const visitorsOn = async (linkId: string, at: number) =>
      (await object.readLink(linkId, { start: utcDayAt(at), end: utcDayAt(at) })).counted?.sum.visitors;
    turnTo(MIDNIGHT);
    await visit(object, MIDNIGHT, people(3));
    expect(await visitorsOn('one', MIDNIGHT)).toBe(3);
    await visit(object, MIDNIGHT, people(3, 2));
    await object.add([makeBatch(clicksOn('two', [MIDNIGHT]), people(1))]);
    const ofEach = () => Promise.all(['one', 'two', ''].map((linkId) => visitorsOn(linkId, MIDNIGHT)));
    expect(await ofEach()).toEqual([5, 1, 5]);
    await visit(object, MIDNIGHT, people(1, 9));
    turnTo(MIDNIGHT + DAY);
    await visit(object, MIDNIGHT + DAY, people(2));
    expect(await ofEach()).toEqual([6, 1, 6]);
    expect([await visitorsOn('one', MIDNIGHT + DAY), await visitorsOn('', MIDNIGHT + DAY)]).toEqual([2, 2]);
  });

  it('are forgotten when their day is over, together with its secret, and each day has another secret', async () => {
    const object = newObject();
    const secret = () => runInDurableObject(object, (_, { storage }) => storage.kv.get<{ key: string }>('secret')?.key);
    turnTo(NOON);
    await visit(object, NOON, people(3));
    const first = await secret();
    expect(first).toHaveLength(36);
    await runDurableObjectAlarm(object); // rolls up
    expect(await secret()).toEqual(first);
    expect(await countRows(object, 'visitors')).toBe(2);
    turnTo(MIDNIGHT);
    await runDurableObjectAlarm(object); // ends the day even without a click
    expect(await secret()).toBeUndefined();
    expect(await countRows(object, 'visitors')).toBe(0);
    await visit(object, MIDNIGHT, people(3));
    expect(await secret()).not.toEqual(first);
    expect(await countVisitors(object)).toBe(6);
  });

  it('are not counted twice if the clock steps back over midnight', async () => {
    const object = newObject();
    turnTo(MIDNIGHT);
    await visit(object, MIDNIGHT, people(2));
    turnTo(MIDNIGHT - 1_000);
    await visit(object, MIDNIGHT - 1_000, people(2));
    expect(await countVisitors(object)).toBe(2);
  });
});

describe('stored days', () => {
  it('are deleted by the alarm after 400 days, and the totals stay', async () => {
    const object = newObject();
    turnTo(NOON);
    await object.add([makeBatch(clicksOn('one', [NOON]), people(1))]);
    await runDurableObjectAlarm(object);
    turnTo(NOON + DAY);
    await runDurableObjectAlarm(object);
    const due = await runInDurableObject(object, (_, { storage }) => storage.getAlarm());
    expect(due).toBe((utcDayAt(NOON) + 400) * DAY);
    turnTo((utcDayAt(NOON) + 400) * DAY - 1);
    const range = { start: utcDayAt(NOON), end: utcDayAt(NOON) };
    expect((await object.readLink('one', range)).counted?.sum.clicks).toBe(1);
    turnTo((utcDayAt(NOON) + 400) * DAY);
    expect((await object.readLink('one', range)).counted?.sum.clicks).toBe(0);
    await runDurableObjectAlarm(object);
    expect(await countRows(object, 'days')).toBe(0);
    expect(await readClicks(object, 'one')).toBe(1);
    expect(await runInDurableObject(object, (_, { storage }) => storage.getAlarm())).toBeNull();
  });
});

it('the object returns the last click of each link, except of a link that only robots visited', async () => {
  turnTo(NOON);
  const object = newObject();
  const robots = clicksOn('robots', [NOON, NOON]).map((click) => ({ ...click, kind: 'robot', profile: null }) as const);
  await object.add([makeBatch([...clicksOn('one', [NOON - 5, NOON - 9]), ...robots], people(2))]);
  expect(await object.readLastClicks(['one', 'robots', 'never'])).toEqual({ one: NOON - 5 });
  expect((await object.readLink('robots', null)).totals).toMatchObject({ clicks: 0, robots: 2, lastAt: 0 });
});

it('an erased object stores nothing, neither an alarm nor a secret', async () => {
  turnTo(NOON);
  const object = newObject();
  await object.add([makeBatch(clicksOn('one', [NOON]), people(1))]);
  await object.readLink('one', null);
  await object.add([makeBatch(clicksOn('one', [NOON]), people(1))]);
  await object.erase();
  expect((await object.readAccount(null, 10)).topLinks).toEqual([]);
  expect(await readClicks(object, 'one')).toBe(0);
  const left = await runInDurableObject(object, async (_, { storage }) => ({
    alarm: await storage.getAlarm(),
    values: [...storage.kv.list()].length,
    rows: ['arrivals', 'totals', 'days', 'visitors'].map(
      (table) => storage.sql.exec(`SELECT * FROM ${table}`).toArray().length,
    ),
  }));
  // The reads have made the tables, and the alarm that deletes them.
  expect(left).toEqual({ alarm: NOON + 60_000, values: 0, rows: [0, 0, 0, 0] });
});
