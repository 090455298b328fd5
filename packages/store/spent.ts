/** The end of a limited link: the truth first, then the edge. */
import type { Limits } from '#domain/limits';
import { LINK_COLUMNS, type LinkRow, linkOf } from './link-row';
import type { LinkStore } from './link-store';
import { ANNOUNCE, publishAnnounced } from './publish';

// A limit that was raised meanwhile, or a code that was taken again, is not spent. A row that is marked spent and still
// dirty is announced again: a first try may have got no further than this statement.
const SPEND = `UPDATE links SET gone = 'CLICKS', version = version + 1, ${ANNOUNCE}
  WHERE code = ?2 AND id = ?3 AND (gone IS NULL OR (gone = 'CLICKS' AND dirty = 1)) AND max_clicks <= ?4 RETURNING ${LINK_COLUMNS}`;

/** Marks a link spent whose clicks are all given, and publishes it. May be repeated; throws until D1 has it and a put went through. */
export async function publishSpent(env: LinkStore, limits: Limits, clicks: number, now: number): Promise<void> {
  const row = await env.DB.prepare(SPEND).bind(now, limits.code, limits.linkId, clicks).first<LinkRow>();
  if (row !== null) await publishAnnounced(env, linkOf(row), now);
}
