/** Finds a link by its code, for its owner only. */
import { and, eq } from 'drizzle-orm';
import { primaryOf } from '#api/database/database';
import { LINK_FIELDS } from '#api/database/link-columns';
import { links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { parseCode } from '#domain/codes';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { isLinkOf, type LinkOwner } from './link-owner';

/**
 * Finds a link of its owner, active or expired, in the primary of D1, because a replica may not have a new link yet.
 * @throws Refusal LINK_NOT_FOUND, also for a link of another account or key (specification 12.1 and 12.9)
 */
export async function ownedLink(env: Env, owner: LinkOwner, shortCode: string): Promise<Link> {
  const code = parseCode(shortCode);
  const found = code === null ? undefined : await readLink(env, owner, code);
  if (found === undefined) throw new Refusal('LINK_NOT_FOUND');
  return found;
}

const readLink = (env: Env, owner: LinkOwner, code: string) =>
  primaryOf(env.DB)
    .select(LINK_FIELDS)
    .from(links)
    .where(and(eq(links.code, code), isLinkOf(owner)))
    .get();
