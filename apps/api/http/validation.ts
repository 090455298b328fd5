/** Validates requests by their schemas. A broken rule becomes a refusal. */
import { zValidator } from '@hono/zod-validator';
import type { MiddlewareHandler } from 'hono';
import type * as z from 'zod';
import type { ErrorCode } from '#domain/errors';
import { Refusal } from '#domain/refusal';
import { type AppEnv, createMiddleware } from './context';

/** The error rows by field and by the code of zod's issue. An issue without a row becomes FIELD_INVALID. */
export type FieldRefusals = { readonly [field: string]: { readonly [kind: string]: ErrorCode } };

/** Returns the refusal for the first broken rule. */
export function refusalOf(error: z.core.$ZodError, refusals: FieldRefusals = {}): Refusal {
  const [issue] = error.issues;
  const row = refusals[String(issue?.path[0])]?.[issue?.code ?? ''];
  return row === undefined ? new Refusal('FIELD_INVALID', { detail: issue?.message ?? '' }) : new Refusal(row);
}

type Target = 'json' | 'query' | 'param';
type Validated<T extends Target, Schema extends z.ZodType> = {
  in: { [key in T]: z.input<Schema> };
  out: { [key in T]: z.output<Schema> };
};

/** Validates the object that `jsonBody` has read. The handler gets the values with `c.req.valid('json')`. */
export const validBody = (schema: z.ZodType) =>
  createMiddleware(async (c, next) => {
    const { data, error } = schema.safeParse(c.get('body'));
    if (error !== undefined) throw refusalOf(error);
    c.req.addValidatedData('json', data as object);
    await next();
  });

/** Wraps zod-validator, which then throws a Refusal. The handler gets the values with `c.req.valid(target)`. */
export const valid = <T extends Target, Schema extends z.ZodType>(target: T, schema: Schema) =>
  zValidator(target, schema, (result) => {
    if (!result.success) throw refusalOf(result.error);
  }) as unknown as MiddlewareHandler<AppEnv, string, Validated<T, Schema>>;
