/**
 * Erases deleted accounts in steps. Each link becomes a tombstone without a destination, and each key loses its name.
 */
import { and, eq, gt, gte, inArray, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { eraseStatistics, NAMELESS_KEY } from '#api/accounts/delete-account';
import { pushKeyPortions } from '#api/accounts/key-push';
import { eachText, newVersion, oneMore, openDatabase, prepareStatement } from '#api/database/database';
import { ERASED, isErased, LINK_FIELDS } from '#api/database/link-columns';
import { accountEvents, accounts, deletions, existingLinks, keys, links, tags } from '#api/database/schema';
import { columns, eraseDetails } from '#api/links/link-details';
import { propagate } from '#api/links/propagate';
import { announceDenylist, publishDenylist } from '#api/platform/denylist';
import type { Env } from '#api/platform/env';
import type { Link } from '#domain/link';
import { logFault } from '#store/faults';
import { type LinkRow, parseLinkRow } from '#store/link-row';

/**
 * How many links a run turns into tombstones, so that all jobs together stay within the 1,000 operations of an
 * invocation.
 */
const TOMBSTONES_PER_RUN = 100;
/** How many accounts a run works on that have links or other rows to erase. */
const ACCOUNTS_PER_RUN = 5;
/** How many accounts a run finishes that have nothing left to erase. */
const FINISHED_PER_RUN = 200;
/** How many names of keys a run erases for an account. An account may have any number of revoked keys. */
const NAMES_PER_RUN = 500;
/** How many rows of `existing_links` a run erases for an account. */
const EXISTING_PER_RUN = 500;

/**
 * How long an account stays on the denylist after its deletion, in milliseconds. A copy of a live edge entry, which a
 * tombstone alone does not stop, exists for less time.
 */
const DENIED_FOR_MS = 600_000;

type Deletion = typeof deletions.$inferSelect;

const isNameless = and(eq(keys.name, NAMELESS_KEY.name), eq(keys.lastFour, NAMELESS_KEY.lastFour)) as SQL;

const hasLinksToErase = sql`EXISTS (SELECT 1 FROM ${links} WHERE ${links.accountId} = ${deletions.accountId}
  AND ${links.createdAt} >= ${deletions.upTo} AND NOT ${isErased})`;
const isOfDeleted = (table: typeof tags | typeof existingLinks | typeof accountEvents) =>
  sql`EXISTS (SELECT 1 FROM ${table} WHERE ${table.accountId} = ${deletions.accountId})`;
const hasOthersToErase = sql`(EXISTS (SELECT 1 FROM ${keys} WHERE ${keys.accountId} = ${deletions.accountId}
  AND (${keys.version} > ${keys.pushedVersion} OR NOT ${isNameless})) OR ${isOfDeleted(tags)} OR ${isOfDeleted(existingLinks)}
  OR ${isOfDeleted(accountEvents)})`;

/** The time until which the denylist names a deleted account. */
const deniedUntil = sql`${deletions.deletedAt} + ${DENIED_FOR_MS}`;

/** Runs the next step of each deletion that is due. */
export async function eraseAccounts(env: Env, now: number): Promise<void> {
  await postponeFinished(env, now);
  let room = TOMBSTONES_PER_RUN;
  for (const deletion of await readDue(env, now)) {
    if (room === 0) break;
    room -= await eraseStep(env, deletion, room, now).catch((error) => postpone(env, deletion, now, error));
  }
  await finish(env, now);
}

/**
 * Postpones the deletion of each account that has no links to erase, until the denylist may drop the account. It is one
 * statement, because one network can delete more accounts a minute than a run could postpone one by one.
 */
const postponeFinished = (env: Env, now: number) =>
  openDatabase(env.DB)
    .update(deletions)
    .set({ dueAt: deniedUntil })
    .where(and(lte(deletions.dueAt, now), gt(deniedUntil, now), not(hasLinksToErase)));

const readDue = (env: Env, now: number): Promise<Deletion[]> =>
  openDatabase(env.DB)
    .select()
    .from(deletions)
    .where(and(lte(deletions.dueAt, now), or(hasLinksToErase, hasOthersToErase)))
    .orderBy(deletions.dueAt)
    .limit(ACCOUNTS_PER_RUN);

const readFinished = (env: Env, now: number): Promise<Deletion[]> =>
  openDatabase(env.DB)
    .select()
    .from(deletions)
    .where(and(lte(deletions.dueAt, now), lte(deniedUntil, now), not(hasLinksToErase), not(hasOthersToErase)))
    .orderBy(deletions.dueAt)
    .limit(FINISHED_PER_RUN);

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

/**
 * Postpones a deletion that failed, so that it delays no other. The delay is the age of the deletion, at least a minute
 * and at most an hour.
 * @returns 0 as the number of new tombstones, which is unknown
 */
async function postpone(env: Env, { accountId, deletedAt, upTo }: Deletion, now: number, error: unknown) {
  const log = (fault: unknown) => logFault(fault, { doing: 'cron', step: 'deletions', account: accountId });
  log(error);
  const wait = Math.min(Math.max(now - deletedAt, MINUTE_MS), HOUR_MS);
  await reschedule(env, accountId, upTo, now + wait).catch(log);
  return 0;
}

/**
 * Turns up to `limit` links of an account into tombstones, or erases its names and other rows if no link is left.
 * @returns the number of new tombstones
 */
async function eraseStep(env: Env, { accountId, upTo }: Deletion, limit: number, now: number): Promise<number> {
  const tombstones = await makeTombstones(env, accountId, upTo, limit, now);
  const propagated = await Promise.allSettled(tombstones.map((link) => propagate(env, link, now)));
  for (const one of propagated)
    if (one.status === 'rejected') logFault(one.reason, { doing: 'cron', step: 'deletions' });
  if (tombstones.length > 0)
    await reschedule(env, accountId, Math.max(...tombstones.map((link) => link.createdAt)), now);
  else {
    await eraseNames(env, accountId);
    await eraseOthers(env, accountId);
    await pushKeyPortions(env, accountId, 1);
  }
  return tombstones.length;
}

async function makeTombstones(env: Env, accountId: string, upTo: number, limit: number, now: number): Promise<Link[]> {
  const db = openDatabase(env.DB);
  // Links that were created exactly at `upTo` are read again, and the erased ones among them must be skipped.
  const isLeft = and(eq(links.accountId, accountId), gte(links.createdAt, upTo), not(isErased));
  const some = db
    .select({ code: links.code })
    .from(links)
    .where(isLeft)
    .orderBy(links.createdAt, links.code)
    .limit(limit);
  const update = db
    .update(links)
    .set({ ...ERASED, ...newVersion(links, now) })
    .where(inArray(links.code, some))
    .returning(LINK_FIELDS);
  // The update comes last, because `some` has no tombstones.
  const statements = [...eraseDetails(some.getSQL()), update.getSQL()];
  const results = await env.DB.batch<LinkRow>(statements.map((statement) => prepareStatement(env.DB, statement)));
  return (results.at(-1)?.results ?? []).map(parseLinkRow);
}

/**
 * Erases the tags and events that calls under way have written during the deletion, and a portion of the rows of
 * `existing_links`.
 */
async function eraseOthers(env: Env, accountId: string): Promise<void> {
  const { accountId: owner, urlHash, createdAt, code } = existingLinks;
  const key = columns(owner, urlHash, createdAt, code);
  const db = openDatabase(env.DB);
  await db.batch([
    db.delete(tags).where(eq(tags.accountId, accountId)),
    db.delete(accountEvents).where(eq(accountEvents.accountId, accountId)),
  ]);
  await db.run(sql`DELETE FROM ${existingLinks} WHERE (${key}) IN
    (SELECT ${key} FROM ${existingLinks} WHERE ${owner} = ${accountId} LIMIT ${EXISTING_PER_RUN})`);
}

async function eraseNames(env: Env, accountId: string): Promise<void> {
  const db = openDatabase(env.DB);
  const isLeft = and(eq(keys.accountId, accountId), not(isNameless));
  const some = db.select({ id: keys.id }).from(keys).where(isLeft).limit(NAMES_PER_RUN);
  await db
    .update(keys)
    .set({ ...NAMELESS_KEY, version: oneMore(keys.version) })
    .where(inArray(keys.id, some));
}

const reschedule = (env: Env, accountId: string, upTo: number, dueAt: number) =>
  openDatabase(env.DB).update(deletions).set({ upTo, dueAt }).where(eq(deletions.accountId, accountId)).run();

/**
 * Finishes accounts whose links are all tombstones: erases their statistics, and takes the accounts off the denylist.
 * No more clicks can arrive by then.
 */
async function finish(env: Env, now: number): Promise<void> {
  const done = await readFinished(env, now);
  const erased = await Promise.allSettled(done.map((one) => eraseStatistics(env, one.accountId)));
  for (const [index, one] of erased.entries())
    if (one.status === 'rejected') await postpone(env, done[index] as Deletion, now, one.reason);
  const finished = done.filter((_, index) => erased[index]?.status === 'fulfilled').map((one) => one.accountId);
  if (finished.length === 0) return;
  const db = openDatabase(env.DB);
  await db.batch([
    db
      .update(accounts)
      .set({ suspended: false })
      .where(inArray(accounts.id, eachText(finished))),
    db.delete(deletions).where(inArray(deletions.accountId, eachText(finished))),
    announceDenylist(env, now),
  ]);
  await publishDenylist(env, now);
}
