/** The object with the sums of GET /admin/metrics: what it counts after a failed write, and after a wrong clock. */

import { runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { expect, it } from 'vitest';
import { CRON_RAN_AT } from '#domain/metrics';
import { NOON } from '#testkit/clock';
import { MetricsStore } from './metrics-store';

/** A number that cannot be added: it throws between the two writes. */
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

it('a time does not move back, but one that a wrong clock has put into the future ends with the next batch', () =>
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
