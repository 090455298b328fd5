/** Scans the destinations of links, and records the verdicts in their rows. */
import { and, eq, sql } from 'drizzle-orm';
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import { databaseOf } from '#api/database/database';
import { links } from '#api/database/schema';
import { blockUnsafe } from '#api/links/link-changes';
import type { Env } from '#api/platform/env';
import { checkDestinations } from '#api/threats/check';
import type { Verdict } from '#api/threats/verdict';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { logFault } from '#store/log-fault';

/** How many destinations share one time limit. */
const SCANS_AT_ONCE = 30;

/** A link as it was read. Its verdict holds only while the code still has this id and this destination. */
export type ScannedLink = Pick<Link, 'code' | 'id' | 'url'>;

/** The condition that a row is the link in `one`, a value of a JSON list. */
export const isSameLink = sql`${links.code} = one.value ->> 'code' AND ${links.id} = one.value ->> 'id'`;

/** The columns to set for each verdict except `unsafe`. */
type ColumnsByVerdict = { readonly [verdict in Exclude<Verdict, 'unsafe'>]?: Columns };
type Columns = SQLiteUpdateSetSource<typeof links>;

/** Scans destinations, blocks the links of unsafe ones, and sets columns of the others by their verdicts. */
export async function scanDestinations(
  env: Env,
  scanned: readonly ScannedLink[],
  now: number,
  columnsByVerdict: ColumnsByVerdict,
): Promise<void> {
  for (let from = 0; from < scanned.length; from += SCANS_AT_ONCE) {
    const some = scanned.slice(from, from + SCANS_AT_ONCE);
    const urls = some.map(({ url }) => url);
    const verdicts = await checkDestinations(env, urls, now, { ignoresBreaker: true });
    const withVerdict = (verdict: Verdict) => some.filter((_, index) => verdicts[index] === verdict);
    await Promise.all([
      ...withVerdict('unsafe').map((link) => block(env, link, now)),
      ...(['safe', 'unknown', 'unjudgeable'] as const).map((verdict) =>
        setColumns(env, withVerdict(verdict), now, columnsByVerdict[verdict]),
      ),
    ]);
  }
}

/** Blocks an unsafe link. A failure is logged and stops no other scan. A later scan tries again. */
async function block(env: Env, link: ScannedLink, now: number): Promise<void> {
  try {
    await blockUnsafe(env, link, now);
  } catch (error) {
    // A Refusal means that the link was changed or accepted meanwhile. A new destination was checked when it was set.
    if (!(error instanceof Refusal)) logFault(error, { doing: 'block unsafe link', link: link.id });
  }
}

/** Sets columns of all these links in one statement, because the platform limits the queries of an invocation. */
async function setColumns(
  env: Env,
  scanned: readonly ScannedLink[],
  now: number,
  set: Columns | undefined,
): Promise<void> {
  if (set === undefined || scanned.length === 0) return;
  const isUnchanged = sql`${isSameLink} AND ${links.url} = one.value ->> 'url'`;
  const changed = await databaseOf(env.DB)
    .update(links)
    .set(set)
    .from(sql`json_each(${JSON.stringify(scanned)}) AS one`)
    .where(and(isUnchanged, eq(links.accepted, false)))
    .returning({ id: links.id, unjudgeableAt: links.unjudgeableAt });
  for (const { id, unjudgeableAt } of changed) if (unjudgeableAt === now) logUnjudgeable(id);
}

/** Logs a link that has become unjudgeable. From then on GET /admin/threats shows the link. */
const logUnjudgeable = (link: string): void =>
  console.error(JSON.stringify({ unjudgeable: 'The threat service refuses to judge a destination', link }));
