/** Makes examples of errors, with the code that makes real errors. */
import * as z from 'zod';
import type { Endpoint } from '#api/http/endpoint';
import { refusalOf } from '#api/http/validation';
import { carriedBy, ERRORS, type ErrorCode } from '#domain/errors';
import { type ErrorEnvelope, envelopeOf, Refusal, type RefusalExtras } from '#domain/refusal';

const NOW = Date.UTC(2026, 10, 20, 12);
const MONTH_ENDS_AT = Date.UTC(2026, 11);

/** The texts that replace `{}` in the messages of errors, by error. */
export const DETAILS: Partial<Record<ErrorCode, string>> = {
  CHARSET: 'iso-8859-1',
  CONTENT_ENCODING: 'gzip',
  FIELD_NOT_ALLOWED: 'expiresAt',
  ALIAS_LENGTH: '3',
  INSUFFICIENT_SCOPE: 'links:create',
  RESTORE_REFUSED: 'No restore of this backup has begun',
  ROTATION_UNDER_WAY: '2026-11-21T12:00:00.000Z',
  KEYS_REACHED: '100',
};

/** Returns the envelope with which an endpoint would respond to an error. @param code the row of the error table */
export function exampleOf(endpoint: Endpoint, code: ErrorCode): ErrorEnvelope {
  const detail = code === 'FIELD_INVALID' ? brokenRule(endpoint) : DETAILS[code];
  const extras: RefusalExtras = { ...(detail !== undefined && { detail }), ...extrasOf(code) };
  const request = { path: examplePath(endpoint), method: endpoint.method, now: NOW };
  // A round trip through JSON removes undefined properties, as in a real response.
  return JSON.parse(JSON.stringify(envelopeOf(ERRORS[code], new Refusal(code, extras), request)));
}

function extrasOf(code: ErrorCode): RefusalExtras {
  const carried = carriedBy(code);
  if (carried.includes('resetDate'))
    return { retryAfter: (MONTH_ENDS_AT - NOW) / 1000, resetDate: new Date(MONTH_ENDS_AT).toISOString() };
  if (carried.includes('retryAfter')) return { retryAfter: 30 };
  return carried.includes('requestId') ? { requestId: 'Zk3vT9aQmW5c' } : {};
}

/** Returns the path of an endpoint, with an example in place of each parameter. */
const examplePath = ({ path, params = {} }: Endpoint): string =>
  path.replace(/:(\w+)/g, (_, name) => {
    const [example = name] = (params[name]?.meta()?.examples ?? []) as unknown[];
    return String(example);
  });

/** Returns the message with which a field of the query or the body refuses a value of a wrong type. */
function brokenRule({ body, query }: Endpoint): string {
  for (const schema of [query, body?.schema]) {
    if (!(schema instanceof z.ZodObject)) continue;
    for (const field of Object.values(schema.shape).reverse()) {
      const { error } = z.safeParse(field, {});
      if (error !== undefined) return refusalOf(error).extras.detail ?? '';
    }
  }
  return 'verbose is not a parameter here'; // with strict handling alone
}
