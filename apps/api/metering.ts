/** What a caller is told of its window and its month (contract, "Rate limit headers"; answers, section 4). */

import type { Reading } from '#domain/meter';
import { Refusal } from '#domain/refusal';
import { secondsUntil } from '#domain/window';
import type { AppContext } from './context';
import type { KnownAdmission } from './key-meter';

export type WindowReading = Pick<Reading, 'limit' | 'remaining' | 'resetSeconds'>;

export function tellWindow(c: AppContext, { limit, remaining, resetSeconds }: WindowReading): void {
  c.res.headers.set('X-RateLimit-Limit', String(limit));
  c.res.headers.set('X-RateLimit-Remaining', String(remaining));
  c.res.headers.set('X-RateLimit-Reset', String(resetSeconds));
}

export function tellReading(c: AppContext, keyName: string, reading: Reading): void {
  tellWindow(c, reading);
  c.res.headers.set('X-API-Key-Name', keyName);
  c.res.headers.set('X-Quota-Limit', String(reading.quota));
  c.res.headers.set('X-Quota-Remaining', String(reading.quotaRemaining));
  c.res.headers.set('X-Quota-Reset', String(reading.quotaResetSeconds));
}

/** The refusal of a window that is full; the next one lifts it. */
export const windowExceeded = ({ resetSeconds }: WindowReading, now: number): Refusal =>
  new Refusal('WINDOW_EXCEEDED', { retryAfter: secondsUntil(resetSeconds * 1000, now) });

/** The refusal of a month that is used up; the first of the next one, or an upgrade, lifts it. */
export const monthExceeded = (code: 'MONTH_EXCEEDED' | 'LINKS_EXCEEDED', resetsAt: number, now: number): Refusal =>
  new Refusal(code, { retryAfter: secondsUntil(resetsAt, now), resetDate: new Date(resetsAt).toISOString() });

export const exceeded = ({ outcome, reading }: KnownAdmission, now: number): Refusal =>
  outcome === 'window-exceeded'
    ? windowExceeded(reading, now)
    : monthExceeded('MONTH_EXCEEDED', reading.quotaResetSeconds * 1000, now);
