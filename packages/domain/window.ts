/** The arithmetic of the minute window and the calendar month. Every moment is epoch milliseconds and an argument. */

/** The length of the fixed window (specification 4.3). */
const WINDOW_MS = 60_000;

/** A fixed window. Its first call opens it, and it ends `WINDOW_MS` later. */
export type Window = { readonly openedAt: number; readonly count: number };

/** The window at `now`: the given one while it lasts, else a new, empty one. */
export const windowAt = <One extends Window>(window: One | null, now: number): One | Window =>
  window !== null && now < window.openedAt + WINDOW_MS ? window : { openedAt: now, count: 0 };

/** The first millisecond after a window. */
export const windowEndsAt = (window: Window): number => window.openedAt + WINDOW_MS;

/** The UTC calendar month as one number that only grows: year × 12 + month. */
export const monthIndex = (now: number): number => {
  const date = new Date(now);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/** The first millisecond of the month after the given one. */
export const monthEndsAt = (index: number): number => Date.UTC(Math.floor(index / 12), (index % 12) + 1, 1);

/** Whole seconds from `now` until `at`, at least 1: the value of Retry-After. */
export const secondsUntil = (at: number, now: number): number => Math.max(1, Math.ceil((at - now) / 1000));
