/**
 * Publishing: the only way from a row of `links` to its edge entry in KV.
 *
 * KV may apply puts in another order, and a put may take effect after its request has ended. So D1 stores the start of
 * a put (`put_at`) before the put begins. The link stays dirty until all earlier puts are 40 s old (`quiet_at`). While
 * it is dirty, the cron puts the newest version again each minute. So no late put replaces that version for long.
 */

import type { Limits } from '#domain/click-limits';
import { encodeEntry, makeEntryKey } from '#domain/edge-entry';
import type { Link } from '#domain/link';
import { LINK_COLUMNS, type LinkRow, type LinkStore, linkToEntry, parseLinkRow } from './link-row';

/**
 * The age at which a put has taken effect or is lost, because the platform ends a Worker 30 s after its response. It is
 * less than the minute between two runs of the cron.
 */
export const PUT_SETTLES_MS = 40_000;

/**
 * How long a location caches a value of KV. A block or a deletion takes that long to arrive. KV accepts no shorter
 * time.
 */
export const KV_CACHE_SECONDS = 30;

/**
 * KV deletes an entry this long after its link has expired. That only saves space: the clock at the edge decides on
 * expiry.
 */
const EXPIRY_GRACE_SECONDS = 86_400;
const KV_MIN_TTL_SECONDS = 60;

/**
 * The SET clause of every change of a published link: it announces the put that follows. `?1` is the current time.
 * `put_at` never decreases, because a statement that D1 runs late must not hide a put that began meanwhile. So
 * `quiet_at` never decreases either.
 */
export const ANNOUNCE = `dirty = 1, quiet_at = put_at + ${PUT_SETTLES_MS}, put_at = max(put_at, ?1)`;

const REPAIR = `UPDATE links SET ${ANNOUNCE} WHERE code = ?2 AND put_at <= ?1 - ${PUT_SETTLES_MS} RETURNING ${LINK_COLUMNS}`;
const CLEAR = 'UPDATE links SET dirty = 0 WHERE code = ?2 AND version = ?3 AND quiet_at <= ?1 AND dirty = 1';

/** Puts the entry of a link as it is now. Throws what KV throws. */
export async function putEntry(env: LinkStore, link: Link, now: number): Promise<void> {
  const options =
    link.expiresAt === null || link.gone !== null || link.blocked !== null
      ? undefined
      : {
          expiration:
            Math.ceil(Math.max(link.expiresAt, now + KV_MIN_TTL_SECONDS * 1000) / 1000) + EXPIRY_GRACE_SECONDS,
        };
  await env.ROUTES.put(makeEntryKey(link.code), encodeEntry(linkToEntry(link)), options);
}

/**
 * Puts the entry of a link whose change was announced, then clears the dirty mark unless another put may still land.
 */
async function publishAnnounced(env: LinkStore, link: Link, now: number): Promise<void> {
  await putEntry(env, link, now);
  await clearMark(env, link, now);
}

/** Clears the dirty mark of a version that was put, unless another put may still land. */
export async function clearMark(env: LinkStore, { code, version }: Link, now: number): Promise<void> {
  await env.DB.prepare(CLEAR).bind(now, code, version).run();
}

/**
 * Publishes an entry that KV lacks although D1 has the link. It does nothing in the 40 s after the last put: KV caches
 * a miss for about that time, so one put is enough.
 */
export async function repairEntry(env: LinkStore, code: string, now: number): Promise<void> {
  const row = await env.DB.prepare(REPAIR).bind(now, code).first<LinkRow>();
  if (row !== null) await publishAnnounced(env, parseLinkRow(row), now);
}

/** The limits of a link, and the number of its clicks so far. */
type Counted = Pick<Limits, 'code' | 'linkId'> & { readonly clicks: number };

// A link whose limit was raised or whose code was taken again is not spent. The put of a row that is spent and still
// dirty is announced again, because an earlier attempt may have ended after this statement.
const SPEND = `UPDATE links SET gone = 'CLICKS', version = version + 1, ${ANNOUNCE} FROM json_each(?2) AS spent
  WHERE code = spent.value ->> 'code' AND links.id = spent.value ->> 'linkId'
  AND (gone IS NULL OR (gone = 'CLICKS' AND dirty = 1)) AND max_clicks <= spent.value ->> 'clicks' RETURNING ${LINK_COLUMNS}`;

/** Marks links as spent in D1. @returns the links that are spent, whose puts are announced */
export async function markSpent(env: LinkStore, counted: readonly Counted[], now: number): Promise<Link[]> {
  const { results } = await env.DB.prepare(SPEND).bind(now, JSON.stringify(counted)).all<LinkRow>();
  return results.map(parseLinkRow);
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
