/** Makes the schemas of error envelopes, one per errorType, from the rows of the error table. */
import * as z from 'zod';
import { COMMON_FIELDS, EXTRA_FIELDS } from '#api/http/envelope';
import { REASON_PHRASES } from '#domain/error-row';
import { carriedBy, ERRORS, type ErrorCode } from '#domain/errors';

const known = new Map<string, z.ZodObject>();

/** Makes one schema for all rows and statuses of an errorType, because clients distinguish errors by it alone. */
function schemaOf(errorType: string): z.ZodObject {
  const codes = (Object.keys(ERRORS) as ErrorCode[]).filter((code) => ERRORS[code].errorType === errorType);
  const rows = codes.map((code) => ERRORS[code]);
  const statuses = [...new Set(rows.map(({ status }) => status))];
  return z
    .strictObject({
      ...COMMON_FIELDS,
      statusCode: z.literal(statuses),
      error: z.literal(statuses.map((status) => REASON_PHRASES[status])),
      errorType: z.literal(errorType),
      ...extrasOf(codes),
    })
    .meta({ id: errorType, description: rows.map(({ message }) => message).join(' · ') });
}

/** Returns the extra fields of these rows. A field that only some rows have is optional. */
function extrasOf(codes: readonly ErrorCode[]): z.ZodRawShape {
  const carriers = (extra: string) => codes.filter((code) => carriedBy(code).some((one) => one === extra)).length;
  const fields = Object.entries(EXTRA_FIELDS).filter(([extra]) => carriers(extra) > 0);
  return Object.fromEntries(
    fields.map(([extra, field]) => [extra, carriers(extra) === codes.length ? field : field.optional()]),
  );
}

/** Returns a schema that accepts the envelope of each of these rows. */
export function envelopeSchema(codes: readonly ErrorCode[]): z.ZodType {
  const types = [...new Set(codes.map((code) => ERRORS[code].errorType))];
  const schemas = types.map((errorType) => {
    const schema = known.get(errorType) ?? schemaOf(errorType);
    known.set(errorType, schema);
    return schema;
  });
  const [first, ...others] = schemas as [z.ZodObject, ...z.ZodObject[]];
  return others.length === 0 ? first : z.discriminatedUnion('errorType', [first, ...others]);
}
