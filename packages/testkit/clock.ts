/** A clock that tests turn. It reaches both workers and every Durable Object, but not KV's nor an alarm's own clock. */
import { afterEach, vi } from 'vitest';

/**
 * Just after noon: no whole second, for what rounds would not show on one. Far enough ahead that no alarm rings by itself
 * and KV drops nothing.
 */
export const NOON = Date.UTC(2031, 5, 15, 12, 0, 0, 457);

/** Call once in a file: the clock runs again after every test. Returns what turns it. */
export function turnedClock(): (at: number) => void {
  afterEach(() => {
    vi.useRealTimers();
  });
  return (at) => {
    vi.useFakeTimers({ toFake: ['Date'], now: at });
    vi.setSystemTime(at);
  };
}
