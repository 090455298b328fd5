/** Tests how a statistics object stores batches: rows that are overwritten in turn, repeated batches, and late ones. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type Batch, type BatchedClick, encodeClicks, makeBatchId } from '#domain/click-batch';
import { utcDayAt } from '#domain/daily-counts';
import { NOON } from '#testkit/clock';
import { PROFILE } from '#testkit/profile';
import { countWrittenRows } from '#testkit/written-rows';
import { ACCOUNT, Arrivals } from './arrivals';
import { StatisticsStore } from './statistics-store';

const HOUR = 3_600_000;

/** A batch with one click. Its visitor has a hash that is the number of the batch. */
function batchAt(at: number, number: number): { batch: Batch; hashes: Float64Array; linkId: string } {
  const linkId = `link-${number}`;
  const click = { linkId, code: linkId, at, kind: 'click' as const, profile: PROFILE, visitor: 0 };
  const batch = { id: makeBatchId(at, String(number)), clicks: encodeClicks([click]), visitors: [] };
  return { batch, hashes: Float64Array.of(number), linkId };
}

type Act = (storage: DurableObjectStorage, writtenRows: () => number) => void | Promise<void>;
const onStorage = (act: Act) =>
  runInDurableObject(env.STATISTICS.getByName(crypto.randomUUID()), (_, { storage }) => {
    const counted = countWrittenRows(storage);
    return act(counted.storage, counted.take);
  });

/** Removes the pending clicks. @returns links, clicks and the hashes of visitors, in the order of the hashes */
async function takenFrom(arrivals: Arrivals, now: number) {
  const part = await arrivals.count(utcDayAt(NOON));
  arrivals.remove(part, now);
  return [...part.links]
    .filter(([linkId]) => linkId !== ACCOUNT)
    .flatMap(([linkId, { hashes }]) => [...hashes.keys()].map((hash): [string, number] => [linkId, hash]))
    .toSorted(([, a], [, b]) => a - b);
}

const readRows = ({ sql }: DurableObjectStorage) =>
  sql.exec<{ id: string; clicks: string | null }>('SELECT id, clicks FROM arrivals ORDER BY id').toArray();

describe('a batch', () => {
  it('costs one written row, and keeps the clicks of the row that it overwrites', () =>
    onStorage(async (storage, writtenRows) => {
      const arrivals = new Arrivals(storage.sql);
      writtenRows();
      // A batch every 25 minutes of a day: from the fourth on, the row of the oldest is free.
      const batches = Array.from({ length: 57 }, (_, n) => batchAt(NOON + n * 1_500_000, n));
      for (const [n, { batch, hashes }] of batches.entries()) {
        arrivals.append(batch, hashes, NOON + n * 1_500_000);
        expect(writtenRows()).toBe(1);
      }
      expect(readRows(storage).map(({ id }) => id)).toEqual(batches.slice(-3).map(({ batch }) => batch.id));
      const now = NOON + 57 * 1_500_000;
      expect(await takenFrom(arrivals, now)).toEqual(batches.map(({ linkId, hashes }) => [linkId, hashes[0]]));
      expect(writtenRows()).toBe(3);
      expect(await takenFrom(arrivals, now)).toEqual([]);
    }));

  it('overwrites a row that is rolled up', () =>
    onStorage(async (storage, writtenRows) => {
      const arrivals = new Arrivals(storage.sql);
      const [early, late] = [batchAt(NOON, 1), batchAt(NOON + HOUR + 1, 2)];
      arrivals.append(early.batch, early.hashes, NOON);
      expect(await takenFrom(arrivals, NOON)).toEqual([['link-1', 1]]);
      writtenRows();
      arrivals.append(late.batch, late.hashes, NOON + HOUR + 1);
      expect([writtenRows(), readRows(storage).length]).toEqual([1, 1]);
      expect(await takenFrom(arrivals, NOON + HOUR + 1)).toEqual([['link-2', 2]]);
    }));

  it('is ignored for an hour if its id is stored, and writes nothing then', () =>
    onStorage(async (storage, writtenRows) => {
      const arrivals = new Arrivals(storage.sql);
      const first = batchAt(NOON, 1);
      const others = [batchAt(NOON - HOUR - 1, 2), batchAt(NOON + HOUR, 3), batchAt(NOON - 2 * HOUR, 4)];
      arrivals.append(first.batch, first.hashes, NOON);
      for (const { batch, hashes } of others) arrivals.append(batch, hashes, NOON + HOUR);
      writtenRows();
      arrivals.append(first.batch, first.hashes, NOON + HOUR);
      expect([writtenRows(), (await takenFrom(arrivals, NOON + HOUR)).length]).toEqual([0, 4]);
      writtenRows();
      arrivals.append(first.batch, first.hashes, NOON + HOUR);
      expect([writtenRows(), (await takenFrom(arrivals, NOON + HOUR)).length]).toEqual([0, 0]);
    }));

  it('counts if it arrives late, before and after a roll-up', () =>
    onStorage(async (storage) => {
      const store = new StatisticsStore(storage);
      const append = ({ batch, hashes }: ReturnType<typeof batchAt>, now: number) =>
        store.arrivals.append(batch, hashes, now);
      const clicks = async () => {
        await store.rollUpPart(NOON + 2 * HOUR, utcDayAt(NOON));
        return store.readTotals('').clicks;
      };
      append(batchAt(NOON + HOUR, 1), NOON + HOUR);
      append(batchAt(NOON, 2), NOON + HOUR);
      expect(await clicks()).toBe(2);
      append(batchAt(NOON + HOUR - 1, 3), NOON + HOUR);
      expect(await clicks()).toBe(3);
      append(batchAt(NOON - HOUR, 4), NOON + 2 * HOUR);
      expect(await clicks()).toBe(4);
      expect(store.readTotals('').visitors).toBe(4);
    }));

  it('does not join a row that is already large', () =>
    onStorage(async (storage) => {
      const arrivals = new Arrivals(storage.sql);
      const { batch, hashes } = batchAt(NOON, 1);
      const large = { ...batch, clicks: encodeClicks(Array(7_000).fill(makeClick(batch))) };
      arrivals.append(large, hashes, NOON);
      const next = batchAt(NOON + 2 * HOUR, 2);
      arrivals.append(next.batch, next.hashes, NOON + 2 * HOUR);
      expect(readRows(storage)).toHaveLength(2);
      const { links } = await arrivals.count(utcDayAt(NOON));
      expect(links.get(ACCOUNT)?.days.get(utcDayAt(NOON))?.counts.clicks).toBe(7_001);
    }));
});

