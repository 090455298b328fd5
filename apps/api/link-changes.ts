/** Changing links that exist: the truth first, then the link's counter and the edge. */
import { codeOf } from '#domain/codes';
import { isLimited, limitsOfLink } from '#domain/limits';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { databaseFor } from '#store/database';
import { LINK_COLUMNS, type LinkRow, linkOf } from '#store/link-row';
import { callObject } from '#store/object-call';
import { ANNOUNCE, clearMark, putRoute } from '#store/publish';
import type { Env } from './env';
import { logFault } from './log';

/**
 * Changes one link and tells everybody. `set` and `where` are SQL over the columns of `links`; their parameters follow
 * `?1` (now) and `?2` (the code).
 * @throws Refusal LINK_NOT_FOUND when no row answers to `where`
 */
async function change(
  env: Env,
  shortCode: string,
  now: number,
  { set, where = 'TRUE', values = [] }: { set: string; where?: string; values?: readonly unknown[] },
): Promise<Link> {
  const code = codeOf(shortCode);
  const row = await databaseFor(env, code)
    .prepare(
      `UPDATE links SET ${set}, version = version + 1, ${ANNOUNCE} WHERE code = ?2 AND ${where} RETURNING ${LINK_COLUMNS}`,
    )
    .bind(now, code, ...values)
    .first<LinkRow>();
  if (row === null) throw new Refusal('LINK_NOT_FOUND');
  const link = linkOf(row);
  await tellEverybody(env, link, now);
  return link;
}

/**
 * Tells the counter and the edge of a link's newest version. The counter must have it, for it holds at once; a put that
 * fails is left to the minute's cron. The dirty mark stays until both have it.
 * @throws ObjectUnreachable
 */
export async function tellEverybody(env: Env, link: Link, now: number): Promise<void> {
  const [told, put] = await Promise.allSettled([
    isLimited(link) ? tellCounter(env, link) : undefined,
    putRoute(env, link, now),
  ]);
  if (told.status === 'rejected') throw told.reason;
  const tell = (error: unknown) => logFault(error, { doing: 'put route', link: link.id });
  if (put.status === 'rejected') tell(put.reason);
  else await clearMark(env, link, now).catch(tell);
}

const tellCounter = (env: Env, link: Link) =>
  callObject(
    () => env.CLICKS.getByName(link.id),
    async (counter) => void (await counter.limit(limitsOfLink(link))),
    { repeatable: true },
  );

/** Deletes an account's own link: the row stays as a tombstone, so that the code answers 410 for ever. */
export const deleteLink = (env: Env, accountId: string, shortCode: string, now: number): Promise<Link> =>
  change(env, shortCode, now, { set: "gone = 'DELETED'", where: 'account_id = ?3', values: [accountId] });

/** The operator's block: visits answer 410 BLOCKED until it is lifted. */
export const blockLink = (env: Env, shortCode: string, reason: string, now: number): Promise<Link> =>
  change(env, shortCode, now, { set: 'blocked = ?3', values: [reason] });

/**
 * Blocks a link whose destination was found unsafe: that link with that destination, whatever has become of its code
 * since. An operator's reason stays.
 * @throws Refusal LINK_NOT_FOUND when it is no more what was judged
 */
export const blockUnsafe = (
  env: Env,
  { code, id, url }: Pick<Link, 'code' | 'id' | 'url'>,
  now: number,
): Promise<Link> =>
  change(env, code, now, {
    set: "blocked = coalesce(blocked, 'threat'), threat = NULL, looked_at = ?1",
    where: 'id = ?3 AND url = ?4',
    values: [id, url],
  });

export const unblockLink = (env: Env, shortCode: string, now: number): Promise<Link> =>
  change(env, shortCode, now, { set: 'blocked = NULL' });
