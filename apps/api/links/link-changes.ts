/** Changing links that exist: the truth first, then the link's counter and the edge. */
import { configOf } from '#api/platform/config';
import type { Env } from '#api/platform/env';
import { codeOf } from '#domain/codes';
import { isLimited, isUsedUp, limitsOfLink } from '#domain/limits';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { hashPassword } from '#secrets/password';
import { databaseFor } from '#store/database';
import { findLink } from '#store/find-link';
import { LINK_COLUMNS, type LinkRow, linkOf } from '#store/link-row';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import { ANNOUNCE, clearMark, putRoute } from '#store/publish';
import { publishSpent } from '#store/spent';
import type { CheckedEdit } from './link-edit';
import { NOTHING_TO_JUDGE } from './nothing-to-judge';
import { ownLink } from './own-link';

/** What becomes of a row: SQL over the columns of `links`; its parameters follow `?1` (now) and `?2` (the code). */
type Change = {
  readonly set: string;
  readonly where?: string;
  readonly values?: readonly unknown[];
  /** The link's counter hears of it in any case: its clicks may have been limited until now. */
  readonly tellsCounter?: boolean;
};

/** Changes one link in one statement and tells everybody. Null when no row answers to `where`. */
async function change(
  env: Env,
  shortCode: string,
  now: number,
  { set, where = 'TRUE', values = [], tellsCounter = false }: Change,
): Promise<Link | null> {
  const code = codeOf(shortCode);
  const row = await databaseFor(env, code)
    .prepare(
      `UPDATE links SET ${set}, version = version + 1, ${ANNOUNCE} WHERE code = ?2 AND ${where} RETURNING ${LINK_COLUMNS}`,
    )
    .bind(now, code, ...values)
    .first<LinkRow>();
  if (row === null) return null;
  const link = linkOf(row);
  return tellEverybody(env, link, now, tellsCounter || isLimited(link));
}

/** The same. @throws Refusal LINK_NOT_FOUND when no row answers to `where` */
async function changeExisting(env: Env, shortCode: string, now: number, wanted: Change): Promise<Link> {
  const link = await change(env, shortCode, now, wanted);
  if (link === null) throw new Refusal('LINK_NOT_FOUND');
  return link;
}

/**
 * Tells the counter and the edge of a link's newest version, and returns the link as it is then: spent, where all clicks of
 * its limit were given before. The counter must have the version, for it holds at once; a put that fails is left to the
 * minute's cron. The dirty mark stays until both have it.
 * @throws ObjectUnreachable
 */
export async function tellEverybody(env: Env, link: Link, now: number, hasCounter = isLimited(link)): Promise<Link> {
  const log = (error: unknown) => logFault(error, { doing: 'put route', link: link.id });
  const [told] = await Promise.allSettled([hasCounter ? tellCounter(env, link) : null]);
  const clicks = told.status === 'fulfilled' ? (told.value ?? 0) : 0;
  if (link.gone === null && isUsedUp(link, clicks)) {
    await publishSpent(env, limitsOfLink(link), clicks, now).catch(log);
    return { ...link, gone: 'CLICKS' };
  }
  const isPut = await putRoute(env, link, now).then(() => true, log);
  if (told.status === 'rejected') throw told.reason;
  if (isPut) await clearMark(env, link, now).catch(log);
  return link;
}

/** The clicks given so far, as the counter has them once it knows the newest limits. */
const tellCounter = (env: Env, link: Link): Promise<number> =>
  callObject(
    () => env.CLICKS.getByName(link.id),
    async (counter) => await counter.limit(limitsOfLink(link)),
    { repeatable: true },
  );

/** Deletes an account's own link: the row stays as a tombstone, so that the code answers 410 for ever. */
export const deleteLink = (env: Env, accountId: string, shortCode: string, now: number): Promise<Link> =>
  changeExisting(env, shortCode, now, {
    set: `gone = 'DELETED', ${NOTHING_TO_JUDGE}`,
    where: 'account_id = ?3',
    values: [accountId],
  });

/**
 * Edits an account's own link, whatever it has died of but deletion: the clock and the counter judge it anew. A block
 * stays. What was judged of another destination no longer holds.
 * @param seen the link as the caller knows it: changed only if its owner changed none of that meanwhile
 * @throws Refusal LINK_NOT_FOUND, LINK_DELETED; LinkChanged
 */
