/**
 * Turns what zod finds in a request into a refusal. A caller may ask for strict handling (RFC 7240, section 4.4): it
 * refuses unknown fields and parameters, which are otherwise ignored (specification 2.8).
 */
import type { Context } from 'hono';
import type * as z from 'zod';
import type { ErrorCode } from '#domain/errors';
import { findNearestName } from '#domain/nearest-name';
import { Refusal } from '#domain/refusal';
import { type AppContext, createMiddleware } from './context';

/** The error rows by field and by the code of zod's issue. An issue without a row becomes FIELD_INVALID. */
export type FieldRefusals = { readonly [field: string]: { readonly [kind: string]: ErrorCode } };

/** Returns the refusal for the first broken rule. */
export function toRefusal(error: z.core.$ZodError, refusals: FieldRefusals = {}): Refusal {
  const [issue] = error.issues;
  const row = refusals[String(issue?.path[0])]?.[issue?.code ?? ''];
  return row === undefined ? new Refusal('FIELD_INVALID', { detail: issue?.message ?? '' }) : new Refusal(row);
}

type Result = { readonly target: string } & (
  | { readonly success: true; readonly data: unknown }
  | { readonly success: false; readonly error: z.core.$ZodError }
);

/** The hook of every `zValidator`. @throws Refusal if a rule of the schema is broken, or a parameter is not UTF-8 */
export function refuseInvalid(result: Result, { req }: Context): void {
  if (!result.success) throw toRefusal(result.error);
  if (result.target === 'query') refuseBrokenText(req.url, result.data as object);
}

/** Refuses a parameter of the schema whose bytes are not UTF-8. Hono returns those undecoded, as `%ff`. */
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

/** The value of Preference-Applied. */
export const STRICT = 'handling=strict';

const HANDLING = /^\s*handling\s*=\s*"?([\w-]+)"?\s*(?:;|$)/i;

/** Whether a request is handled strictly: it asks for that, and its endpoint follows the preference. */
export const isStrict = (c: AppContext): boolean => (c.get('isStrict') as boolean | undefined) === true;

/** Whether a request asks for strict handling. The first of several values counts (RFC 7240, section 2). */
function asksForStrict(c: AppContext): boolean {
  const preferences = c.req.header('Prefer')?.split(',') ?? [];
  const values = preferences.flatMap((text) => HANDLING.exec(text)?.[1] ?? []);
  return values[0]?.toLowerCase() === 'strict';
}

/** The most characters of a name in a message. */
const SHOWN = 50;

/**
 * Refuses the first name that is unknown, and names the known one that is nearest to it.
 * @param what what the names are
 * @throws Refusal
 */
export function requireKnown(names: readonly string[], known: readonly string[], what = 'field'): void {
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const nearest = findNearestName(unknown.slice(0, SHOWN), known);
  const hint = nearest === undefined ? '' : `: do you mean ${nearest}?`;
  throw new Refusal('FIELD_INVALID', { detail: `${unknown.slice(0, SHOWN)} is not a ${what} here${hint}` });
}

/** Follows the preference of a request, and says so in its response. */
export const followPreference = createMiddleware(async (c, next) => {
  c.set('isStrict', asksForStrict(c));
  await next();
  if (isStrict(c)) c.res.headers.set('Preference-Applied', STRICT);
});

/** Refuses unknown parameters of a query, if the request asks for that. @param known the names of the parameters */
export const strictParameters = (known: readonly string[]) =>
  createMiddleware(async (c, next) => {
    if (isStrict(c)) requireKnown(Object.keys(c.req.queries()), known, 'parameter');
    await next();
  });

/** Refuses unknown fields of a body, if the request asks for that. @param known the names of the fields */
export const strictFields = (known: readonly string[]) =>
  createMiddleware(async (c, next) => {
    if (isStrict(c)) requireKnown(Object.keys(await c.req.json()), known);
    await next();
  });
