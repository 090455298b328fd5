/** Which rows of the error table an endpoint can answer: its own, and those of what stands before its handler. */
import { PIPELINES } from '#api/app';
import type { Endpoint } from '#api/http/endpoint';
import type { ErrorCode } from '#domain/errors';

/**
 * A row, and whether its answer tells what the caller has left (X-RateLimit-…): those refused before the key is known to be
 * good are told nothing, and what may happen on either side may be told or not.
 */
export type Refused = { readonly code: ErrorCode; readonly tells: 'never' | 'always' | 'maybe' };

const OF_BODY = ['CONTENT_TYPE', 'BODY_TOO_LARGE', 'BODY_INVALID'] as const;
const OF_IDEMPOTENCY = [
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_RUNNING',
  'IDEMPOTENCY_KEYS_EXCEEDED',
  'IDEMPOTENCY_KEY_REUSED',
] as const;

/** Every refusal of an endpoint, in about the order in which they are looked for. */
export function refusalsOf({ access, body, query, isIdempotent, allowsPlainHttp, refusals }: Endpoint): Refused[] {
  const pipeline = PIPELINES[access];
  const own = [
    ...pipeline.flatMap(({ limits }) => limits),
    ...(body ? OF_BODY : []),
    ...(isIdempotent ? OF_IDEMPOTENCY : []),
    ...refusals,
    ...(body || query ? (['FIELD_INVALID'] as const) : []),
  ];
  return [
    ...(allowsPlainHttp ? [] : [refused('never')('HTTPS_REQUIRED')]),
    ...pipeline.flatMap(({ refuses }) => refuses).map(refused('never')),
    ...[...new Set(own)].map(refused('always')),
    ...(access === 'open' ? [] : [refused('maybe')('OVERLOADED')]),
    refused('maybe')('FAULT'),
  ];
}

const refused =
  (tells: Refused['tells']) =>
  (code: ErrorCode): Refused => ({ code, tells });
