/** The scopes of API keys: what a key may do, and what an endpoint needs. Source: specification 12.7. */

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
export function alternativesOf(rule: ScopeRule): readonly (readonly Scope[])[] {
  if (rule === null) return [[]];
  if (typeof rule === 'string') return [[rule]];
  return 'allOf' in rule ? [rule.allOf] : rule.oneOf.map((scope) => [scope]);
}
