/** The headers and refusals of a caller's window and month (specification 4.6). */
import type { KnownAdmission } from '#domain/admission';
import type { RateLimitStatus, WindowStatus } from '#domain/meter';
import { Refusal } from '#domain/refusal';
import { secondsUntil } from '#domain/window';
import type { AppContext } from './context';
import type { HeaderName } from './headers';

/** The headers of a window (specification 4.6). */
export const WINDOW_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
] as const satisfies HeaderName[];

/** The headers of every response to a valid key (specification 4.6). */
export const KEY_HEADERS = [
  'X-API-Key-Name',
  ...WINDOW_HEADERS,
  'X-Quota-Limit',
  'X-Quota-Remaining',
  'X-Quota-Reset',
] as const satisfies HeaderName[];

/** Returns a time in Unix seconds, rounded up: a call at that second is no longer limited. */
const unixSeconds = (moment: number): string => String(Math.ceil(moment / 1000));

export function setWindowHeaders(c: AppContext, { limit, remaining, windowEndsAt }: WindowStatus): void {
  c.res.headers.set('X-RateLimit-Limit', String(limit));
  c.res.headers.set('X-RateLimit-Remaining', String(remaining));
  c.res.headers.set('X-RateLimit-Reset', unixSeconds(windowEndsAt));
}

export function setRateLimitHeaders(c: AppContext, keyName: string, reading: RateLimitStatus): void {
  setWindowHeaders(c, reading);
  c.res.headers.set('X-API-Key-Name', keyName);
  c.res.headers.set('X-Quota-Limit', String(reading.quota));
  c.res.headers.set('X-Quota-Remaining', String(reading.quotaRemaining));
  c.res.headers.set('X-Quota-Reset', unixSeconds(reading.monthEndsAt));
}

/** The refusal of a call in a full window. The next window admits calls again. */
export const windowExceeded = ({ windowEndsAt }: WindowStatus, now: number): Refusal =>
  new Refusal('WINDOW_EXCEEDED', { retryAfter: secondsUntil(windowEndsAt, now) });

/** The refusal of a call in a month that is used up. The next month or an upgrade admits calls again. */
export const monthExceeded = (code: 'MONTH_EXCEEDED' | 'LINKS_EXCEEDED', resetsAt: number, now: number): Refusal =>
  new Refusal(code, { retryAfter: secondsUntil(resetsAt, now), resetDate: new Date(resetsAt).toISOString() });

/** The refusal of a call that a window or a month did not admit. */
export const exceeded = ({ outcome, reading }: KnownAdmission, now: number): Refusal =>
  outcome === 'window-exceeded'
    ? windowExceeded(reading, now)
    : monthExceeded('MONTH_EXCEEDED', reading.monthEndsAt, now);
