/** Meters the calls of a key: pure functions from one count to the next. Source: specification 4.3, 4.4 and 4.5. */
import type { DayOfCalls } from './key-calls';
import type { KeyLimits } from './plans';
import { monthEndsAt, monthIndex, type Window, windowAt, windowEndsAt } from './window';

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
  const month = monthIndex(lastAt);
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
export function rateLimitStatusOf(count: Count, limits: KeyLimits): RateLimitStatus {
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
