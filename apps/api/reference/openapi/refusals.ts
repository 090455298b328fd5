/** Which rows of the error table an endpoint can answer: its own, and those of what stands before its handler. */
import type { Access, Endpoint } from '#api/http/endpoint';
import type { ErrorCode } from '#domain/errors';

/**
 * A row, and whether its answer tells what the caller has left (X-RateLimit-…): those refused before the key is known to be
 * good are told nothing, and what may happen on either side may be told or not.
 */
export type Refused = { readonly code: ErrorCode; readonly tells: 'never' | 'always' | 'maybe' };

type Stairs = { readonly before: readonly ErrorCode[]; readonly after: readonly ErrorCode[] };

/** The staircase of each access (app.ts), before and after it knows its caller. */
const STAIRS: Record<Access, Stairs> = {
  open: { before: [], after: [] },
  key: { before: ['MAINTENANCE', 'KEY_MISSING', 'KEY_INVALID'], after: ['WINDOW_EXCEEDED', 'MONTH_EXCEEDED'] },
  address: { before: ['UNKNOWN_ROUTE', 'MAINTENANCE'], after: ['WINDOW_EXCEEDED'] },
  operator: { before: ['UNKNOWN_ROUTE', 'ADMIN_TOKEN_INVALID'], after: [] },
};

const OF_BODY = ['CONTENT_TYPE', 'BODY_TOO_LARGE', 'BODY_INVALID'] as const;
const OF_IDEMPOTENCY = [
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_RUNNING',
  'IDEMPOTENCY_KEYS_EXCEEDED',
  'IDEMPOTENCY_KEY_REUSED',
] as const;

/** Every refusal of an endpoint, in about the order in which they are looked for. */
export function refusalsOf({ access, body, query, isIdempotent, allowsPlainHttp, refusals }: Endpoint): Refused[] {
  const { before, after } = STAIRS[access];
  const own = [
    ...after,
    ...(body ? OF_BODY : []),
    ...(isIdempotent ? OF_IDEMPOTENCY : []),
    ...refusals,
    ...(body || query ? (['FIELD_INVALID'] as const) : []),
  ];
  return [
    ...(allowsPlainHttp ? [] : [refused('never')('HTTPS_REQUIRED')]),
    ...before.map(refused('never')),
    ...[...new Set(own)].map(refused('always')),
    ...(access === 'open' ? [] : [refused('maybe')('OVERLOADED')]),
    refused('maybe')('FAULT'),
  ];
}

const refused =
  (tells: Refused['tells']) =>
  (code: ErrorCode): Refused => ({ code, tells });