export async function editLink(
  env: Env,
  accountId: string,
  shortCode: string,
  edit: CheckedEdit,
  now: number,
  seen?: Link,
): Promise<Link> {
  const columns = await columnsOf(env, edit, now);
  const set = columns.map(([column], index) => `${column} = ?${index + 4}`);
  const unchanged = seen === undefined ? [] : asSeen(seen);
  const where = unchanged.map(([column], index) => `AND ${column} IS ?${index + 4 + columns.length}`);
  const isCountedAnew = edit.maxClicks !== undefined;
  if (isCountedAnew) set.push("gone = nullif(gone, 'CLICKS')");
  if (edit.url !== undefined) set.push('swapped = blocked IS NOT NULL');
  const link = await change(env, shortCode, now, {
    set: set.join(', '),
    where: ["account_id = ?3 AND gone IS NOT 'DELETED'", ...where].join(' '),
    values: [accountId, ...[...columns, ...unchanged].map(([, value]) => value)],
    tellsCounter: isCountedAnew,
  });
  if (link !== null) return link;
  const { gone } = await ownLink(env, accountId, shortCode);
  throw seen === undefined || gone === 'DELETED' ? new Refusal('LINK_DELETED') : new LinkChanged();
}

/** The link is no more what its editor had seen. */
export class LinkChanged extends Error {}

/** What an owner can change. Not the version: a link that is spent, blocked or published was edited by nobody. */
const asSeen = ({ id, url, expiresAt, maxClicks, password }: Link): Column[] => [
  ['id', id],
  ['url', url],
  ['expires_at', expiresAt],
  ['max_clicks', maxClicks],
  ['password', password],
];

type Column = [name: string, value: string | number | null];

/** What was found of one destination, or decided about it, holds for no other. */
const NOT_LOOKED_AT: readonly Column[] = [
  ['looked_at', null],
  ['accepted', 0],
  ['refused_looks', 0],
  ['unjudgeable_at', null],
];

async function columnsOf(env: Env, { url, threat, expiresIn, maxClicks, password }: CheckedEdit, now: number) {
  const columns: Column[] = [];
  if (url !== undefined) columns.push(['url', url], ['threat', threat], ...NOT_LOOKED_AT);
  if (expiresIn !== undefined) columns.push(['expires_at', expiresIn === null ? null : now + expiresIn * 1000]);
  if (maxClicks !== undefined) columns.push(['max_clicks', maxClicks]);
  if (password !== undefined) {
    columns.push(['password', password === null ? null : await hashPassword(password, configOf(env).peppers)]);
  }
  return columns;
}

/** The operator's block: visits answer 410 BLOCKED until it is lifted. */
export const blockLink = (env: Env, shortCode: string, reason: string, now: number): Promise<Link> =>
  changeExisting(env, shortCode, now, {
    set: `blocked = ?3, accepted = 0, swapped = 0, ${NOTHING_TO_JUDGE}`,
    values: [reason],
  });

/**
 * Blocks a link whose destination was found unsafe: that link with that destination, whatever has become of its code
 * since. An operator's reason stays, and what the operator has unblocked is left alone.
 * @throws Refusal LINK_NOT_FOUND when it is no more what was judged
 */
export const blockUnsafe = (
  env: Env,
  { code, id, url }: Pick<Link, 'code' | 'id' | 'url'>,
  now: number,
): Promise<Link> =>
  changeExisting(env, code, now, {
    set: `blocked = coalesce(blocked, 'threat'), looked_at = ?1, swapped = 0, ${NOTHING_TO_JUDGE}`,
    where: 'id = ?3 AND url = ?4 AND accepted = 0',
    values: [id, url],
  });

// What the operator has judged: the destination that was named, or the one that was blocked or shown as unjudgeable.
const IS_JUDGED = '(?3 IS NOT NULL OR (NOT swapped AND (blocked IS NOT NULL OR unjudgeable_at IS NOT NULL)))';
const UNBLOCK = `blocked = NULL, accepted = ${IS_JUDGED}, threat = iif(${IS_JUDGED}, NULL, 'pending'),
  looked_at = iif(${IS_JUDGED}, looked_at, NULL), refused_looks = 0, unjudgeable_at = NULL, swapped = 0`;

/**
 * The operator lifts a block and accepts the destination that was judged: no look blocks it again, until somebody changes
 * something. Another one, put in its place meanwhile, is looked at within the minute.
 * @param url the destination that was judged, as it stands in the link; null: the one that was blocked
 * @throws Refusal LINK_NOT_FOUND; LINK_CHANGED where it leads elsewhere than `url`
 */
export async function unblockLink(env: Env, shortCode: string, url: string | null, now: number): Promise<Link> {
  const link = await change(env, shortCode, now, { set: UNBLOCK, where: 'url = coalesce(?3, url)', values: [url] });
  if (link !== null) return link;
  throw new Refusal((await findLink(env, codeOf(shortCode))) === null ? 'LINK_NOT_FOUND' : 'LINK_CHANGED');
}
