/** Finds a link by its code, for its owner only. */
import { and, eq, type SQL } from 'drizzle-orm';
import { databaseOf, primaryOf } from '#api/database/database';
import { links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { ReadRows } from '#api/platform/one-trip';
import { parseCode } from '#domain/codes';
import { Refusal } from '#domain/refusal';
import { DETAILED_FIELDS, type DetailedLink, type DetailedRow, detailedLinkOf } from './link-details';
import { isLinkOf, type LinkOwner } from './link-owner';

/**
 * Finds a link of its owner, active or expired, in the primary of D1, because a replica may not have a new link yet.
 * @param readRows reads its row beside other statements; default: alone
 * @throws Refusal LINK_NOT_FOUND, also for a link of another account or key (specification 12.1 and 12.9)
 */
export async function ownedLink(
  env: Env,
  owner: LinkOwner,
  shortCode: string,
  readRows: ReadRows = (statement) => primaryOf(env.DB).all(statement),
): Promise<DetailedLink> {
  const code = parseCode(shortCode);
  const [row] = code === null ? [] : await readRows<DetailedRow>(rowOf(env, owner, code));
  if (row === undefined) throw new Refusal('LINK_NOT_FOUND');
  return detailedLinkOf(row);
}

const rowOf = (env: Env, owner: LinkOwner, code: string): SQL =>
  databaseOf(env.DB)
    .select(DETAILED_FIELDS)
    .from(links)
    .where(and(eq(links.code, code), isLinkOf(owner)))
    .getSQL();
