/** Finds links for the operator: the one of a code, or those of an account or a key (specification 13.5). */
import { eq } from 'drizzle-orm';
import { databaseOf, primaryOf } from '#api/database/database';
import { keys, links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { parseCode } from '#domain/codes';
import { deniesHost, EMPTY_DENYLIST, hostOfHref } from '#domain/denylist';
import { Refusal } from '#domain/refusal';
import { locationOf } from '#store/link-row';
import { DETAILED_FIELDS, detailedLink } from './link-details';
import { type MadeLink, type MadePage, madeLinks } from './link-list';
import { byAge, type Position } from './link-list-order';
import type { LinkOwner } from './link-owner';

/**
 * How many links a page looks at. D1 counts each three or four times, because it also reads the index and the details,
 * so a page reads at most a thousand rows, and those of its tags.
 */
const LINKS_LOOKED_AT = 240;

/** Finds the link of a code, whoever owns it. @throws Refusal LINK_NOT_FOUND */
export async function linkOfCode(env: Env, shortCode: string): Promise<MadeLink> {
  const code = parseCode(shortCode);
  if (code === null) throw new Refusal('LINK_NOT_FOUND');
  const [row] = await primaryOf(env.DB)
    .select({ ...DETAILED_FIELDS, madeBy: links.madeBy })
    .from(links)
    .where(eq(links.code, code));
  if (row === undefined) throw new Refusal('LINK_NOT_FOUND');
  return { ...detailedLink(row), madeBy: row.madeBy };
}

/** The owner of the links that a key has made, whatever its status. @throws Refusal KEY_NOT_FOUND */
export async function ownerOfKey(env: Env, id: string): Promise<LinkOwner> {
  const [key] = await databaseOf(env.DB).select({ accountId: keys.accountId }).from(keys).where(eq(keys.id, id));
  if (key === undefined) throw new Refusal('KEY_NOT_FOUND');
  return { accountId: key.accountId, madeBy: id };
}

/**
 * Returns a page of an owner's links, deleted ones too, newest first. A page with fewer than `limit` links need not be
 * the last.
 * @param host only links that a block of this host would end; undefined: all
 */
export async function linksOfOwner(
  env: Env,
  owner: LinkOwner,
  { limit, from, host }: { readonly limit: number; readonly from: Position | null; readonly host: string | undefined },
): Promise<MadePage> {
  const order = { ...byAge(owner.accountId, {}, from), mostRows: LINKS_LOOKED_AT };
  const page = await madeLinks(env, owner, order);
  const denylist = { ...EMPTY_DENYLIST, hosts: new Set(host === undefined ? [] : [host]) };
  const isToHost = ({ url }: MadeLink): boolean => deniesHost(denylist, hostOfHref(locationOf(url)));
  const matching = host === undefined ? page.links : page.links.filter(isToHost);
  return { links: matching.slice(0, limit), next: matching[limit] ?? page.next };
}
