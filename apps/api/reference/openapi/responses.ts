/**
 * Collects the responses of an endpoint, with its own refusals and those of the middleware before it. /openapi.json
 * shows them, and tests compare every response with them.
 */
import * as z from 'zod';
import { rightsRefusals } from '#api/http/authenticate';
import { type Endpoint, followsPreference, listStages } from '#api/http/endpoint';
import type { HeaderName } from '#api/http/header-table';
import { CORS_HEADERS } from '#api/http/headers';
import { type Examples, nothing, type ResponseHeaders, type ResponseSpec } from '#api/http/response';
import { ERRORS, type ErrorCode, listExtras } from '#domain/errors';
import { REASON_PHRASES } from '#domain/visit-errors';
import { envelopeSchema, makeErrorExample } from './error-bodies';

export type Response = {
  readonly description: string;
  readonly headers: ResponseHeaders;
  /** The schema of a JSON body; null if there is none. */
  readonly schema: z.ZodType | null;
  readonly examples: Examples<unknown>;
  /** Media types besides JSON. */
  readonly types: readonly string[];
  /** Examples of texts, by their media types. */
  readonly texts: Readonly<Record<string, string>>;
};

/** Returns the responses of an endpoint by status, in the order of the statuses. */
export function collectResponses(endpoint: Endpoint): ReadonlyMap<number, Response> {
  const refusals = collectRefusals(endpoint);
  const statuses = [...new Set(refusals.map(({ code }) => ERRORS[code].status))];
  const responses: [number, Response][] = [
    ...Object.entries(endpoint.responses).map(([status, declared]): [number, Response] => [
      Number(status),
      toResponse(endpoint, declared),
    ]),
    ...(endpoint.isConditional ? ([[304, unchangedResponse(endpoint)]] as [number, Response][]) : []),
    ...statuses.map((status): [number, Response] => {
      const rows = refusals.filter(({ code }) => ERRORS[code].status === status);
      return [status, withDeclared(refusalResponse(endpoint, status, rows), endpoint.responses[status])];
    }),
  ];
  const cors = endpoint.access === 'key' ? mark(CORS_HEADERS, 'sometimes') : {};
  const withCors = responses.map(([status, response]): [number, Response] => [
    status,
    { ...response, headers: { ...response.headers, ...cors } },
  ]);
  return new Map(withCors.sort(([one], [other]) => one - other));
}

/** Merges an error response that the endpoint declares itself into the usual response of that status. */
function withDeclared(usual: Response, declared?: ResponseSpec): Response {
  if (declared === undefined || declared.schema === null || usual.schema === null) return usual;
  return {
    ...usual,
    description: `${usual.description}. ${declared.description}`,
    schema: z.union([declared.schema, usual.schema]),
    examples: { ...declared.examples, ...usual.examples },
  };
}

/** A 304 has the Vary of the body that it stands for (RFC 9110, section 15.4.5). */
const unchangedResponse = (endpoint: Endpoint): Response =>
  toResponse(endpoint, {
    ...nothing('The version that you have is still current.'),
    headers: endpoint.responses[200]?.headers.Vary === undefined ? {} : { Vary: 'always' },
  });

function toResponse(endpoint: Endpoint, { headers, ...same }: ResponseSpec): Response {
  const { access, isIdempotent, isConditional } = endpoint;
  return {
    ...same,
    headers: {
      ...mark(listCallerHeaders(endpoint), 'always'),
      ...(isConditional && { ETag: 'always', 'Cache-Control': 'always' }),
      ...headers,
      ...(followsPreference({ access }) && { 'Preference-Applied': 'sometimes' }),
      ...(isIdempotent && { 'Idempotent-Replayed': 'sometimes' }),
    },
  };
}

function refusalResponse(endpoint: Endpoint, status: keyof typeof REASON_PHRASES, rows: readonly Refused[]): Response {
  const codes = rows.map(({ code }) => code);
  const types = [...new Set(codes.map((code) => ERRORS[code].errorType))];
  return {
    description: `${REASON_PHRASES[status]}: ${types.map((type) => `\`${type}\``).join(', ')}`,
    headers: { ...listHeadersOfRefused(endpoint, rows), ...listHeaders(status, codes) },
    schema: envelopeSchema(codes),
    examples: Object.fromEntries(
      codes.map((code) => makeErrorExample(endpoint, code)).map((envelope) => [envelope.message, envelope]),
    ),
    types: [],
    texts: {},
  };
}

/** Returns the headers of responses to a caller that has passed all checks. */
const listCallerHeaders = (endpoint: Endpoint): HeaderName[] => listStages(endpoint).flatMap(({ headers }) => headers);

function listHeadersOfRefused(endpoint: Endpoint, rows: readonly Refused[]): ResponseHeaders {
  if (rows.every(({ callerHeaders }) => callerHeaders === 'never')) return {};
  const isAlways = rows.every(({ callerHeaders }) => callerHeaders === 'always');
  return {
    ...mark(listCallerHeaders(endpoint), isAlways ? 'always' : 'sometimes'),
    ...(followsPreference(endpoint) && { 'Preference-Applied': 'sometimes' }),
  };
}

function listHeaders(status: number, codes: readonly ErrorCode[]): ResponseHeaders {
  const waiting = codes.filter((code) => listExtras(code).includes('retryAfter'));
  return {
    ...(waiting.length > 0 && { 'Retry-After': waiting.length === codes.length ? 'always' : 'sometimes' }),
    ...(status === 401 && { 'WWW-Authenticate': 'always' }),
    ...(codes.includes('INSUFFICIENT_SCOPE') && { 'WWW-Authenticate': 'sometimes' }),
  };
}

/** Says of several headers at once whether all responses have them, or only some. */
const mark = (names: readonly HeaderName[], presence: 'always' | 'sometimes'): ResponseHeaders =>
  Object.fromEntries(names.map((name) => [name, presence]));

/**
 * A row of the error table. `callerHeaders` says whether its response has the headers of the caller's limits, such as
 * X-RateLimit-Limit. A refusal before the check of the key has none. A fault can happen before or after that check.
 */
type Refused = { readonly code: ErrorCode; readonly callerHeaders: 'never' | 'always' | 'sometimes' };

const OF_BODY = ['CONTENT_TYPE', 'CHARSET', 'CONTENT_ENCODING', 'BODY_TOO_LARGE', 'BODY_INVALID'] as const;
const OF_IDEMPOTENCY = [
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_RUNNING',
  'IDEMPOTENCY_KEYS_EXCEEDED',
  'IDEMPOTENCY_KEY_REUSED',
] as const;

/** Returns every refusal of an endpoint, roughly in the order of the checks. */
export function collectRefusals(endpoint: Endpoint): Refused[] {
  const { access, body, isIdempotent, allowsPlainHttp, refusals } = endpoint;
  const stages = listStages(endpoint);
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
    // A deployment may lack the endpoints for the operator and the one without a key (http/stages.ts).
    ...(access === 'open' || access === 'key' ? [] : [refused('never')('UNKNOWN_ROUTE')]),
    ...stages.flatMap(({ refuses }) => refuses).map(refused('never')),
    ...[...new Set(own)].map(refused('always')),
    ...(access === 'open' ? [] : [refused('sometimes')('OVERLOADED')]),
    refused('sometimes')('FAULT'),
  ];
}

const refused =
  (callerHeaders: Refused['callerHeaders']) =>
  (code: ErrorCode): Refused => ({ code, callerHeaders });
