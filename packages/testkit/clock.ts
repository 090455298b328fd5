/** A clock that tests set. Both workers and every Durable Object read it. Alarms and KV's expiration do not. */
import { afterEach, vi } from 'vitest';

/**
 * A moment just after noon. It is no whole second, so that a wrong rounding shows. It is years ahead of the real clock,
 * so that no alarm runs before the test runs it, and KV expires no entry.
 */
export const NOON = Date.UTC(2031, 5, 15, 12, 0, 0, 457);

/**
 * Makes the clock of a test file. The file calls this function once. The real clock returns after every test.
 * @returns a function that sets the clock to a time in epoch milliseconds
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
