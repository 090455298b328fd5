/** Turns what zod finds in a request into a refusal. */
import type { Context } from 'hono';
import type * as z from 'zod';
import type { ErrorCode } from '#domain/errors';
import { Refusal } from '#domain/refusal';

/** The error rows by field and by the code of zod's issue. An issue without a row becomes FIELD_INVALID. */
export type FieldRefusals = { readonly [field: string]: { readonly [kind: string]: ErrorCode } };

/** Returns the refusal for the first broken rule. */
export function refusalOf(error: z.core.$ZodError, refusals: FieldRefusals = {}): Refusal {
  const [issue] = error.issues;
  const row = refusals[String(issue?.path[0])]?.[issue?.code ?? ''];
  return row === undefined ? new Refusal('FIELD_INVALID', { detail: issue?.message ?? '' }) : new Refusal(row);
}

type Result = { readonly target: string } & (
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: z.core.$ZodError }
);

/** The hook of every `zValidator`. @throws Refusal if a rule of the schema is broken, or a parameter is no UTF-8 */
export function refuseInvalid(result: Result, { req }: Context): void {
  if (!result.success) throw refusalOf(result.error);
  if (result.target === 'query') refuseBrokenText(req.url, result.data as object);
}

/** Refuses a parameter of the schema whose bytes are no UTF-8. Hono reads them as they are written, as `%ff`. */
function refuseBrokenText(url: string, data: object): void {
  for (const part of new URL(url).search.slice(1).split('&')) {
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
