/**
 * The response headers that /openapi.json describes. Only its description needs their schemas, so they load with it.
 */
import * as z from 'zod';
import { wholeNumber } from './fields';

/** The groups of headers on /docs, in their order. */
export const HEADER_GROUPS = ['Limits', 'Request and caching', 'Browser security'] as const;

type Header = {
  readonly group: (typeof HEADER_GROUPS)[number];
  readonly description: string;
  readonly schema: z.ZodType;
  readonly example: string | number;
};

const inGroup =
  (group: Header['group']) =>
  (description: string, schema: z.ZodType, example: string | number): Header => ({
    group,
    description,
    schema,
    example,
  });

const limit = inGroup('Limits');
const plain = inGroup('Request and caching');
const security = inGroup('Browser security');

const HEADER_ROWS = {
  'X-API-Key-Name': limit('The name of the key.', z.string().regex(/^[\x20-\x7e]{1,100}$/), 'My key'),
  'X-RateLimit-Limit': limit('Requests allowed in a window of 60 seconds.', wholeNumber(0), 300),
  'X-RateLimit-Remaining': limit('Requests left in the current window.', wholeNumber(0), 299),
  'X-RateLimit-Reset': limit('The end of the window, in Unix seconds.', wholeNumber(0), 1_795_262_460),
  'X-Quota-Limit': limit('Calls allowed in a calendar month, UTC.', wholeNumber(0), 25_000),
  'X-Quota-Remaining': limit('Calls left in this month.', wholeNumber(0), 24_999),
  'X-Quota-Reset': limit('The end of the month, in Unix seconds.', wholeNumber(0), 1_796_083_200),
  'Retry-After': limit('Seconds to wait before the request is repeated.', wholeNumber(1), 30),
  'WWW-Authenticate': plain(
    'The scheme that Authorization must have; with 403 also the scopes that the call needs.',
    z.string().regex(/^Bearer(?: error="insufficient_scope", scope="[a-z]+:[a-z]+(?: [a-z]+:[a-z]+)*")?$/),
    'Bearer',
  ),
  'Access-Control-Allow-Origin': security(
    'The origin whose pages may read the response. Only a key that lists the origin of the request has it.',
    z.string().min(1),
    'https://app.example.com',
  ),
  'Access-Control-Expose-Headers': security(
    'The headers that such a page may read.',
    z.string().min(1),
    'X-RateLimit-Remaining, Retry-After',
  ),
  'Idempotent-Replayed': plain(
    'The response is a stored one, to an earlier request with the same Idempotency-Key.',
    z.literal('true'),
    'true',
  ),
  'Preference-Applied': plain(
    'The preference of the request’s `Prefer` that the service has followed.',
    z.literal('handling=strict'),
    'handling=strict',
  ),
  'Cache-Control': plain('Who may cache the response, and for how long.', z.string().min(1), 'private, max-age=3600'),
  ETag: plain('The version of the body, for If-None-Match.', z.string().regex(/^(W\/)?"[^"]+"$/), '"5f2c9a"'),
  Vary: plain('The request headers that the response depends on.', z.string().min(1), 'Accept'),
  'Content-Disposition': plain(
    'The file name under which to save the body.',
    z.string().min(1),
    'attachment; filename="promo.png"',
  ),
  'Content-Security-Policy': security(
    'The sources from which the page may load and run content.',
    z.string().min(1),
    "default-src 'none'",
  ),
  'Referrer-Policy': security('Whether other pages learn the address of this page.', z.string().min(1), 'no-referrer'),
  'Cross-Origin-Opener-Policy': security(
    'The pages that may share a browsing context with this page.',
    z.string().min(1),
    'same-origin',
  ),
} as const satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADER_ROWS;
export const HEADERS: Readonly<Record<HeaderName, Header>> = HEADER_ROWS;
