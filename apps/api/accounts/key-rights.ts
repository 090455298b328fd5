/** The fields of request bodies that restrict a key, and the columns that they set (specification 12.7 to 12.11). */
import * as z from 'zod';
import { isDecodableHost } from '#api/http/fields';
import { toRefusal } from '#api/http/validation';
import { type KeyRights, SCOPES } from '#domain/key-rights';
import { Refusal } from '#domain/refusal';

const MAX_ORIGINS = 20;
const MAX_ORIGIN_LENGTH = 255;
const MAX_LIMIT = 1_000_000_000;

const SCOPES_RULE = `scopes must be a list of ${SCOPES.join(', ')}, or null`;
const EXPIRES_RULE = 'expiresAt must be a timestamp like 2026-11-20T12:00:00Z, or null';
const FUTURE_RULE = 'expiresAt must be in the future';
const LINKS_RULE = 'links must be all or own';
const ORIGINS_RULE = `origins must be a list of 1 to ${MAX_ORIGINS} origins like https://app.example.com, or null`;
const LIMITS_RULE = 'limits must be an object with perMinute and perMonth, or null';
const limitRule = (name: string) => `${name} must be a whole number from 1 to ${MAX_LIMIT}, or null`;

/**
 * Whether a text is exactly an origin as a browser sends it: scheme, host in lower case, a port unless it is the
 * default.
 */
function isOrigin(text: string): boolean {
  // A star is not a wildcard: no browser sends one in a host.
  if (text.length > MAX_ORIGIN_LENGTH || !/^https?:\/\/[^*]+$/.test(text) || !URL.canParse(text)) return false;
  const { origin, hostname } = new URL(text);
  return origin === text && isDecodableHost(hostname);
}

const limit = (name: string) =>
  z.number(limitRule(name)).int(limitRule(name)).min(1, limitRule(name)).max(MAX_LIMIT, limitRule(name)).nullable();

/** The fields. An omitted field does not change, and `null` ends the restriction. */
export const RIGHTS_FIELDS = {
  scopes: z
    .array(z.enum(SCOPES, SCOPES_RULE), SCOPES_RULE)
    .min(1, SCOPES_RULE)
    .nullable()
    .optional()
    .describe('What the key may do. `null` allows everything.'),
  expiresAt: z.iso
    .datetime({ offset: true, error: EXPIRES_RULE })
    .nullable()
    .optional()
    .describe('When the key stops working. `null` means never.'),
  links: z
    .enum(['all', 'own'], LINKS_RULE)
    .optional()
    .describe('`own` limits the key to links that it created. `all` covers every link of the account.'),
  origins: z
    .array(z.string(ORIGINS_RULE).refine(isOrigin, ORIGINS_RULE), ORIGINS_RULE)
    .min(1, ORIGINS_RULE)
    .max(MAX_ORIGINS, ORIGINS_RULE)
    .nullable()
    .optional()
    .describe('Origins whose web pages may use the key. With `null`, responses have no CORS headers.'),
  limits: z
    .object({ perMinute: limit('perMinute').optional(), perMonth: limit('perMonth').optional() }, LIMITS_RULE)
    .nullable()
    .optional()
    .describe('Limits of this key. They apply where they are lower than those of its plan.'),
};

export const RightsBody = z.object(RIGHTS_FIELDS);
export type RightsInput = z.output<typeof RightsBody>;

/** Checks fields of any source, such as a form. @throws Refusal FIELD_INVALID for the first broken rule */
export function readRights(fields: unknown): RightsInput {
  const { data, error } = RightsBody.safeParse(fields);
  if (error !== undefined) throw toRefusal(error);
  return data;
}

/**
 * Returns the columns that the fields set, with `undefined` for those that do not change.
 * @throws Refusal FIELD_INVALID for a time that is not in the future
 */
export function rightsColumns({ scopes, expiresAt, links, origins, limits }: RightsInput, now: number) {
  const end = expiresAt == null ? expiresAt : Date.parse(expiresAt);
  if (end != null && end <= now) throw new Refusal('FIELD_INVALID', { detail: FUTURE_RULE });
  return {
    scopes: scopes && SCOPES.filter((scope) => scopes.includes(scope)),
    expiresAt: end,
    linkReach: links === undefined ? undefined : links === 'own' ? ('own' as const) : null,
    origins: origins && [...new Set(origins)],
    perMinute: limits === null ? null : limits?.perMinute,
    perMonth: limits === null ? null : limits?.perMonth,
  };
}

export const RightsRecord = {
  scopes: z.array(z.enum(SCOPES)).nullable().describe('What the key may do. `null` allows everything.'),
  expiresAt: z.iso.datetime().nullable().describe('When the key stops working; `null` if it never does.'),
  links: z
    .enum(['all', 'own'])
    .describe('`own` limits the key to links that it created. `all` covers every link of the account.'),
  origins: z
    .array(z.string())
    .nullable()
    .describe('Origins whose web pages may use the key. With `null`, responses have no CORS headers.'),
  limits: z
    .strictObject({ perMinute: z.int().min(1).nullable(), perMonth: z.int().min(1).nullable() })
    .describe('Limits of this key. `null` means that of its plan.'),
};

/** Returns the rights as responses show them. */
export const rightsRecord = ({ scopes, expiresAt, linkReach, origins, perMinute, perMonth }: KeyRights) => ({
  scopes: scopes === null ? null : [...scopes],
  expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
  links: linkReach ?? ('all' as const),
  origins: origins === null ? null : [...origins],
  limits: { perMinute, perMonth },
});

export const UNRESTRICTED_EXAMPLE = {
  scopes: null,
  expiresAt: null,
  links: 'all' as const,
  origins: null,
  limits: { perMinute: null, perMonth: null },
};
