/** Tests the stored sums of GET /admin/metrics: what is counted after a failed write, and after a wrong clock. */

import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { CRON_RAN_AT } from '#domain/metrics';
import { NOON } from '#testkit/clock';
import { countWrittenRows } from '#testkit/written-rows';
import { MetricsStore } from './metrics-store';

/** A value whose addition throws, between the two writes. */
const WRONG = 1n as never;

const onStore = (act: (store: MetricsStore, storage: DurableObjectStorage) => void) =>
  runInDurableObject(env.STATISTICS.getByName(crypto.randomUUID()), (_, { storage }) =>
    act(new MetricsStore(storage), storage),
  );

it('a batch whose write fails is not counted, and counts once when it is sent again', () =>
  onStore((store, storage) => {
    const batch = { isolate: 'one', number: 1, sums: { clicks: 2 }, times: {} };
    expect(() => store.add({ ...batch, sums: { ...batch.sums, wrong: WRONG } }, NOON)).toThrow();
    expect(store.totals.sums).toEqual({});
    store.add(batch, NOON);
    store.add(batch, NOON);
    expect(store.totals.sums).toEqual({ clicks: 2 });
    expect(new MetricsStore(storage).totals).toEqual(store.totals);
  }));

it('a time does not move back, except with the first batch after a clock that was ahead', () =>
  onStore((store) => {
    const tell = (number: number, at: number, now: number) => {
      store.add({ isolate: 'one', number, sums: {}, times: { [CRON_RAN_AT]: at } }, now);
      return store.totals.times[CRON_RAN_AT];
    };
    expect(tell(1, NOON, NOON)).toBe(NOON);
    expect(tell(2, NOON - 60_000, NOON)).toBe(NOON);
    expect(tell(3, NOON + 86_400_000, NOON + 86_400_000)).toBe(NOON + 86_400_000);
    expect(tell(4, NOON + 60_000, NOON + 60_000)).toBe(NOON + 60_000);
  }));

it('the row of an isolate that has sent no batch for an hour becomes that of a new isolate', () =>
  onStore((store, storage) => {
    const tell = (isolate: string, number: number, at: number) =>
      store.add({ isolate, number, sums: { clicks: 1 }, times: {} }, at);
    tell('old', 1, NOON);
    tell('young', 1, NOON);
    tell('young', 2, NOON + 1_000);
    tell('new', 1, NOON + 3_600_500);
    tell('newer', 1, NOON + 3_600_600);
    const known = storage.sql.exec('SELECT id, number FROM isolates ORDER BY id').toArray();
    expect(known).toEqual([
      { id: 'new', number: 1 },
      { id: 'newer', number: 1 },
      { id: 'young', number: 2 },
    ]);
    expect(store.totals.sums).toEqual({ clicks: 5 });
  }));

it('a batch costs two written rows, also that of a new isolate each hour', () =>
  runInDurableObject(env.STATISTICS.getByName(crypto.randomUUID()), (_, { storage }) => {
    const counted = countWrittenRows(storage);
    const store = new MetricsStore(counted.storage);
    counted.take();
    for (let hour = 0; hour < 4; hour++) {
      const batch = { isolate: `isolate-${hour}`, number: 1, sums: { clicks: 1 }, times: {} };
      store.add(batch, NOON + hour * 3_600_001);
      expect(counted.take()).toBe(2);
      store.add(batch, NOON + hour * 3_600_001);
      expect(counted.take()).toBe(0);
    }
    expect(storage.sql.exec('SELECT id FROM isolates').toArray()).toHaveLength(1);
  }));

it('an earlier batch that arrives late is not counted, because a later one was', () =>
  onStore((store) => {
    for (const number of [2, 1]) store.add({ isolate: 'one', number, sums: { clicks: 1 }, times: {} }, NOON);
    expect(store.totals.sums).toEqual({ clicks: 1 });
  }));
