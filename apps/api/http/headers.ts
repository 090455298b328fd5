/** The response headers for callers: the limits of a key, and what pages of other origins may read. */
import type { KnownAdmission } from '#domain/admission';
import { type RateLimitStatus, secondsUntil, type WindowStatus } from '#domain/meter';
import { Refusal } from '#domain/refusal';
import type { AppContext } from './context';
import type { HeaderName } from './header-table';

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

/** The headers by which a page may read a response. Only responses to a key with a list have them. */
export const CORS_HEADERS = [
  'Access-Control-Allow-Origin',
  'Access-Control-Expose-Headers',
] as const satisfies HeaderName[];

const MAX_AGE_SECONDS = 600;

/** The headers of a request that a page may set. */
const ALLOWED_HEADERS = 'Authorization, Content-Type, Idempotency-Key, Prefer';

/**
 * The headers of a response that a page may read, besides those that browsers show to every page. The table of headers
 * would load zod at the start, so a test compares them with it.
 */
const EXPOSED_HEADERS = [
  ...KEY_HEADERS,
  'Retry-After',
  'WWW-Authenticate',
  'Idempotent-Replayed',
  'Preference-Applied',
  'ETag',
] as const satisfies HeaderName[];

/** The origins of a key; null if it has no list. */
type Origins = readonly string[] | null;

/** Whether a key may be used by the page that sends the request. A request without an Origin comes from no page. */
export function isAllowedOrigin(c: AppContext, origins: Origins): boolean {
  const origin = c.req.header('Origin');
  return origins === null || origin === undefined || origins.includes(origin);
}

/** Lets a listed page read the response. The responses to a key without a list have no CORS headers. */
export function setCorsHeaders(c: AppContext, origins: Origins): void {
  if (origins === null) return;
  c.res.headers.append('Vary', 'Origin');
  const origin = c.req.header('Origin');
  if (origin === undefined || !origins.includes(origin)) return;
  c.res.headers.set('Access-Control-Allow-Origin', origin);
  c.res.headers.set('Access-Control-Expose-Headers', EXPOSED_HEADERS.join(', '));
}

/**
 * Returns the headers of the response to a preflight request. An address outside of /v2 gets none, and neither does a
 * request without an Origin. A preflight request names no key, so every origin gets the headers. The call that follows
 * is checked against the list of its key.
 */
export function preflightHeaders(c: AppContext, methods: readonly string[]): Record<string, string> {
  const origin = c.req.header('Origin');
  if (origin === undefined || !c.req.path.startsWith('/v2/')) return {};
  return {
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Allow-Methods': methods.join(', '),
    'Access-Control-Allow-Headers': ALLOWED_HEADERS,
    'Access-Control-Max-Age': String(MAX_AGE_SECONDS),
    Vary: 'Origin',
  };
}
