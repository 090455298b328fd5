/** Tests how a statistics object stores batches: rows that are overwritten in turn, repeated batches, and late ones. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { describe, expect, it } from 'vitest';
import { type Batch, type BatchedClick, encodeClicks, makeBatchId } from '#domain/click-batch';
import { utcDayAt } from '#domain/daily-counts';
import { NOON } from '#testkit/clock';
import { PROFILE } from '#testkit/profile';
import { countWrittenRows } from '#testkit/written-rows';
import { Arrivals } from './arrivals';
import { StatisticsStore } from './statistics-store';

const HOUR = 3_600_000;

/** A batch with one click. Its visitor has a hash that is the number of the batch. */
function batchAt(at: number, number: number): { batch: Batch; hashes: Float64Array; linkId: string } {
  const linkId = `link-${number}`;
  const click = { linkId, code: linkId, at, kind: 'click' as const, profile: PROFILE, visitor: 0 };
  const batch = { id: makeBatchId(at, String(number)), clicks: encodeClicks([click]), visitors: [] };
  return { batch, hashes: Float64Array.of(number), linkId };
}

type Act = (storage: DurableObjectStorage, writtenRows: () => number) => void;
const onStorage = (act: Act) =>
  runInDurableObject(env.STATISTICS.getByName(crypto.randomUUID()), (_, { storage }) => {
    const counted = countWrittenRows(storage);
    act(counted.storage, counted.take);
  });

/** All pending clicks and the hashes of their visitors, in the order of the hashes. */
function takenFrom(arrivals: Arrivals, now: number) {
  const taken: (readonly [linkId: string, hash: number | null])[] = [];
  arrivals.take(now, ({ linkId }: BatchedClick, hash) => taken.push([linkId, hash]));
  return taken.toSorted(([, a], [, b]) => (a ?? 0) - (b ?? 0));
}

const rowsOf = ({ sql }: DurableObjectStorage) =>
  sql.exec<{ id: string; clicks: string | null }>('SELECT id, clicks FROM arrivals ORDER BY id').toArray();

describe('a batch', () => {
  it('costs one written row, and keeps the clicks of the row that it overwrites', () =>
    onStorage((storage, writtenRows) => {
      const arrivals = new Arrivals(storage.sql);
      writtenRows();
      // A batch every 25 minutes of a day: from the fourth on, the row of the oldest is free.
      const batches = Array.from({ length: 57 }, (_, n) => batchAt(NOON + n * 1_500_000, n));
      for (const [n, { batch, hashes }] of batches.entries()) {
        arrivals.append(batch, hashes, NOON + n * 1_500_000);
        expect(writtenRows()).toBe(1);
      }
      expect(rowsOf(storage).map(({ id }) => id)).toEqual(batches.slice(-3).map(({ batch }) => batch.id));
      const now = NOON + 57 * 1_500_000;
      expect(takenFrom(arrivals, now)).toEqual(batches.map(({ linkId, hashes }) => [linkId, hashes[0]]));
      expect(writtenRows()).toBe(3);
      expect(takenFrom(arrivals, now)).toEqual([]);
    }));

  it('overwrites a row that is rolled up', () =>
    onStorage((storage, writtenRows) => {
      const arrivals = new Arrivals(storage.sql);
      const [early, late] = [batchAt(NOON, 1), batchAt(NOON + HOUR + 1, 2)];
      arrivals.append(early.batch, early.hashes, NOON);
      expect(takenFrom(arrivals, NOON)).toEqual([['link-1', 1]]);
      writtenRows();
      arrivals.append(late.batch, late.hashes, NOON + HOUR + 1);
      expect([writtenRows(), rowsOf(storage).length]).toEqual([1, 1]);
      expect(takenFrom(arrivals, NOON + HOUR + 1)).toEqual([['link-2', 2]]);
    }));

  it('is ignored for an hour if its id is stored, and writes nothing then', () =>
    onStorage((storage, writtenRows) => {
      const arrivals = new Arrivals(storage.sql);
      const first = batchAt(NOON, 1);
      const others = [batchAt(NOON - HOUR - 1, 2), batchAt(NOON + HOUR, 3), batchAt(NOON - 2 * HOUR, 4)];
      arrivals.append(first.batch, first.hashes, NOON);
      for (const { batch, hashes } of others) arrivals.append(batch, hashes, NOON + HOUR);
      writtenRows();
      arrivals.append(first.batch, first.hashes, NOON + HOUR);
      expect([writtenRows(), takenFrom(arrivals, NOON + HOUR).length]).toEqual([0, 4]);
      writtenRows();
      arrivals.append(first.batch, first.hashes, NOON + HOUR);
      expect([writtenRows(), takenFrom(arrivals, NOON + HOUR).length]).toEqual([0, 0]);
    }));

  it('counts if it arrives late, before and after a roll-up', () =>
    onStorage((storage) => {
      const store = new StatisticsStore(storage);
      const append = ({ batch, hashes }: ReturnType<typeof batchAt>, now: number) =>
        store.arrivals.append(batch, hashes, now);
      const clicks = () => {
        store.rollUp(NOON + 2 * HOUR, utcDayAt(NOON));
        return store.readTotals('').clicks;
      };
      append(batchAt(NOON + HOUR, 1), NOON + HOUR);
      append(batchAt(NOON, 2), NOON + HOUR);
      expect(clicks()).toBe(2);
      append(batchAt(NOON + HOUR - 1, 3), NOON + HOUR);
      expect(clicks()).toBe(3);
      append(batchAt(NOON - HOUR, 4), NOON + 2 * HOUR);
      expect(clicks()).toBe(4);
      expect(store.readTotals('').visitors).toBe(4);
    }));

  it('does not join a row that is already large', () =>
    onStorage((storage) => {
      const arrivals = new Arrivals(storage.sql);
      const { batch, hashes } = batchAt(NOON, 1);
      const large = { ...batch, clicks: encodeClicks(Array(7_000).fill(clickOf(batch))) };
      arrivals.append(large, hashes, NOON);
      const next = batchAt(NOON + 2 * HOUR, 2);
      arrivals.append(next.batch, next.hashes, NOON + 2 * HOUR);
      expect(rowsOf(storage)).toHaveLength(2);
      expect(takenFrom(arrivals, NOON + 2 * HOUR)).toHaveLength(7_001);
    }));
});

it('a roll-up empties the rows of the last hour, and deletes those with older ids', () =>
  onStorage((storage) => {
    const arrivals = new Arrivals(storage.sql);
    const [old, young, late] = [batchAt(NOON - HOUR, 1), batchAt(NOON + 1, 2), batchAt(NOON + HOUR + 1, 3)];
    for (const { batch, hashes } of [old, young]) arrivals.append(batch, hashes, NOON);
    takenFrom(arrivals, NOON + 1);
    expect(rowsOf(storage)).toEqual([{ id: young.batch.id, clicks: null }]);
    arrivals.append(late.batch, late.hashes, NOON + HOUR + 1);
    takenFrom(arrivals, NOON + HOUR + 1);
    expect(rowsOf(storage).map(({ id }) => id)).toEqual([young.batch.id, late.batch.id]);
    arrivals.append({ ...late.batch, id: makeBatchId(NOON + HOUR + 1, 'last') }, late.hashes, NOON + HOUR + 1);
    takenFrom(arrivals, NOON + HOUR + 2);
    expect(rowsOf(storage)).toHaveLength(2);
  }));

function clickOf({ id }: Batch): BatchedClick {
  return { linkId: id, code: id, at: NOON, kind: 'click', profile: PROFILE, visitor: 0 };
}
