/** Finds a link by its code, for its owner only. */
import { eq } from 'drizzle-orm';
import { primaryOf } from '#api/database/database';
import { links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { parseCode } from '#domain/codes';
import { Refusal } from '#domain/refusal';
import { DETAILED_FIELDS, type DetailedLink, detailedLink } from './link-details';

/**
 * Finds an account's own link, active or expired.
 * @throws Refusal LINK_NOT_FOUND, also for a link of another account (specification 12.1)
 */
export async function ownedLink(env: Env, accountId: string, shortCode: string): Promise<DetailedLink> {
  const code = parseCode(shortCode);
  const link = code === null ? null : await findDetailed(env, code);
  if (link === null || link.accountId !== accountId) throw new Refusal('LINK_NOT_FOUND');
  return link;
}

async function findDetailed(env: Env, code: string): Promise<DetailedLink | null> {
  const [row] = await primaryOf(env.DB).select(DETAILED_FIELDS).from(links).where(eq(links.code, code));
  return row === undefined ? null : detailedLink(row);
}
