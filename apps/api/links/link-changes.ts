/** Changes links that exist: first the row in D1, then the link's counter, then its edge entry in KV. */
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
import { objectNamed } from '#store/object-named';
import { clearMark, putEntry } from '#store/publish';
import { publishSpent } from '#store/spent';
import type { CheckedEdit } from './link-edit';
import { NOTHING_TO_SCAN } from './nothing-to-scan';
import { ownedLink } from './owned-link';

/** What a change sets in a row, and on which condition. */
type Change = {
  readonly set: SQLiteUpdateSetSource<typeof links>;
  readonly where?: SQL | undefined;
  /** Whether the counter is told even if the new link has no limit: the link may have had one until now. */
  readonly updatesCounter?: boolean;
};

/** Changes one link in one statement and propagates it. @returns null if no row satisfies `where` */
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

/** Does what `change` does. @throws Refusal LINK_NOT_FOUND if no row satisfies `where` */
async function changeExisting(env: Env, shortCode: string, now: number, wanted: Change): Promise<Link> {
  const link = await change(env, shortCode, now, wanted);
  if (link === null) throw new Refusal('LINK_NOT_FOUND');
  return link;
}

/**
 * Sends a link's newest version to its counter and to KV. The counter must take it, because a change of a limited link
 * holds at once; the minute's cron repeats a put that fails. The dirty mark stays until both have the version.
 * @returns the link as it is then: spent, if all clicks of its limit were given before
 * @throws ObjectUnreachable if the counter does not respond
 */
export async function propagate(env: Env, link: Link, now: number, hasCounter = isLimited(link)): Promise<Link> {
  const log = (error: unknown) => logFault(error, { doing: 'put entry', link: link.id });
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

/** Tells the counter the newest limits. @returns the clicks given so far */
const updateCounter = (env: Env, link: Link): Promise<number> =>
  callObject(
    () => objectNamed(env, env.CLICKS, link.id),
    async (counter) => await counter.limit(limitsOfLink(link)),
    { repeatable: true },
  );

/** Deletes an account's own link. The row stays as a tombstone, so that visits to the code are 410 for ever. */
export const deleteLink = (env: Env, accountId: string, shortCode: string, now: number): Promise<Link> =>
  changeExisting(env, shortCode, now, {
    set: { gone: 'DELETED', ...NOTHING_TO_SCAN },
    where: eq(links.accountId, accountId),
  });

/**
 * Edits an account's own link, an expired or spent one too: its status follows from the new limits. A block stays. A new
 * destination loses every verdict on the former one.
 * @param seen the link as the caller has read it; without it, or if the owner has changed nothing since, the edit is made
 * @throws Refusal LINK_NOT_FOUND, LINK_DELETED; LinkChanged if the link differs from `seen`
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

/** The owner has changed the link since the editor read it. */
export class LinkChanged extends Error {}

/** Compares what an owner can change. The version does not count: it also grows when a link is spent or blocked. */
const isAsSeen = ({ id, url, expiresAt, maxClicks, password }: Link): SQL | undefined =>
  and(
    eq(links.id, id),
    eq(links.url, url),
    isSame(links.expiresAt, expiresAt),
    isSame(links.maxClicks, maxClicks),
    isSame(links.password, password),
  );

/** The columns of a new destination: no verdict and no decision on the former one applies to it. */
const NOT_SCANNED = { lookedAt: null, accepted: false, refusedLooks: 0, unjudgeableAt: null };

async function editedColumns(
  env: Env,
  { url, threat, expiresIn, maxClicks, password }: CheckedEdit,
  now: number,
): Promise<Change['set']> {
  return {
    ...(url !== undefined && { url, threat, ...NOT_SCANNED, swapped: sql`${links.blocked} IS NOT NULL` }),
    ...(expiresIn !== undefined && { expiresAt: expiresIn === null ? null : now + expiresIn * 1000 }),
    ...(maxClicks !== undefined && { maxClicks, gone: sql`nullif(${links.gone}, 'CLICKS')` }),
    ...(password !== undefined && {
      password: password === null ? null : await hashPassword(password, configOf(env).peppers),
    }),
  };
}

/** Blocks a link for the operator: visits are 410 BLOCKED until the block is lifted. */
export const blockLink = (env: Env, shortCode: string, reason: string, now: number): Promise<Link> =>
  changeExisting(env, shortCode, now, {
    set: { blocked: reason, accepted: false, swapped: false, ...NOTHING_TO_SCAN },
  });

/**
 * Blocks a link whose destination was found unsafe. It blocks only the link with that id and that destination. A reason
 * of the operator's stays, and a destination that the operator has accepted is not blocked.
 * @throws Refusal LINK_NOT_FOUND if the code has another link or destination by now, or the operator has accepted it
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

/**
 * The columns that unblocking sets. The operator has judged the destination that the call names; without a name, the one
 * that was blocked or listed as unjudgeable.
 */
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
 * Lifts a block and accepts the destination that the operator has judged: no later check blocks it again. A destination
 * that replaced it under the block is not accepted, but checked within a minute (specification 13.5).
 * @param url the destination that was judged, as it stands in the link; null: the one that was blocked
 * @throws Refusal LINK_NOT_FOUND; LINK_CHANGED if the link has another destination than `url`
 */
export async function unblockLink(env: Env, shortCode: string, url: string | null, now: number): Promise<Link> {
  const isMeant = url === null ? undefined : eq(links.url, url);
  const link = await change(env, shortCode, now, { set: unblocked(url !== null), where: isMeant });
  if (link !== null) return link;
  throw new Refusal((await findLink(env, codeOf(shortCode))) === null ? 'LINK_NOT_FOUND' : 'LINK_CHANGED');
}