it('a roll-up empties the rows of the last hour, and deletes those with older ids', () =>
  onStorage(async (storage) => {
    const arrivals = new Arrivals(storage.sql);
    const [old, young, late] = [batchAt(NOON - HOUR, 1), batchAt(NOON + 1, 2), batchAt(NOON + HOUR + 1, 3)];
    for (const { batch, hashes } of [old, young]) arrivals.append(batch, hashes, NOON);
    await takenFrom(arrivals, NOON + 1);
    expect(readRows(storage)).toEqual([{ id: young.batch.id, clicks: null }]);
    arrivals.append(late.batch, late.hashes, NOON + HOUR + 1);
    await takenFrom(arrivals, NOON + HOUR + 1);
    expect(readRows(storage).map(({ id }) => id)).toEqual([young.batch.id, late.batch.id]);
    arrivals.append({ ...late.batch, id: makeBatchId(NOON + HOUR + 1, 'last') }, late.hashes, NOON + HOUR + 1);
    await takenFrom(arrivals, NOON + HOUR + 2);
    expect(readRows(storage)).toHaveLength(2);
  }));

it('a roll-up that is interrupted goes on with the same part, and counts every click and visitor once', () =>
  onStorage(async (storage) => {
    const store = new StatisticsStore(storage);
    const batches = Array.from({ length: 70 }, (_, n) => batchAt(NOON, n));
    for (const { batch, hashes } of batches) store.arrivals.append(batch, hashes, NOON);
    for (const transactions of [1, 2]) {
      let left = transactions;
      const interrupted = new StatisticsStore(
        new Proxy(storage, {
          get: (target, name) => {
            if (name === 'transactionSync' && left-- <= 0) throw new Error('killed');
            const value = Reflect.get(target, name, target);
            return typeof value === 'function' ? value.bind(target) : value;
          },
        }),
      );
      await expect(interrupted.rollUpPart(NOON, utcDayAt(NOON))).rejects.toThrow('killed');
      expect(new StatisticsStore(storage).isInterrupted).toBe(true);
    }
    const restarted = new StatisticsStore(storage);
    await restarted.rollUpPart(NOON, utcDayAt(NOON));
    expect(new StatisticsStore(storage).isInterrupted).toBe(false);
    const all = { clicks: 70, scans: 0, robots: 0, visitors: 70, lastAt: NOON };
    expect(restarted.readTotals(ACCOUNT)).toEqual(all);
    for (const { linkId } of batches) expect(restarted.readTotals(linkId)).toEqual({ ...all, clicks: 1, visitors: 1 });
    expect(restarted.topLinks).toHaveLength(70);
    expect(readRows(storage).every(({ clicks }) => clicks === null)).toBe(true);
  }));

function makeClick({ id }: Batch): BatchedClick {
  return { linkId: id, code: id, at: NOON, kind: 'click', profile: PROFILE, visitor: 0 };
}
