/** Tests what a statistics object says of many links: their clicks, the sums of their counts, and their order. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { beforeEach, describe, expect, it } from 'vitest';
import { encodeClicks, makeBatchId } from '#domain/click-batch';
import { type DayRange, joinDays, utcDayAt } from '#domain/daily-counts';
import { fakeClock, NOON } from '#testkit/clock';
import { PROFILE } from '#testkit/profile';
import type { OrderPage, OrderStart, SortedBy } from './click-order';
import type { DayStart } from './stored-days';

const turnTo = fakeClock();
const DAY = 86_400_000;
const TODAY = utcDayAt(NOON);
beforeEach(() => turnTo(NOON));

const newObject = () => env.STATISTICS.getByName(`${crypto.randomUUID()}:0`);
type Object = ReturnType<typeof newObject>;

/** Counts `times` clicks of a link. The n-th is by the n-th visitor. */
async function click(object: Object, linkId: string, times: number, at = NOON, kind: 'click' | 'robot' = 'click') {
  const clicks = Array.from({ length: times }, (_, visitor) => ({
    linkId,
    code: `code-${linkId}`,
    at,
    kind,
    profile: PROFILE,
    visitor,
  }));
  const visitors = clicks.map(({ visitor }) => `192.0.2.${visitor} Agent`);
  await object.add([{ id: makeBatchId(Date.now(), crypto.randomUUID()), clicks: encodeClicks(clicks), visitors }]);
}

const sql = (object: Object, statement: string) =>
  runInDurableObject(object, (_, { storage }) => storage.sql.exec(statement).toArray());

describe('the clicks of links', () => {
  it('come in the order of the request, with the last click, and are 0 for links without clicks', async () => {
    const object = newObject();
    await click(object, 'a', 2, NOON - 5);
    await click(object, 'b', 3, NOON - 3);
    await click(object, 'c', 9);
    await click(object, 'robbed', 1, NOON, 'robot');
    expect(await object.readClicks(['b', 'none', 'a', 'b', 'robbed'], null)).toEqual({
      clicks: [3, 0, 2, 3, 0],
      lastAt: [NOON - 3, 0, NOON - 5, NOON - 3, 0],
    });
    expect(await object.readClicks([], null)).toEqual({ clicks: [], lastAt: [] });
  });

  it('in a range of days are those of its days, both included, that are still stored', async () => {
    const object = newObject();
    for (const ago of [0, 1, 2, 5]) await click(object, 'a', ago + 1, NOON - ago * DAY);
    await click(object, 'old', 4, NOON - 400 * DAY);
    const days: DayRange = { start: TODAY - 2, end: TODAY - 1 };
    expect((await object.readClicks(['none', 'a'], days)).clicks).toEqual([0, 5]);
    const all = { start: 0, end: TODAY };
    expect((await object.readClicks(['a', 'old'], all)).clicks).toEqual([12, 0]);
  });

  it('in a range are fewer than the links if there are too many days, and the rest follows in a second call', async () => {
    const object = newObject();
    const linkIds = Array.from({ length: 300 }, (_, n) => `l${n}`);
    await object.readLink('l0', null);
    await runInDurableObject(object, (_, { storage }) =>
      storage.transactionSync(() => {
        for (const id of linkIds)
          for (let day = 0; day < 200; day++)
            storage.sql.exec('INSERT INTO days VALUES (?, ?, ?, NULL)', id, TODAY - day, `[1,${day},0,0,0,0,[]]`);
      }),
    );
    const days = { start: TODAY - 199, end: TODAY };
    const first = (await object.readClicks(linkIds, days)).clicks;
    expect(first.length).toBeLessThan(300);
    const second = (await object.readClicks(linkIds.slice(first.length), days)).clicks;
    expect([...first, ...second]).toEqual(Array(300).fill(19_900));
  });
});

