/** Sends the newest versions of changed links from D1 to their counters and to KV, and clears their dirty marks. */

import { and, eq, lte, sql } from 'drizzle-orm';
import { openDatabase, prepareStatement } from '#api/database/database';
import { links } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { isLimited, isUsedUp, linkToLimits } from '#domain/click-limits';
import type { Link } from '#domain/link';
import { logFault } from '#store/faults';
import { callObject, objectNamed } from '#store/objects';
import { markSpent, putEntry } from '#store/publish';
import { settleAll } from '#store/turns';
import { deleteFormer } from './link-details';

/** How many counters, and how many entries of KV, are written at a time. */
const AT_ONCE = 20;

/**
 * Sends a link's newest version to its counter and to KV. A call fails without the counter, because a change of a
 * limited link must hold at once. The cron repeats a failed put. The dirty mark stays until counter and KV have the
 * version.
 * @returns the link; it is spent if the counter has already given all clicks of the limit
 * @throws ObjectUnreachable if the counter does not respond
 */
export async function propagate<One extends Link>(
  env: Env,
  link: One,
  now: number,
  hasCounter = isLimited(link),
): Promise<One> {
  const [outcome] = await propagateAll(env, [link], now, () => hasCounter);
  if (outcome?.status !== 'fulfilled') throw outcome?.reason;
  return outcome.value;
}

/**
 * Does for many links what `propagate` does for one, with two statements in D1 at most.
 * @returns the outcome of each link, in their order
 */
export async function propagateAll<One extends Link>(
  env: Env,
  links: readonly One[],
  now: number,
  hasCounter: (link: Link) => boolean = isLimited,
): Promise<PromiseSettledResult<One>[]> {
  const counts = await pushToCounters(env, links, hasCounter);
  const counted = links.map((link, index) => toCounted(link, counts[index] as PromiseSettledResult<number>));
  const spent = await spend(env, counted, now);
  await publish(env, [...counted.filter(({ isSpent }) => !isSpent), ...spent], now);
  return counted.map(({ link, isSpent, count }) => {
    if (count.status === 'rejected') return count;
    return { status: 'fulfilled', value: isSpent ? { ...link, gone: 'CLICKS' } : link };
  });
}

/** Sends the newest versions of links to their counters. @returns the number of clicks of each link, in their order */
export const pushToCounters = (
  env: Env,
  links: readonly Link[],
  hasCounter: (link: Link) => boolean,
): Promise<PromiseSettledResult<number>[]> =>
  settleAll(links, AT_ONCE, async (link) => (hasCounter(link) ? updateCounter(env, link) : 0));

/** Sends the newest limits to the counter. @returns the number of clicks so far */
const updateCounter = (env: Env, link: Link): Promise<number> =>
  callObject(
    () => objectNamed(env, env.CLICKS, link.id),
    async (counter) => await counter.limit(linkToLimits(link)),
    { repeatable: true },
  );

/** A changed link. `isPushed`: its counter, if it has one, has the version. */
type Changed = { readonly link: Link; readonly isPushed: boolean };
type Counted<One extends Link> = {
  readonly link: One;
  readonly isPushed: boolean;
  readonly isSpent: boolean;
  readonly count: PromiseSettledResult<number>;
};

function toCounted<One extends Link>(link: One, count: PromiseSettledResult<number>): Counted<One> {
  const clicks = count.status === 'fulfilled' ? count.value : 0;
  return { link, count, isPushed: count.status === 'fulfilled', isSpent: link.gone === null && isUsedUp(link, clicks) };
}

/** Marks the links as spent whose counters have given all clicks. @returns them as they are in D1 then */
async function spend(env: Env, counted: readonly Counted<Link>[], now: number): Promise<Changed[]> {
  const spent = counted.flatMap(({ link: { code, id: linkId }, isSpent, count }) =>
    isSpent && count.status === 'fulfilled' ? [{ code, linkId, clicks: count.value }] : [],
  );
  if (spent.length === 0) return [];
  const links = await markSpent(env, spent, now).catch((error) => {
    logFault(error, { doing: 'mark spent' });
    return [];
  });
  return links.map((link) => ({ link, isPushed: true }));
}

/** Puts the entries, and clears the marks of the links that counter and KV have. A failure is only logged. */
async function publish(env: Env, changed: readonly Changed[], now: number): Promise<void> {
  const puts = await settleAll(changed, AT_ONCE, ({ link }) => putEntry(env, link, now));
  for (const [index, put] of puts.entries())
    if (put.status === 'rejected') logFault(put.reason, { doing: 'put entry', link: changed[index]?.link.id ?? '' });
  const published = changed.filter(({ isPushed }, index) => isPushed && puts[index]?.status === 'fulfilled');
  if (published.length === 0) return;
  await clearMarks(
    env,
    published.map(({ link }) => link),
    now,
  ).catch((error) => logFault(error, { doing: 'clear marks' }));
}

const asJsonList = (published: readonly Link[]) =>
  sql`json_each(${JSON.stringify(published.map(({ code, id, version }) => ({ code, id, version })))}) AS put`;

function prepareClearance(env: Env, published: readonly Link[], now: number) {
  const isPut = and(eq(links.code, sql`put.value ->> 'code'`), eq(links.version, sql`put.value ->> 'version'`));
  return openDatabase(env.DB)
    .update(links)
    .set({ dirty: false })
    .from(asJsonList(published))
    .where(and(isPut, lte(links.quietAt, now), eq(links.dirty, true)));
}

/**
 * Clears the marks of published versions in one statement, because the platform limits the queries of an invocation.
 */
export async function clearMarks(env: Env, published: readonly Link[], now: number): Promise<void> {
  await prepareClearance(env, published, now);
}

/**
 * Clears the marks of links that have taken the codes of dead ones, and erases the details of the dead links, in one
 * round trip.
 */
export async function clearMarksOfReused(env: Env, published: readonly Link[], now: number): Promise<void> {
  const made = sql`${asJsonList(published)} CROSS JOIN ${links} ON ${links.code} = put.value ->> 'code' AND ${links.id} = put.value ->> 'id'`;
  const statements = [prepareClearance(env, published, now).getSQL(), ...deleteFormer(made)];
  await env.DB.batch(statements.map((statement) => prepareStatement(env.DB, statement)));
}
