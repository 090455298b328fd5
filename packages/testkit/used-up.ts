/** Sets the counters of a key or an address as if many calls had been made. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import { type Count, toMonthIndex, type Window } from '#domain/meter';

/** Sets the count of a key's object, and evicts it, so that the next call reads that count. */
export async function setCount(keyId: string, count: Partial<Count>): Promise<void> {
  const now = Date.now();
  const whole: Count = {
    window: null,
    month: toMonthIndex(now),
    calls: 0,
    links: 0,
    lastAt: now,
    today: null,
    ...count,
  };
  const meter = env.KEYS.getByName(keyId);
  await runInDurableObject(meter, (_, { storage }) => storage.kv.put('count', whole));
  await evictDurableObject(meter);
}

/** A count with a window that refuses calls for the next minute. */
export const fullWindow = (): Partial<Count> => ({ window: { openedAt: Date.now(), count: 1_000_000 } });

/** A count whose month is used up. */
export const FULL_MONTH: Partial<Count> = { calls: 1_000_000_000 };

/** Uses up the minute window of the AddressMeter with that name. */
export async function fillWindow(name: string): Promise<void> {
  const meter = env.ADDRESSES.getByName(name);
  const full: Window = { openedAt: Date.now(), count: 1_000_000 };
  await runInDurableObject(meter, (_, { storage }) => storage.kv.put('window', full));
}
