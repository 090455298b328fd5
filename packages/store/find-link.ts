/** Looks up a link by its code. */
import type { Link } from '#domain/link';
import { LINK_COLUMNS, type LinkRow, linkOf } from './link-row';
import type { LinkStore } from './link-store';

/**
 * Reads the link of a code from the primary of D1, because a replica may not have a new link yet. Null for an unknown
 * code.
 */
export async function findLink(env: Pick<LinkStore, 'DB'>, code: string): Promise<Link | null> {
  const row = await env.DB.withSession('first-primary')
    .prepare(`SELECT ${LINK_COLUMNS} FROM links WHERE code = ?1`)
    .bind(code)
    .first<LinkRow>();
  return row && linkOf(row);
}
