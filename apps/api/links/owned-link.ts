/** Finds a link by its code, for its owner only. */
import { and, eq } from 'drizzle-orm';
import { primaryOf } from '#api/database/database';
import { links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { parseCode } from '#domain/codes';
import { Refusal } from '#domain/refusal';
import { DETAILED_FIELDS, type DetailedLink, detailedLink } from './link-details';
import { isLinkOf, type LinkOwner } from './link-owner';

/**
 * Finds a link of its owner, active or expired, in the primary of D1, because a replica may not have a new link yet.
 * @throws Refusal LINK_NOT_FOUND, also for a link of another account or key (specification 12.1 and 12.9)
 */
export async function ownedLink(env: Env, owner: LinkOwner, shortCode: string): Promise<DetailedLink> {
  const code = parseCode(shortCode);
  const link = code === null ? null : await findDetailed(env, owner, code);
  if (link === null) throw new Refusal('LINK_NOT_FOUND');
  return link;
}

async function findDetailed(env: Env, owner: LinkOwner, code: string): Promise<DetailedLink | null> {
  const isMeant = and(eq(links.code, code), isLinkOf(owner));
  const [row] = await primaryOf(env.DB).select(DETAILED_FIELDS).from(links).where(isMeant);
  return row === undefined ? null : detailedLink(row);
}