describe('the sums of links', () => {
  it('are the totals of exactly these links', async () => {
    const object = newObject();
    await click(object, 'a', 2, NOON - 9);
    await click(object, 'b', 3);
    await click(object, 'b', 1, NOON, 'robot');
    await click(object, 'other', 7, NOON + 1);
    expect(await object.readTotals(['b', 'a', 'none'])).toEqual({
      clicks: 5,
      scans: 0,
      robots: 1,
      visitors: 5,
      lastAt: NOON,
    });
    expect(await object.readTotals([])).toEqual({ clicks: 0, scans: 0, robots: 0, visitors: 0, lastAt: 0 });
  });

  it('of days are the same in one part and in many', async () => {
    const object = newObject();
    const linkIds = ['a', 'b', 'c'];
    for (const [n, id] of linkIds.entries())
      for (let ago = 0; ago < 5; ago++) await click(object, id, n + 1, NOON - ago * DAY);
    const days = { start: TODAY - 3, end: TODAY };
    const { counted, next } = await object.readSum(linkIds, days, null);
    expect(next).toBeNull();
    expect(counted.sum.clicks).toBe(4 * 6);
    expect(counted.sum.by.browser).toEqual(new Map([['Chrome', 24]]));
    // The day before the range is there for the zones in which it belongs to the range.
    expect(counted.quarters.map(({ day, clicks }) => [day, [...clicks.values()]])).toEqual(
      [-4, -3, -2, -1, 0].map((ago) => [TODAY + ago, [6]]),
    );
    // A part holds two million characters, so each row is padded to a million.
    await runInDurableObject(object, (_, { storage }) => {
      storage.sql.exec("UPDATE days SET counts = counts || ? WHERE link <> ''", ' '.repeat(1_000_000));
    });
    const parts = [];
    let start: DayStart | null = null;
    do {
      const part: Awaited<ReturnType<Object['readSum']>> = await object.readSum(linkIds, days, start);
      parts.push(part.counted);
      start = part.next;
    } while (start !== null);
    expect(parts).toHaveLength(6); // 12 rows of the range; those of the day before are read without their padding
    expect(joinDays(parts)).toEqual(counted);
  });
});

describe('a range that is compared', () => {
  it('has the quarters of the days since then, and only the other counts of its own days', async () => {
    const object = newObject();
    for (const ago of [0, 1, 2, 3, 9]) await click(object, 'a', ago + 1, NOON - ago * DAY);
    const days = { start: TODAY - 1, end: TODAY, since: TODAY - 3 };
    const { counted: ofLink } = await object.readLink('a', days);
    const { counted: ofLinks } = await object.readSum(['a'], days, null);
    for (const counted of [ofLink, ofLinks]) {
      expect(counted?.from).toBe(TODAY - 3);
      expect([counted?.sum.clicks, counted?.sum.by.browser]).toEqual([3, new Map([['Chrome', 3]])]);
      expect(counted?.quarters.map(({ day, clicks }) => [day - TODAY, [...clicks.values()]])).toEqual([
        [-3, [4]],
        [-2, [3]],
        [-1, [2]],
        [0, [1]],
      ]);
    }
    expect(joinDays(ofLinks ? [ofLinks] : []).from).toBe(TODAY - 3);
  });

  it('begins with the oldest stored day where it asks for older ones', async () => {
    const object = newObject();
    await click(object, 'old', 4, NOON - 400 * DAY);
    const { counted } = await object.readLink('old', { start: TODAY - 300, end: TODAY, since: TODAY - 601 });
    expect([counted?.from, counted?.quarters]).toEqual([TODAY - 399, []]);
  });
});

