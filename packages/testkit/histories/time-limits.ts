/**
 * Shorter waits in histories: the time limits of the workers and the calls that hang are reduced in the same
 * proportion.
 */
import { vi } from 'vitest';

const SPEED = 6;
/** Longer limits stay as they are, because no call of a history hangs that long. */
const LONGEST_MS = 1_000;

/** The real time for which a history waits instead of `ms`. */
export const waitedMs = (ms: number): number => (ms > LONGEST_MS ? ms : ms / SPEED);

/** Shortens all time limits of the workers until the mocks are restored. */
export function shortenTimeLimits(): void {
  const start = globalThis.setTimeout;
  const shorter = (run: () => void, ms = 0) => start(run, waitedMs(ms));
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(shorter as typeof start);
}
