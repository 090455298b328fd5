/** The look-up of a link by its code. */
import type { Link } from '#domain/link';
import { LINK_COLUMNS, type LinkRow, linkOf } from './link-row';
import type { LinkStore } from './link-store';

/** The link of a code as the primary of D1 has it: a replica may not know one that was just made. Null for none. */
export async function findLink(env: Pick<LinkStore, 'DB'>, code: string): Promise<Link | null> {
  const row = await env.DB.withSession('first-primary')
    .prepare(`SELECT ${LINK_COLUMNS} FROM links WHERE code = ?1`)
    .bind(code)
    .first<LinkRow>();
  return row && linkOf(row);
}
