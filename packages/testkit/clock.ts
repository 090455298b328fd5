/**
 * A clock that tests set. Both workers and every Durable Object read it. Alarms and KV's expiration use the real clock.
 */
import { afterEach, vi } from 'vitest';

/**
 * A time just after noon. It is not a whole second, so that tests find wrong rounding. It is years after the real time,
 * so that no alarm runs unless the test runs it, and KV expires no entry.
 */
export const NOON = Date.UTC(2031, 5, 15, 12, 0, 0, 457);

/**
 * Makes the clock of a test file, which must call this function once. After every test the real clock is back.
 * @returns a function that sets the clock to a time in epoch milliseconds
 */
export function fakeClock(): (at: number) => void {
  afterEach(() => {
    vi.useRealTimers();
  });
  return (at) => {
    vi.useFakeTimers({ toFake: ['Date'], now: at });
    vi.setSystemTime(at);
  };
}
