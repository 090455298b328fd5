/**
 * Deletions that the console schedules, so that they can be undone for ten seconds (specification 14.10). The links
 * that one form names have the same due time: they are deleted together, or none of them is.
 */
import { and, asc, eq, gt, lte, type SQL, sql } from 'drizzle-orm';
import { eachText, openDatabase, openPrimary, prepareStatement } from '#api/database/database';
import { logEvent, preparedEvents, withLog } from '#api/database/events';
import { links, scheduledDeletions } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { Actor } from '#domain/account-events';
import type { Link } from '#domain/link';
import { type LinkRow, parseLinkRow } from '#store/link-row';
import { prepareDeletion } from './link-changes';
import { columns } from './link-details';

/** How long a deletion can be undone, milliseconds. */
export const UNDO_MS = 10_000;

export type ScheduledDeletion = typeof scheduledDeletions.$inferSelect;

const { accountId: owner, code, linkId, dueAt } = scheduledDeletions;

/**
 * Schedules the deletion of links of an account. A link that is scheduled already keeps its due time. Unknown codes,
 * links of other accounts and deleted links are left out.
 * @param codes in their stored form
 * @returns the number of the links that are scheduled now
 */
export async function scheduleDeletion(
  env: Env,
  accountId: string,
  codes: readonly string[],
  now: number,
): Promise<number> {
  const scheduled = await openDatabase(env.DB).all(sql`INSERT INTO ${scheduledDeletions}
    (${columns(owner, code, linkId, dueAt)})
    SELECT ${links.accountId}, ${links.code}, ${links.id}, ${now + UNDO_MS} FROM ${links}
    WHERE ${links.code} IN ${eachText(codes)} AND ${links.accountId} = ${accountId} AND ${links.gone} IS NOT 'DELETED'
    ON CONFLICT (${columns(owner, code)}) DO UPDATE SET link_id = excluded.link_id,
      due_at = iif(link_id = excluded.link_id, due_at, excluded.due_at)
    RETURNING code`);
  return scheduled.length;
}

/** Returns the deletions of an account that are neither carried out nor undone, the earliest first. */
export const listScheduled = (env: Env, accountId: string): Promise<ScheduledDeletion[]> =>
  openPrimary(env.DB).select().from(scheduledDeletions).where(eq(owner, accountId)).orderBy(asc(dueAt), asc(code));

/**
 * Undoes the deletion of an account that has a due time, unless it is due.
 * @returns its number of links, 0 if the deletion is due, carried out or undone; and how many of them stay, because no
 * other call has deleted them meanwhile
 */
export async function undoDeletion(
  env: Env,
  accountId: string,
  due: number,
  now: number,
): Promise<{ readonly undone: number; readonly staying: number }> {
  const isOfDeletion = and(eq(owner, accountId), eq(dueAt, due), gt(dueAt, now));
  const undone = await openDatabase(env.DB).all<{ stays: 0 | 1 }>(sql`DELETE FROM ${scheduledDeletions}
    WHERE ${isOfDeletion} RETURNING EXISTS (SELECT 1 FROM ${links}
      WHERE ${links.code} = ${code} AND ${links.id} = ${linkId} AND ${links.gone} IS NOT 'DELETED') AS stays`);
  return { undone: undone.length, staying: undone.filter(({ stays }) => stays === 1).length };
}

/** Only the console schedules deletions. Which of its sessions did is not stored. */
const THE_OWNER: Actor = { kind: 'owner' };

/** How many links a call deletes at least, if so many are due. The last deletion among them is carried out whole. */
const LINKS_AT_ONCE = 200;

/**
 * Carries out deletions that are due, in one transaction, so that each is carried out or undone as a whole. A link that
 * was made under the code of one of these links stays. The deleted links are dirty, and not propagated yet.
 * @param accountId undefined: those of all accounts
 */
export async function carryOutDeletions(env: Env, now: number, accountId?: string): Promise<Link[]> {
  const isDue = and(lte(dueAt, now), accountId === undefined ? undefined : eq(owner, accountId)) as SQL;
  const isNext = sql`(${columns(owner, dueAt)}) IN (SELECT ${columns(owner, dueAt)} FROM ${scheduledDeletions}
    WHERE ${isDue} ORDER BY ${dueAt} LIMIT ${LINKS_AT_ONCE})`;
  const isNamed = sql`(${links.code}, ${links.id}) IN (SELECT ${columns(code, linkId)} FROM ${scheduledDeletions} WHERE ${isNext})`;
  const done = sql`DELETE FROM ${scheduledDeletions} WHERE ${isNext}`;
  const ofEach = { accountId: accountId ?? links.accountId, subject: sql`${links.code}` };
  const event = { ...ofEach, kind: 'link.deleted', actor: THE_OWNER } as const;
  const isToDelete = sql`FROM ${links} WHERE ${isNamed} AND ${links.gone} IS NOT 'DELETED'`;
  return withLog(logEvent(env, event, now, isToDelete), async (log) => {
    const statements = [
      ...preparedEvents(env.DB, log),
      ...prepareDeletion(env, isNamed, now),
      prepareStatement(env.DB, done),
    ];
    const results = await env.DB.batch<LinkRow>(statements);
    return (results.at(-2)?.results ?? []).map(parseLinkRow);
  });
}
