/**
 * Publishing: the one road from a row of `links` to its edge entry in KV.
 *
 * KV takes puts in any order, and a put begun by a request that then died may still land. So every put is announced in
 * D1 before it begins (`put_at`), and the dirty mark goes only if the put announced before it was begun a quiet minute
 * earlier; until then the minute's cron puts again. A late put can therefore never outlive the newest version.
 */

import { encodeEntry, entryKey } from '#domain/edge-entry';
import type { Link } from '#domain/link';
import { entryOfLink, LINK_COLUMNS, type LinkRow, linkOf } from './link-row';
import type { LinkStore } from './link-store';

/** A put begun longer ago than this has landed or is lost: a Worker may run 30 s after its answer. Under the cron's minute. */
export const PUT_SETTLES_MS = 40_000;

/** KV drops an entry this long after its link's time is over. Only tidiness: the clock at the edge decides. */
const EXPIRY_GRACE_SECONDS = 86_400;
const KV_MIN_TTL_SECONDS = 60;

/**
 * The SET clause every change of a published link carries: it announces the put that is to follow. `?1` is now. Neither
 * moment goes back: a change that was long on its way must not hide a put that another began meanwhile.
 */
export const ANNOUNCE = `dirty = 1, quiet_at = max(quiet_at, put_at + ${PUT_SETTLES_MS}), put_at = max(put_at, ?1)`;

const REPAIR = `UPDATE links SET ${ANNOUNCE} WHERE code = ?2 AND put_at <= ?1 - ${PUT_SETTLES_MS} RETURNING ${LINK_COLUMNS}`;
const CLEAR = 'UPDATE links SET dirty = 0 WHERE code = ?2 AND version = ?3 AND quiet_at <= ?1 AND dirty = 1';

/** Puts a link's entry as it stands. Throws what KV throws. */
export async function putEntry(env: LinkStore, link: Link, now: number): Promise<void> {
  const options =
    link.expiresAt === null || link.gone !== null || link.blocked !== null
      ? undefined
      : {
          expiration:
            Math.ceil(Math.max(link.expiresAt, now + KV_MIN_TTL_SECONDS * 1000) / 1000) + EXPIRY_GRACE_SECONDS,
        };
  await env.ROUTES.put(entryKey(link.code), encodeEntry(entryOfLink(link)), options);
}

/** Puts the entry of a link whose change was announced, then clears the mark if nothing else can still be on its way. */
export async function publishAnnounced(env: LinkStore, link: Link, now: number): Promise<void> {
  await putEntry(env, link, now);
  await clearMark(env, link, now);
}

/** Takes the dirty mark off a version that was put, if no other put can still be on its way. */
export async function clearMark(env: LinkStore, { code, version }: Link, now: number): Promise<void> {
  await env.DB.prepare(CLEAR).bind(now, code, version).run();
}

/**
 * Publishes an entry that KV did not have although D1 has the link. Does nothing soon after the last put: KV
 * remembers misses about that long, and one put in that time is enough.
 */
export async function repairEntry(env: LinkStore, code: string, now: number): Promise<void> {
  const row = await env.DB.prepare(REPAIR).bind(now, code).first<LinkRow>();
  if (row !== null) await publishAnnounced(env, linkOf(row), now);
}
