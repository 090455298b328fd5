/** The response headers that /openapi.json describes. Only its description needs their schemas, so they load with it. */
import * as z from 'zod';
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
