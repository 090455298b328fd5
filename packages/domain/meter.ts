/**
 * Meters the calls of a key: pure functions from one count to the next. Every moment is epoch milliseconds and an
 * argument. Source: specification 4.3, 4.4 and 4.5.
 */
import { utcDayAt } from './daily-counts';
import type { KeyLimits } from './plans';

/**
 * The counts of one key. `lastAt` is the latest moment seen, epoch milliseconds: a clock that steps back reopens no
 * window or month.
 */
export type Count = {
  readonly window: Window | null;
  readonly month: number;
  readonly calls: number;
  readonly links: number;
  readonly lastAt: number;
  /** The calls of the latest day with calls; null before the first call, and for the console. */
  readonly today: DayOfCalls | null;
};

export const NO_COUNT: Count = { window: null, month: 0, calls: 0, links: 0, lastAt: 0, today: null };

/** What a count leaves under the limits of a plan. Moments are epoch milliseconds. */
export type RateLimitStatus = {
  readonly limit: number;
  readonly remaining: number;
  readonly windowEndsAt: number;
  readonly quota: number;
  readonly quotaRemaining: number;
  readonly monthEndsAt: number;
  /** Links charged against a quota of links this month. */
  readonly links: number;
};

/** The part of a RateLimitStatus that describes the window. */
export type WindowStatus = Pick<RateLimitStatus, 'limit' | 'remaining' | 'windowEndsAt'>;

type Metered = { readonly count: Count; readonly refusal: 'WINDOW' | 'MONTH' | null };

/** The count at `now`. Once a month is over, its calls and links start again at 0. */
export function countAt(count: Count, now: number): Count {
  const lastAt = Math.max(now, count.lastAt);
  const month = toMonthIndex(lastAt);
  return month > count.month ? { ...count, month, calls: 0, links: 0, lastAt } : { ...count, lastAt };
}

/**
 * Counts one call, or refuses it. A call that the window refuses is not charged. A call that the month refuses is still
 * charged to the window.
 */
export function meterCall(before: Count, limits: KeyLimits, now: number): Metered {
  const count = countAt(before, now);
  const window = windowAt(count.window, count.lastAt);
  if (window.count >= limits.requestsPerMinute) return { count: { ...count, window }, refusal: 'WINDOW' };
  const counted = { ...count, window: { ...window, count: window.count + 1 } };
  if (counted.calls >= limits.callsPerMonth) return { count: counted, refusal: 'MONTH' };
  return { count: { ...counted, calls: counted.calls + 1 }, refusal: null };
}

/** Refunds a call to the month it was charged to, because a fault of the service must not cost the caller a call. */
export const refundCall = (count: Count, month: number): Count =>
  count.month === month ? { ...count, calls: Math.max(0, count.calls - 1) } : count;

/** Charges up to `requested` links against a month's quota. `granted` is how many of them fit. */
export function chargeLinks(
  before: Count,
  requested: number,
  quota: number,
  now: number,
): { count: Count; granted: number } {
  const count = countAt(before, now);
  const granted = Math.max(0, Math.min(requested, quota - count.links));
  return { count: { ...count, links: count.links + granted }, granted };
}

/** Refunds links that were charged but not made, to the month they were charged to. */
export const refundLinks = (count: Count, links: number, month: number): Count =>
  count.month === month ? { ...count, links: Math.max(0, count.links - links) } : count;

/** What remains of a count under the given limits. */
export function computeRateLimitStatus(count: Count, limits: KeyLimits): RateLimitStatus {
  const window = windowAt(count.window, count.lastAt);
  return {
    limit: limits.requestsPerMinute,
    remaining: Math.max(0, limits.requestsPerMinute - window.count),
    windowEndsAt: windowEndsAt(window),
    quota: limits.callsPerMonth,
    quotaRemaining: Math.max(0, limits.callsPerMonth - count.calls),
    monthEndsAt: monthEndsAt(count.month),
    links: count.links,
  };
}

/** The calls of one UTC day, days since 1970: how many were admitted, and how many refused (docs/storage.md). */
export type DayOfCalls = {
  readonly day: number;
  readonly admitted: number;
  /** Refused by the window. */
  readonly window: number;
  /** Refused by the month. */
  readonly month: number;
};

/** How many days are kept, today included. */
export const CALL_DAYS = 30;

const COUNTED_AS = { WINDOW: 'window', MONTH: 'month' } as const;

/** The part of the count of a key that says when its latest call was, and which day that was counted in. */
type Counted = { readonly lastAt: number; readonly today: DayOfCalls | null };

/** Counts a call in the day of a count. @returns the count, and the day before it, if that has ended */
export function countDay<Count extends Counted>(
  count: Count,
  refusal: 'WINDOW' | 'MONTH' | null,
): { readonly count: Count & { readonly today: DayOfCalls }; readonly ended: DayOfCalls | null } {
  const day = utcDayAt(count.lastAt);
  const { today } = count;
  const isOver = today !== null && today.day < day;
  const before = today === null || isOver ? { day, admitted: 0, window: 0, month: 0 } : today;
  const name = refusal === null ? 'admitted' : COUNTED_AS[refusal];
  return { count: { ...count, today: { ...before, [name]: before[name] + 1 } }, ended: isOver ? today : null };
}

/** The days that are kept at `day`. */
export const dropOldDays = (days: readonly DayOfCalls[], day: number): DayOfCalls[] =>
  days.filter((one) => one.day > day - CALL_DAYS);

/**
 * Whether a refusal by the window is stored. A flood must not cost a write for each call, so the first refusal of a day
 * is stored, and then each that doubles their number. The next call that is let in stores all of them.
 */
export const isStoredRefusal = ({ window }: DayOfCalls): boolean => (window & (window - 1)) === 0;

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
export const toMonthIndex = (now: number): number => {
  const date = new Date(now);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
};

/** The first millisecond of the month after the given one. */
export const monthEndsAt = (index: number): number => Date.UTC(Math.floor(index / 12), (index % 12) + 1, 1);

/** Whole seconds from `now` until `at`, at least 1: the value of Retry-After. */
export const secondsUntil = (at: number, now: number): number => Math.max(1, Math.ceil((at - now) / 1000));
