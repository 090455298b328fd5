/** Refuses a call that the rights of its key do not allow (specification 12.7 and 12.9). */
import type { ErrorCode } from '#domain/errors';
import { missingScopes } from '#domain/key-rights';
import { Refusal } from '#domain/refusal';
import { alternativesOf, type Reach, type ScopeRule } from '#domain/scopes';
import { type AppContext, createMiddleware } from './context';

/** The refusals of `requireRights` for an endpoint. */
export const rightsRefusals = (scope: ScopeRule, reach: Reach): ErrorCode[] => [
  ...(scope === null ? [] : (['INSUFFICIENT_SCOPE'] as const)),
  ...(reach === 'account' ? (['OWN_LINKS_ONLY'] as const) : []),
];

/**
 * Refuses a key without the scope of the endpoint. If the endpoint reaches the whole account, it also refuses a key
 * that reaches only its own links.
 */
export const requireRights = (scope: ScopeRule, reach: Reach) =>
  createMiddleware(async (c, next) => {
    requireScope(c, scope);
    if (reach === 'account' && c.get('key').rights.linkReach === 'own') throw new Refusal('OWN_LINKS_ONLY');
    await next();
  });

/**
 * Refuses a key without the scope. If the scope of an endpoint depends on its body, its handler calls this function
 * after it has read the body.
 * @throws Refusal INSUFFICIENT_SCOPE
 */
export function requireScope(c: AppContext, scope: ScopeRule): void {
  const missing = missingScopes(c.get('key').rights, scope);
  if (missing.length === 0) return;
  const word = scope !== null && typeof scope === 'object' && 'oneOf' in scope ? ' or ' : ' and ';
  throw new Refusal('INSUFFICIENT_SCOPE', { detail: missing.join(word), scopes: alternativesOf(scope)[0] ?? [] });
}
