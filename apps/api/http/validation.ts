/** Validates requests by their schemas. A broken rule becomes a refusal. */
import type * as z from 'zod';
import type { ErrorCode } from '#domain/errors';
import { Refusal } from '#domain/refusal';
import { type AppContext, createMiddleware } from './context';
import { isStrict, requireKnown } from './prefer';

/** The error rows by field and by the code of zod's issue. An issue without a row becomes FIELD_INVALID. */
export type FieldRefusals = { readonly [field: string]: { readonly [kind: string]: ErrorCode } };

/** Returns the refusal for the first broken rule. */
export function refusalOf(error: z.core.$ZodError, refusals: FieldRefusals = {}): Refusal {
  const [issue] = error.issues;
  const row = refusals[String(issue?.path[0])]?.[issue?.code ?? ''];
  return row === undefined ? new Refusal('FIELD_INVALID', { detail: issue?.message ?? '' }) : new Refusal(row);
}

/** The names that the schema of an object has. A schema of anything else, or none, has none. */
export const namesOf = (schema: z.ZodType | undefined): readonly string[] =>
  Object.keys((schema as z.ZodObject | undefined)?.shape ?? {});

/** Validates the object that `jsonBody` has read. The handler gets the values with `c.req.valid('json')`. */
export const validBody = (schema: z.ZodType) =>
  validated('json', schema, (c) => {
    const body = c.get('body');
    if (isStrict(c)) requireKnown(Object.keys(body), namesOf(schema));
    return body;
  });

/** Validates the query. A parameter that is repeated is a list. The handler gets the values with `c.req.valid('query')`. */
export const validQuery = (schema: z.ZodType) => validated('query', schema, queryOf, refuseBrokenText);

const validated = (
  target: 'json' | 'query',
  schema: z.ZodType,
  read: (c: AppContext) => object,
  check: (c: AppContext, data: object) => void = () => undefined,
) =>
  createMiddleware(async (c, next) => {
    const { data, error } = schema.safeParse(read(c));
    if (error !== undefined) throw refusalOf(error);
    check(c, data as object);
    c.req.addValidatedData(target, data as object);
    await next();
  });

const queryOf = (c: AppContext): object =>
  Object.fromEntries(
    Object.entries(c.req.queries()).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );

/** Refuses a parameter of the schema whose bytes are no UTF-8. Hono reads them as they are written, as `%ff`. */
function refuseBrokenText(c: AppContext, data: object): void {
  for (const part of new URL(c.req.url).search.slice(1).split('&')) {
    const [name = ''] = new URLSearchParams(part).keys();
    if (Object.hasOwn(data, name) && (part.match(/(?:%[0-9a-f]{2})+/gi) ?? []).some(isBrokenText))
      throw new Refusal('FIELD_INVALID', { detail: `${name} must be UTF-8` });
  }
}

function isBrokenText(escaped: string): boolean {
  try {
    decodeURIComponent(escaped);
    return false;
  } catch {
    return true;
  }
}
