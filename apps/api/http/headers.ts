/**
 * The response headers for callers, which /openapi.json describes: of the limits (specification 4.6), and of CORS for
 * the pages of the origins that a key lists (specification 12.10).
 */
import * as z from 'zod';
import type { KnownAdmission } from '#domain/admission';
import { type RateLimitStatus, secondsUntil, type WindowStatus } from '#domain/meter';
import { Refusal } from '#domain/refusal';
import type { AppContext } from './context';
import { wholeNumber } from './fields';

type Header = { readonly description: string; readonly schema: z.ZodType; readonly example: string | number };

const header = (description: string, schema: z.ZodType, example: string | number): Header => ({
  description,
  schema,
  example,
});

const HEADER_ROWS = {
  'X-API-Key-Name': header('The name of the key.', z.string().regex(/^[\x20-\x7e]{1,100}$/), 'My key'),
  'X-RateLimit-Limit': header('Requests allowed in a window of 60 seconds.', wholeNumber(0), 300),
  'X-RateLimit-Remaining': header('Requests left in the current window.', wholeNumber(0), 299),
  'X-RateLimit-Reset': header('The end of the window, in Unix seconds.', wholeNumber(0), 1_795_262_460),
  'X-Quota-Limit': header('Calls allowed in a calendar month, UTC.', wholeNumber(0), 25_000),
  'X-Quota-Remaining': header('Calls left in this month.', wholeNumber(0), 24_999),
  'X-Quota-Reset': header('The end of the month, in Unix seconds.', wholeNumber(0), 1_796_083_200),
  'Retry-After': header('Seconds to wait before the request is repeated.', wholeNumber(1), 30),
  'WWW-Authenticate': header(
    'The scheme that Authorization must have; with 403 also the scopes that the call needs.',
    z.string().regex(/^Bearer(?: error="insufficient_scope", scope="[a-z]+:[a-z]+(?: [a-z]+:[a-z]+)*")?$/),
    'Bearer',
  ),
  'Access-Control-Allow-Origin': header(
    'The origin whose pages may read the response. Only a key that lists the origin of the request has it.',
    z.string().min(1),
    'https://app.example.com',
  ),
  'Access-Control-Expose-Headers': header(
    'The headers that such a page may read.',
    z.string().min(1),
    'X-RateLimit-Remaining, Retry-After',
  ),
  'Idempotent-Replayed': header(
    'The response is a stored one, to an earlier request with the same Idempotency-Key.',
    z.literal('true'),
    'true',
  ),
  'Preference-Applied': header(
    'The preference of the request’s `Prefer` that the service has followed.',
    z.literal('handling=strict'),
    'handling=strict',
  ),
  'Cache-Control': header('Who may cache the response, and for how long.', z.string().min(1), 'private, max-age=3600'),
  ETag: header('The version of the body, for If-None-Match.', z.string().regex(/^(W\/)?"[^"]+"$/), '"5f2c9a"'),
  Vary: header('The request headers that the response depends on.', z.string().min(1), 'Accept'),
  'Content-Disposition': header(
    'The file name under which to save the body.',
    z.string().min(1),
    'attachment; filename="promo.png"',
  ),
  'Content-Security-Policy': header(
    'The sources from which the page may load and run content.',
    z.string().min(1),
    "default-src 'none'",
  ),
  'Referrer-Policy': header('Whether other pages learn the address of this page.', z.string().min(1), 'no-referrer'),
  'Cross-Origin-Opener-Policy': header(
    'The pages that may share a browsing context with this page.',
    z.string().min(1),
    'same-origin',
  ),
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADER_ROWS;
export const HEADERS: Readonly<Record<HeaderName, Header>> = HEADER_ROWS;

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

/** The headers of a response that a page may read, besides those that browsers show to every page. */
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
