/**
 * The rights of an API key: what its owner has restricted, and what an endpoint needs. Source: specification 12.7 to
 * 12.11.
 */
import type { KeyLimits } from './plans';

/** Who has made a key. */
export const KEY_MAKERS = ['operator', 'console'] as const;

/** The restrictions of a key. Null means that the key is not restricted in that respect. */
export type KeyRights = {
  readonly scopes: readonly Scope[] | null;
  /** The time from which the key is refused, epoch milliseconds. */
  readonly expiresAt: number | null;
  /** `own`: the key reaches only the links that it has made. */
  readonly linkReach: 'own' | null;
  /** The origins whose pages may use the key. Without a list no response has CORS headers. */
  readonly origins: readonly string[] | null;
  /** The most requests in 60 seconds, and the most calls in a month, where they are lower than those of the plan. */
  readonly perMinute: number | null;
  readonly perMonth: number | null;
};

/** Returns only the rights of a row or an object that has them among other fields. */
export const pickRights = ({ scopes, expiresAt, linkReach, origins, perMinute, perMonth }: KeyRights): KeyRights => ({
  scopes,
  expiresAt,
  linkReach,
  origins,
  perMinute,
  perMonth,
});

/** Returns the limits of a key: those of its plan, or its own where they are lower. */
export const computeKeyLimits = (plan: KeyLimits, { perMinute, perMonth }: KeyRights): KeyLimits => ({
  requestsPerMinute: Math.min(plan.requestsPerMinute, perMinute ?? plan.requestsPerMinute),
  callsPerMonth: Math.min(plan.callsPerMonth, perMonth ?? plan.callsPerMonth),
});

/** Returns the scopes that a key lacks for a call; empty if it has all scopes of one alternative of the rule. */
export function listMissingScopes({ scopes }: Pick<KeyRights, 'scopes'>, rule: ScopeRule): readonly Scope[] {
  if (scopes === null) return [];
  const missing = listAlternatives(rule).map((needed) => needed.filter((scope) => !scopes.includes(scope)));
  return missing.find((lacking) => lacking.length === 0) ?? missing.flat();
}

/** The scopes that a key may have. An endpoint that needs a scope declares it. */
export const SCOPES = ['links:create', 'links:read', 'links:write', 'links:delete', 'stats:read', 'qr:read'] as const;
export type Scope = (typeof SCOPES)[number];

/** The scopes that an endpoint needs: one, none, all of a list, or the one of a list that the body's action needs. */
export type ScopeRule = Scope | null | { readonly allOf: readonly Scope[] } | { readonly oneOf: readonly Scope[] };

/**
 * What an endpoint reaches. `links`: links; its handler leaves out those that the key does not reach. `account`: the
 * whole account; a key that reaches only its own links is refused. `key`: only the key itself.
 */
export type Reach = 'links' | 'account' | 'key';

/** The lists of scopes that a rule names. A key that has all scopes of one list may call the endpoint. */
export function listAlternatives(rule: ScopeRule): readonly (readonly Scope[])[] {
  if (rule === null) return [[]];
  if (typeof rule === 'string') return [[rule]];
  return 'allOf' in rule ? [rule.allOf] : rule.oneOf.map((scope) => [scope]);
}

/** The status of an API key: active, inactive (can be switched back) or revoked (final). */
export const KEY_STATUSES = ['active', 'inactive', 'revoked'] as const;
export type KeyStatus = (typeof KEY_STATUSES)[number];