describe('the order of links', () => {
  const listCodes = (page: OrderPage | null) => page?.links.map(({ code }) => code);
  const findNext = (page: OrderPage | null): OrderStart | null =>
    page === null || page.isLast ? null : { order: page.order, from: page.from + page.links.length };

  async function walk(object: Object, by: SortedBy, count: number) {
    const codes: unknown[] = [];
    let start: OrderStart | null = null;
    do {
      const page: OrderPage | null = await object.readSorted(by, start, count);
      codes.push(listCodes(page));
      start = findNext(page);
    } while (start !== null);
    return codes;
  }

  it('is by clicks or by last click, the largest first, without links that were never clicked', async () => {
    const object = newObject();
    await click(object, 'a', 2, NOON - 1);
    await click(object, 'b', 5, NOON - 3);
    await click(object, 'c', 1, NOON - 2);
    await click(object, 'd', 2, NOON - 4);
    await click(object, 'robbed', 1, NOON, 'robot');
    expect(await walk(object, 'clicks', 3)).toEqual([['code-b', 'code-a', 'code-d'], ['code-c']]);
    expect(await walk(object, 'lastClick', 9)).toEqual([['code-a', 'code-c', 'code-b', 'code-d']]);
    expect(await walk(newObject(), 'clicks', 9)).toEqual([[]]);
  });

  it('holds for its later pages although links are clicked in between, for ten minutes and no longer', async () => {
    const object = newObject();
    for (const [n, id] of ['a', 'b', 'c'].entries()) await click(object, id, 9 - n);
    const first = await object.readSorted('clicks', null, 1);
    await click(object, 'c', 50);
    const second = await object.readSorted('clicks', findNext(first), 1);
    turnTo(NOON + 599_999);
    const third = await object.readSorted('clicks', findNext(second), 1);
    expect([first, second, third].map(listCodes)).toEqual([['code-a'], ['code-b'], ['code-c']]);
    expect(findNext(third)).toBeNull();
    turnTo(NOON + 600_000);
    expect(await object.readSorted('clicks', findNext(second), 1)).toBeNull();
    expect(listCodes(await object.readSorted('clicks', null, 1))).toEqual(['code-c']);
  });

  it('is deleted by the alarm after its ten minutes, and an empty one is not stored', async () => {
    const [object, empty] = [newObject(), newObject()];
    await empty.readSorted('clicks', null, 1);
    expect(await sql(empty, 'SELECT id FROM orders')).toHaveLength(0);
    await click(object, 'a', 1);
    await object.readSorted('clicks', null, 1);
    expect(await sql(object, 'SELECT id FROM orders')).toHaveLength(1);
    expect(await runInDurableObject(object, (_, { storage }) => storage.getAlarm())).toBe(NOON + 600_000);
    turnTo(NOON + 600_000);
    await runDurableObjectAlarm(object);
    expect(await sql(object, 'SELECT id FROM orders')).toHaveLength(0);
    const midnight = (TODAY + 1) * DAY;
    expect(await runInDurableObject(object, (_, { storage }) => storage.getAlarm())).toBe(midnight);
  });

  it('has at most a thousand links', async () => {
    const object = newObject();
    await object.readLink('a', null);
    await runInDurableObject(object, (_, { storage }) =>
      storage.transactionSync(() => {
        for (let n = 1; n <= 1_002; n++)
          storage.sql.exec('INSERT INTO totals VALUES (?, ?, ?, 0, 0, 1, 1)', `l${n}`, `c${n}`, n);
      }),
    );
    const codes = (await walk(object, 'clicks', 400)).flat();
    expect(codes).toEqual(Array.from({ length: 1_000 }, (_, n) => `c${1_002 - n}`));
  });

  it('is the same in an object that has taken the state over from a backup', async () => {
    const [object, restored] = [newObject(), newObject()];
    for (const [n, id] of ['a', 'b'].entries()) await click(object, id, n + 1);
    await restored.takeOver((await object.handOver(null)).state);
    expect(await walk(restored, 'clicks', 9)).toEqual([['code-b', 'code-a']]);
  });

  it('is erased with the account', async () => {
    const object = newObject();
    for (const id of ['a', 'b']) await click(object, id, 1);
    const first = await object.readSorted('clicks', null, 1);
    await object.erase();
    expect(await object.readSorted('clicks', findNext(first), 1)).toBeNull();
  });
});
