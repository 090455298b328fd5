/**
 * Deletions and ends of links that the console schedules, so that they can be undone for ten seconds or as long as the
 * owner asks (specification 14.10). The links that one form names have the same due time: it is done to all of them
 * together, or to none.
 */
import { and, asc, eq, gt, lt, lte, type SQL, sql } from 'drizzle-orm';
import { eachText, oneMore, openDatabase, openPrimary, prepareStatement } from '#api/database/database';
import { logEvent, preparedEvents, withLog } from '#api/database/events';
import { links, scheduledActs } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { Actor } from '#domain/account-events';
import type { Link } from '#domain/link';
import { type LinkRow, parseLinkRow } from '#store/link-row';
import { prepareDeletion } from './link-changes';
import { columns } from './link-details';
import { updateRows } from './update-links';

/** How long an act can be undone, milliseconds. */
export const UNDO_MS = 10_000;

/** How long it can be undone at least, once its owner has asked for more time, milliseconds. */
export const MORE_TIME_MS = 60_000;

/** How often its owner can have more time (WCAG 2.2, criterion 2.2.1). */
export const MAX_EXTENSIONS = 10;

export type ScheduledAct = typeof scheduledActs.$inferSelect;
export type ActKind = ScheduledAct['act'];

/** What one form has scheduled: its kind, and its due time, epoch milliseconds. */
export type ActKey = Pick<ScheduledAct, 'act' | 'dueAt'>;

const { accountId: owner, code, linkId, act: kind, dueAt, extended } = scheduledActs;

const IS_DELETED = sql`${links.gone} IS 'DELETED'`;
const isUnexpired = (now: number) => sql`(${links.expiresAt} IS NULL OR ${links.expiresAt} > ${now})`;

/**
 * Schedules an act for links of an account. Where the same is scheduled for a link already, that stays as it is. Unknown
 * codes, links of other accounts, deleted links, and links that have expired before an end, are left out.
 * @param codes in their stored form
 * @returns the codes of the links for which it is scheduled now
 */
export async function scheduleAct(
  env: Env,
  accountId: string,
  act: ActKind,
  codes: readonly string[],
  now: number,
): Promise<string[]> {
  const isSame = sql`link_id = excluded.link_id`;
  const scheduled = await openDatabase(env.DB).all<{ code: string }>(sql`INSERT INTO ${scheduledActs}
    (${columns(owner, code, linkId, kind, dueAt)})
    SELECT ${links.accountId}, ${links.code}, ${links.id}, ${act}, ${now + UNDO_MS} FROM ${links}
    WHERE ${links.code} IN ${eachText(codes)} AND ${links.accountId} = ${accountId} AND NOT ${IS_DELETED}
      AND ${act === 'expire' ? isUnexpired(now) : sql`TRUE`}
    ON CONFLICT (${columns(owner, code, kind)}) DO UPDATE SET link_id = excluded.link_id,
      due_at = iif(${isSame}, due_at, excluded.due_at), extended = iif(${isSame}, extended, 0)
    RETURNING code`);
  return scheduled.map((row) => row.code);
}

/** Returns the acts of an account that are neither carried out nor undone, the earliest first. */
export const listScheduled = (env: Env, accountId: string): Promise<ScheduledAct[]> =>
  openPrimary(env.DB).select().from(scheduledActs).where(eq(owner, accountId)).orderBy(asc(dueAt), asc(code));

/** SQL condition: the rows of an act that is not due yet. */
const isPending = (accountId: string, { act, dueAt: due }: ActKey, now: number) =>
  and(eq(owner, accountId), eq(kind, act), eq(dueAt, due), gt(dueAt, now));

/**
 * Undoes an act of an account, unless it is due.
 * @returns its number of links, 0 if it is due, carried out or undone; and how many of them stay, because no other call
 * has deleted them meanwhile
 */
export async function undoAct(
  env: Env,
  accountId: string,
  key: ActKey,
  now: number,
): Promise<{ readonly undone: number; readonly staying: number }> {
  const undone = await openDatabase(env.DB).all<{ stays: 0 | 1 }>(sql`DELETE FROM ${scheduledActs}
    WHERE ${isPending(accountId, key, now)} RETURNING EXISTS (SELECT 1 FROM ${links}
      WHERE ${links.code} = ${code} AND ${links.id} = ${linkId} AND NOT ${IS_DELETED}) AS stays`);
  return { undone: undone.length, staying: undone.filter(({ stays }) => stays === 1).length };
}

/**
 * Gives an act of an account a later due time, a minute from now, unless it is due or has been given one ten times.
 * @returns whether it has one
 */
export async function postponeAct(env: Env, accountId: string, key: ActKey, now: number): Promise<boolean> {
  const later = Math.max(key.dueAt, now + MORE_TIME_MS);
  const { meta } = await openDatabase(env.DB)
    .update(scheduledActs)
    .set({ dueAt: later, extended: oneMore(extended) })
    .where(and(isPending(accountId, key, now), lt(extended, MAX_EXTENSIONS)));
  return meta.changes > 0;
}

/** Only the console schedules acts. Which of its sessions did is not stored. */
const THE_OWNER: Actor = { kind: 'owner' };

/** How many links a call changes at least, if so many are due. The last act among them is carried out whole. */
const LINKS_AT_ONCE = 200;

/**
 * Carries out acts that are due, in one transaction, so that each is carried out or undone as a whole. A link that was
 * made under the code of one of these links stays. The changed links are dirty, and not propagated yet.
 * @param accountId undefined: those of all accounts
 */
export async function carryOutActs(env: Env, now: number, accountId?: string): Promise<Link[]> {
  const isDue = and(lte(dueAt, now), accountId === undefined ? undefined : eq(owner, accountId)) as SQL;
  const isNext = sql`(${columns(owner, dueAt)}) IN (SELECT ${columns(owner, dueAt)} FROM ${scheduledActs}
    WHERE ${isDue} ORDER BY ${dueAt} LIMIT ${LINKS_AT_ONCE})`;
  const isNamed = (act: ActKind) =>
    sql`(${links.code}, ${links.id}) IN (SELECT ${columns(code, linkId)} FROM ${scheduledActs}
      WHERE ${isNext} AND ${kind} = ${act})`;
  const end = updateRows(
    openDatabase(env.DB),
    { expiresAt: now },
    and(isNamed('expire'), sql`NOT ${IS_DELETED}`, isUnexpired(now)),
    now,
  ).getSQL();
  // Nothing is left to end of a link that is deleted.
  const done = sql`DELETE FROM ${scheduledActs} WHERE ${isNext} OR (${columns(owner, linkId)}) IN
    (SELECT ${columns(owner, linkId)} FROM ${scheduledActs} WHERE ${isNext} AND ${kind} = 'delete')`;
  const ofEach = { accountId: accountId ?? links.accountId, subject: sql`${links.code}` };
  const event = { ...ofEach, kind: 'link.deleted', actor: THE_OWNER } as const;
  const isToDelete = sql`FROM ${links} WHERE ${isNamed('delete')} AND NOT ${IS_DELETED}`;
  return withLog(logEvent(env, event, now, isToDelete), async (log) => {
    const statements = [
      ...preparedEvents(env.DB, log),
      ...prepareDeletion(env, isNamed('delete'), now),
      prepareStatement(env.DB, end),
      prepareStatement(env.DB, done),
    ];
    const results = await env.DB.batch<LinkRow>(statements);
    return results.slice(-3, -1).flatMap((changed) => changed.results.map(parseLinkRow));
  });
}
