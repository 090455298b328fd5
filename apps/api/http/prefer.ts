/**
 * The preference for strict handling (RFC 7240, section 4.4): unknown fields and parameters are refused, which are
 * otherwise stripped and ignored (specification 2.8).
 */
import { nearestName } from '#domain/nearest-name';
import { Refusal } from '#domain/refusal';
import { type AppContext, createMiddleware } from './context';

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
  const nearest = nearestName(unknown.slice(0, SHOWN), known);
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
    if (isStrict(c)) requireKnown(Object.keys(c.get('body')), known);
    await next();
  });
