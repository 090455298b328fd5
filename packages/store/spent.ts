/** Publishes the end of a spent link: in D1 first, then in KV. */
import type { Limits } from '#domain/click-limits';
import { LINK_COLUMNS, type LinkRow, linkOf } from './link-row';
import type { LinkStore } from './link-store';
import { ANNOUNCE, publishAnnounced } from './publish';

// A link whose limit was raised or whose code was taken again is not spent. The put of a row that is spent and still
// dirty is announced again, because an earlier attempt may have ended after this statement.
const SPEND = `UPDATE links SET gone = 'CLICKS', version = version + 1, ${ANNOUNCE}
  WHERE code = ?2 AND id = ?3 AND (gone IS NULL OR (gone = 'CLICKS' AND dirty = 1)) AND max_clicks <= ?4 RETURNING ${LINK_COLUMNS}`;

/**
 * Marks a link as spent and publishes it. The call may be repeated. It throws unless D1 has the change and the put
 * succeeds.
 */
export async function publishSpent(env: LinkStore, limits: Limits, clicks: number, now: number): Promise<void> {
  const row = await env.DB.prepare(SPEND).bind(now, limits.code, limits.linkId, clicks).first<LinkRow>();
  if (row !== null) await publishAnnounced(env, linkOf(row), now);
}
