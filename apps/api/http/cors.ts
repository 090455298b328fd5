/** Cross-origin requests to /v2, from the pages of the origins that a key lists (specification 12.10). */
import type { AppContext } from './context';
import type { HeaderName } from './headers';
import { KEY_HEADERS } from './rate-limit';

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
