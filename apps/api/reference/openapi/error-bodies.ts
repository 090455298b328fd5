/**
 * Makes the schemas of error envelopes, one per errorType, from the rows of the error table, and their examples with
 * the code that makes real errors.
 */
import * as z from 'zod';
import type { Endpoint } from '#api/http/endpoint';
import { COMMON_FIELDS, EXTRA_FIELDS } from '#api/http/fields';
import { toRefusal } from '#api/http/validation';
import { ERRORS, type ErrorCode, listExtras } from '#domain/errors';
import { type ErrorEnvelope, makeEnvelope, Refusal, type RefusalExtras } from '#domain/refusal';
import { REASON_PHRASES } from '#domain/visit-errors';

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
export function makeErrorExample(endpoint: Endpoint, code: ErrorCode): ErrorEnvelope {
  const detail = code === 'FIELD_INVALID' ? brokenRule(endpoint) : DETAILS[code];
  const extras: RefusalExtras = { ...(detail !== undefined && { detail }), ...exampleExtras(code) };
  const request = { path: examplePath(endpoint), method: endpoint.method, now: NOW };
  // A round trip through JSON removes undefined properties, as in a real response.
  return JSON.parse(JSON.stringify(makeEnvelope(ERRORS[code], new Refusal(code, extras), request)));
}

function exampleExtras(code: ErrorCode): RefusalExtras {
  const carried = listExtras(code);
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
      if (error !== undefined) return toRefusal(error).extras.detail ?? '';
    }
  }
  return 'verbose is not a parameter here'; // with strict handling alone
}

const known = new Map<string, z.ZodObject>();

/** Makes one schema for all rows and statuses of an errorType, because clients distinguish errors by it alone. */
function makeErrorSchema(errorType: string): z.ZodObject {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => ERRORS[code].errorType === errorType);
  const rows = codes.map((code) => ERRORS[code]);
  const statuses = [...new Set(rows.map(({ status }) => status))];
  return z
    .strictObject({
      ...COMMON_FIELDS,
      statusCode: z.literal(statuses),
      error: z.literal(statuses.map((status) => REASON_PHRASES[status])),
      errorType: z.literal(errorType),
      ...extraFields(codes),
    })
    .meta({ id: errorType, description: rows.map(({ message }) => message).join(' · ') });
}

/** Returns the extra fields of these rows. A field that only some rows have is optional. */
function extraFields(codes: readonly ErrorCode[]): z.ZodRawShape {
  const carriers = (extra: string) => codes.filter((code) => listExtras(code).some((one) => one === extra)).length;
  const fields = Object.entries(EXTRA_FIELDS).filter(([extra]) => carriers(extra) > 0);
  return Object.fromEntries(
    fields.map(([extra, field]) => [extra, carriers(extra) === codes.length ? field : field.optional()]),
  );
}

/** Returns a schema that accepts the envelope of each of these rows. */
export function envelopeSchema(codes: readonly ErrorCode[]): z.ZodType {
  const types = [...new Set(codes.map((code) => ERRORS[code].errorType))];
  const schemas = types.map((errorType) => {
    const schema = known.get(errorType) ?? makeErrorSchema(errorType);
    known.set(errorType, schema);
    return schema;
  });
  const [first, ...others] = schemas as [z.ZodObject, ...z.ZodObject[]];
  return others.length === 0 ? first : z.discriminatedUnion('errorType', [first, ...others]);
}
