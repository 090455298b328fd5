/** Collects the rows of the error table that an endpoint can return: its own, and those of the stages before it. */
import { type Endpoint, followsPreference, stagesOf } from '#api/http/endpoint';
import { rightsRefusals } from '#api/http/rights';
import type { ErrorCode } from '#domain/errors';

/**
 * A row of the error table. `callerHeaders` says whether its response has the headers of the caller's limits, such as
 * X-RateLimit-Limit. A refusal before the check of the key has none. A fault can happen before or after that check.
 */
export type Refused = { readonly code: ErrorCode; readonly callerHeaders: 'never' | 'always' | 'maybe' };

const OF_BODY = ['CONTENT_TYPE', 'CHARSET', 'CONTENT_ENCODING', 'BODY_TOO_LARGE', 'BODY_INVALID'] as const;
const OF_IDEMPOTENCY = [
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_RUNNING',
  'IDEMPOTENCY_KEYS_EXCEEDED',
  'IDEMPOTENCY_KEY_REUSED',
] as const;

/** Returns every refusal of an endpoint, roughly in the order of the checks. */
export function refusalsOf(endpoint: Endpoint): Refused[] {
  const { access, body, isIdempotent, allowsPlainHttp, refusals } = endpoint;
  const stages = stagesOf(endpoint);
  const own = [
    ...stages.flatMap(({ limits }) => limits),
    ...(endpoint.access === 'key' ? rightsRefusals(endpoint.scope, endpoint.reach) : []),
    ...(body ? OF_BODY : []),
    ...(isIdempotent ? OF_IDEMPOTENCY : []),
    ...refusals,
    ...(body || endpoint.query || followsPreference(endpoint) ? (['FIELD_INVALID'] as const) : []),
  ];
  return [
    ...(allowsPlainHttp ? [] : [refused('never')('HTTPS_REQUIRED')]),
    // A deployment may lack the endpoints for the operator and the one without a key (http/offered.ts).
    ...(access === 'open' || access === 'key' ? [] : [refused('never')('UNKNOWN_ROUTE')]),
    ...stages.flatMap(({ refuses }) => refuses).map(refused('never')),
    ...[...new Set(own)].map(refused('always')),
    ...(access === 'open' ? [] : [refused('maybe')('OVERLOADED')]),
    refused('maybe')('FAULT'),
  ];
}

const refused =
  (callerHeaders: Refused['callerHeaders']) =>
  (code: ErrorCode): Refused => ({ code, callerHeaders });
