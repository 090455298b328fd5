/** Publishes the end of spent links: in D1 first, then in KV. */
import type { Limits } from '#domain/click-limits';
import type { Link } from '#domain/link';
import { LINK_COLUMNS, type LinkRow, linkOf } from './link-row';
import type { LinkStore } from './link-store';
import { ANNOUNCE, publishAnnounced } from './publish';

/** The limits of a link, and the number of its clicks so far. */
export type Counted = Pick<Limits, 'code' | 'linkId'> & { readonly clicks: number };

// A link whose limit was raised or whose code was taken again is not spent. The put of a row that is spent and still
// dirty is announced again, because an earlier attempt may have ended after this statement.
const SPEND = `UPDATE links SET gone = 'CLICKS', version = version + 1, ${ANNOUNCE} FROM json_each(?2) AS spent
  WHERE code = spent.value ->> 'code' AND links.id = spent.value ->> 'linkId'
  AND (gone IS NULL OR (gone = 'CLICKS' AND dirty = 1)) AND max_clicks <= spent.value ->> 'clicks' RETURNING ${LINK_COLUMNS}`;

/** Marks links as spent in D1. @returns the links that are spent, whose puts are announced */
export async function markSpent(env: LinkStore, counted: readonly Counted[], now: number): Promise<Link[]> {
  const { results } = await env.DB.prepare(SPEND).bind(now, JSON.stringify(counted)).all<LinkRow>();
  return results.map(linkOf);
}

/**
 * Marks a link as spent and publishes it. The call may be repeated. It throws unless D1 has the change and the put
 * succeeds.
 */
export async function publishSpent(
  env: LinkStore,
  { code, linkId }: Limits,
  clicks: number,
  now: number,
): Promise<void> {
  const [link] = await markSpent(env, [{ code, linkId, clicks }], now);
  if (link !== undefined) await publishAnnounced(env, link, now);
}
