/** A clock that tests set. Both workers and every Durable Object read it; KV's expiration and alarms do not. */
import { afterEach, vi } from 'vitest';

/**
 * Just after noon, at no whole second, so that a wrong rounding shows. It is years ahead, so that no alarm runs by
 * itself and KV drops no entry.
 */
export const NOON = Date.UTC(2031, 5, 15, 12, 0, 0, 457);

/**
 * Call once in a file: it restores the real clock after every test.
 * @returns a function that sets the clock, epoch milliseconds
 */
export function turnedClock(): (at: number) => void {
  afterEach(() => {
    vi.useRealTimers();
  });
  return (at) => {
    vi.useFakeTimers({ toFake: ['Date'], now: at });
    vi.setSystemTime(at);
  };
}
