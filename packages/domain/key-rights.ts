/** The rights of an API key: what its owner has restricted. Source: specification 12.7 to 12.11. */
import type { KeyLimits } from './plans';
import { alternativesOf, type Scope, type ScopeRule } from './scopes';

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
export const rightsOf = ({ scopes, expiresAt, linkReach, origins, perMinute, perMonth }: KeyRights): KeyRights => ({
  scopes,
  expiresAt,
  linkReach,
  origins,
  perMinute,
  perMonth,
});

/** Returns the limits of a key: those of its plan, or its own where they are lower. */
export const limitsOf = (plan: KeyLimits, { perMinute, perMonth }: KeyRights): KeyLimits => ({
  requestsPerMinute: Math.min(plan.requestsPerMinute, perMinute ?? plan.requestsPerMinute),
  callsPerMonth: Math.min(plan.callsPerMonth, perMonth ?? plan.callsPerMonth),
});

/** Returns the scopes that a key lacks for a call; empty if it has all scopes of one alternative of the rule. */
export function missingScopes({ scopes }: Pick<KeyRights, 'scopes'>, rule: ScopeRule): readonly Scope[] {
  if (scopes === null) return [];
  const missing = alternativesOf(rule).map((needed) => needed.filter((scope) => !scopes.includes(scope)));
  return missing.find((lacking) => lacking.length === 0) ?? missing.flat();
}
