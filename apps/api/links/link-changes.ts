/** Changing links that exist: the truth first, then the link's counter and the edge. */
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import { newVersion } from '#api/database/announced';
import { databaseOf } from '#api/database/database';
import { LINK_FIELDS } from '#api/database/link-columns';
import { links } from '#api/database/schema';
import { isSame } from '#api/database/statements';
import { configOf } from '#api/platform/config';
import type { Env } from '#api/platform/env';
import { codeOf } from '#domain/codes';
import { isLimited, isUsedUp, limitsOfLink } from '#domain/limits';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { hashPassword } from '#secrets/password';
import { findLink } from '#store/find-link';
import { logFault } from '#store/log-fault';
import { callObject } from '#store/object-call';
import { clearMark, putEntry } from '#store/publish';
import { publishSpent } from '#store/spent';
import type { CheckedEdit } from './link-edit';
import { NOTHING_TO_SCAN } from './nothing-to-scan';
import { ownedLink } from './owned-link';

/** What becomes of a row. */
type Change = {
  readonly set: SQLiteUpdateSetSource<typeof links>;
  readonly where?: SQL | undefined;
  /** The link's counter hears of it in any case: its clicks may have been limited until now. */
  readonly updatesCounter?: boolean;
};

/** Changes one link in one statement and propagates it. Null when no row answers to `where`. */
async function change(
  env: Env,
  shortCode: string,
  now: number,
  { set, where, updatesCounter = false }: Change,
): Promise<Link | null> {
  const [link] = await databaseOf(env.DB)
    .update(links)
    .set({ ...set, ...newVersion(links, now) })
    .where(and(eq(links.code, codeOf(shortCode)), where))
    .returning(LINK_FIELDS);
  return link === undefined ? null : propagate(env, link, now, updatesCounter || isLimited(link));
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
export async function propagate(env: Env, link: Link, now: number, hasCounter = isLimited(link)): Promise<Link> {
  const log = (error: unknown) => logFault(error, { doing: 'put route', link: link.id });
  const [updated] = await Promise.allSettled([hasCounter ? updateCounter(env, link) : null]);
  const clicks = updated.status === 'fulfilled' ? (updated.value ?? 0) : 0;
  if (link.gone === null && isUsedUp(link, clicks)) {
    await publishSpent(env, limitsOfLink(link), clicks, now).catch(log);
    return { ...link, gone: 'CLICKS' };
  }
  const isPut = await putEntry(env, link, now).then(() => true, log);
  if (updated.status === 'rejected') throw updated.reason;
  if (isPut) await clearMark(env, link, now).catch(log);
  return link;
}

/** The clicks given so far, as the counter has them once it knows the newest limits. */
const updateCounter = (env: Env, link: Link): Promise<number> =>
  callObject(
    () => env.CLICKS.getByName(link.id),
    async (counter) => await counter.limit(limitsOfLink(link)),
    { repeatable: true },
  );

/** Deletes an account's own link: the row stays as a tombstone, so that the code answers 410 for ever. */
export const deleteLink = (env: Env, accountId: string, shortCode: string, now: number): Promise<Link> =>
  changeExisting(env, shortCode, now, {
    set: { gone: 'DELETED', ...NOTHING_TO_SCAN },
    where: eq(links.accountId, accountId),
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
  const link = await change(env, shortCode, now, {
    set: await editedColumns(env, edit, now),
    where: and(
      eq(links.accountId, accountId),
      sql`${links.gone} IS NOT 'DELETED'`,
      seen === undefined ? undefined : isAsSeen(seen),
    ),
    updatesCounter: edit.maxClicks !== undefined,
  });
  if (link !== null) return link;
  const { gone } = await ownedLink(env, accountId, shortCode);
  throw seen === undefined || gone === 'DELETED' ? new Refusal('LINK_DELETED') : new LinkChanged();
}

/** The link is no more what its editor had seen. */
export class LinkChanged extends Error {}

/** What an owner can change. Not the version: a link that is spent, blocked or published was edited by nobody. */
const isAsSeen = ({ id, url, expiresAt, maxClicks, password }: Link): SQL | undefined =>
  and(
    eq(links.id, id),
    eq(links.url, url),
    isSame(links.expiresAt, expiresAt),
    isSame(links.maxClicks, maxClicks),
    isSame(links.password, password),
  );

/** What was found of one destination, or decided about it, holds for no other. */
const NOT_LOOKED_AT = { lookedAt: null, accepted: false, refusedLooks: 0, unjudgeableAt: null };

async function editedColumns(
  env: Env,
  { url, threat, expiresIn, maxClicks, password }: CheckedEdit,
  now: number,
): Promise<Change['set']> {
  return {
    ...(url !== undefined && { url, threat, ...NOT_LOOKED_AT, swapped: sql`${links.blocked} IS NOT NULL` }),
    ...(expiresIn !== undefined && { expiresAt: expiresIn === null ? null : now + expiresIn * 1000 }),
    ...(maxClicks !== undefined && { maxClicks, gone: sql`nullif(${links.gone}, 'CLICKS')` }),
    ...(password !== undefined && {
      password: password === null ? null : await hashPassword(password, configOf(env).peppers),
    }),
  };
}

/** The operator's block: visits answer 410 BLOCKED until it is lifted. */
export const blockLink = (env: Env, shortCode: string, reason: string, now: number): Promise<Link> =>
  changeExisting(env, shortCode, now, {
    set: { blocked: reason, accepted: false, swapped: false, ...NOTHING_TO_SCAN },
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
    set: { blocked: sql`coalesce(${links.blocked}, 'threat')`, lookedAt: now, swapped: false, ...NOTHING_TO_SCAN },
    where: and(eq(links.id, id), eq(links.url, url), eq(links.accepted, false)),
  });

/** What unblocking sets. What the operator has judged is the destination that is named, or that was blocked or shown as unjudgeable. */
function unblocked(isNamed: boolean): Change['set'] {
  const { swapped, blocked, unjudgeableAt, lookedAt } = links;
  const isJudged = isNamed
    ? sql`TRUE`
    : sql`(NOT ${swapped} AND (${blocked} IS NOT NULL OR ${unjudgeableAt} IS NOT NULL))`;
  return {
    blocked: null,
    accepted: isJudged,
    threat: sql`iif(${isJudged}, NULL, 'pending')`,
    lookedAt: sql`iif(${isJudged}, ${lookedAt}, NULL)`,
    refusedLooks: 0,
    unjudgeableAt: null,
    swapped: false,
  };
}

/**
 * The operator lifts a block and accepts the destination that was judged: no look blocks it again, until somebody changes
 * something. Another one, put in its place meanwhile, is looked at within the minute.
 * @param url the destination that was judged, as it stands in the link; null: the one that was blocked
 * @throws Refusal LINK_NOT_FOUND; LINK_CHANGED where it leads elsewhere than `url`
 */
export async function unblockLink(env: Env, shortCode: string, url: string | null, now: number): Promise<Link> {
  const isMeant = url === null ? undefined : eq(links.url, url);
  const link = await change(env, shortCode, now, { set: unblocked(url !== null), where: isMeant });
  if (link !== null) return link;
  throw new Refusal((await findLink(env, codeOf(shortCode))) === null ? 'LINK_NOT_FOUND' : 'LINK_CHANGED');
}
