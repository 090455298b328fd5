/** The link that a caller means by a code. */
import type { Env } from '#api/platform/env';
import { parseCode } from '#domain/codes';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { findLink } from '#store/find-link';

/**
 * An account's own link, dead ones included. One of another account is as unknown as one that never was (specification 12.1).
 * @throws Refusal LINK_NOT_FOUND
 */
export async function ownedLink(env: Env, accountId: string, shortCode: string): Promise<Link> {
  const code = parseCode(shortCode);
  const link = code === null ? null : await findLink(env, code);
  if (link === null || link.accountId !== accountId) throw new Refusal('LINK_NOT_FOUND');
  return link;
}
