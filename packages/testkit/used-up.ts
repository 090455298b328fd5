/** A key as it is after many calls, without making them. */
import { evictDurableObject, runInDurableObject } from 'cloudflare:test';
import { env } from 'cloudflare:workers';
import type { Count } from '#domain/meter';
import { monthIndex, type Window } from '#domain/window';

/** Gives a key's object another count, as if those calls had been made. */
export async function setCount(keyId: string, count: Partial<Count>): Promise<void> {
  const now = Date.now();
  const whole: Count = { window: null, month: monthIndex(now), calls: 0, links: 0, lastAt: now, ...count };
  const meter = env.KEYS.getByName(keyId);
  await runInDurableObject(meter, (_, { storage }) => storage.kv.put('count', whole));
  await evictDurableObject(meter);
}

/** The count of a key whose calls go on being refused for a minute. */
export const fullWindow = (): Partial<Count> => ({ window: { openedAt: Date.now(), count: 1_000_000 } });

/** The count of a key whose month is used up. */
export const FULL_MONTH: Partial<Count> = { calls: 1_000_000_000 };

/** Uses a minute window up that an AddressMeter of that name counts. */
export async function fillWindow(name: string): Promise<void> {
  const meter = env.ADDRESSES.getByName(name);
  const full: Window = { openedAt: Date.now(), count: 1_000_000 };
  await runInDurableObject(meter, (_, { storage }) => storage.kv.put('window', full));
}
