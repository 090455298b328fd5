/** Tests the stored sums of GET /admin/metrics: what is counted after a failed write, and after a wrong clock. */
import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { CRON_RAN_AT } from '#domain/metrics';
import { NOON } from '#testkit/clock';
import { countWrittenRows } from '#testkit/written-rows';
import { MetricsStore } from './metrics-store';

/** A value whose addition throws. */
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

it('the number of an isolate is known for an hour at least, and no longer than two', () =>
  onStore((store, storage) => {
    const send = (isolate: string, number: number, at: number) =>
      store.add({ isolate, number, sums: { clicks: 1 }, times: {} }, at);
    send('old', 1, NOON);
    send('young', 1, NOON + 3_599_999);
    for (const isolate of ['first', 'old', 'young']) send(isolate, 1, NOON + 3_600_000);
    send('young', 1, NOON + 7_199_999);
    expect(store.totals.sums).toEqual({ clicks: 3 });
    send('second', 1, NOON + 7_200_000);
    expect(storage.kv.get('metrics')).toMatchObject({
      isolates: new Map([['second', 1]]),
      former: new Map([['first', 1]]),
    });
  }));

it('a batch costs one written row, also that of a new isolate, and a repeated one costs none', () =>
  runInDurableObject(env.STATISTICS.getByName(crypto.randomUUID()), (_, { storage }) => {
    const counted = countWrittenRows(storage);
    const store = new MetricsStore(counted.storage);
    for (let hour = 0; hour < 4; hour++) {
      const batch = { isolate: `isolate-${hour}`, number: 1, sums: { clicks: 1 }, times: {} };
      store.add(batch, NOON + hour * 3_600_001);
      expect(counted.take()).toBe(1);
      store.add(batch, NOON + hour * 3_600_001);
      expect(counted.take()).toBe(0);
    }
  }));

it('the value is stored with as many isolates as it can have, and knows the latest twenty thousand', () =>
  onStore((_, storage) => {
    const ids = (count: number) => Array.from({ length: count }, () => [crypto.randomUUID(), 1] as const);
    const full = { sums: {}, times: {}, isolates: new Map(ids(19_999)), since: NOON, former: new Map(ids(20_000)) };
    storage.kv.put('metrics', full);
    const store = new MetricsStore(storage);
    const send = (isolate: string) => store.add({ isolate, number: 1, sums: { clicks: 1 }, times: {} }, NOON);
    for (const isolate of ['last', 'next', 'last', ...full.isolates.keys()]) send(isolate);
    expect(store.totals.sums).toEqual({ clicks: 2 });
    expect(new MetricsStore(storage).totals).toEqual(store.totals);
  }));

it('an earlier batch that arrives late is not counted, because a later one was', () =>
  onStore((store) => {
    for (const number of [2, 1]) store.add({ isolate: 'one', number, sums: { clicks: 1 }, times: {} }, NOON);
    expect(store.totals.sums).toEqual({ clicks: 1 });
  }));
