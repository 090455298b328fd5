/** Finds a link by its code, for its owner only. */
import type { Env } from '#api/platform/env';
import { parseCode } from '#domain/codes';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { findLink } from '#store/find-link';

/**
 * Finds an account's own link, active or expired.
 * @throws Refusal LINK_NOT_FOUND, also for a link of another account (specification 12.1)
 */
export async function ownedLink(env: Env, accountId: string, shortCode: string): Promise<Link> {
  const code = parseCode(shortCode);
  const link = code === null ? null : await findLink(env, code);
  if (link === null || link.accountId !== accountId) throw new Refusal('LINK_NOT_FOUND');
  return link;
}
