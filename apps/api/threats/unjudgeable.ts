/**
 * Reads the links whose destination the threat service refuses to judge. The operator decides on them
 * (docs/threats.md).
 */
import { and, count, gt, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { links } from '#api/database/schema';
import type { Env } from '#api/platform/env';

/** How many links the list shows at most. A link leaves the list when the operator decides on it. */
export const UNJUDGEABLE_SHOWN = 100;

const UNJUDGEABLE = {
  shortCode: sql<string>`coalesce(${links.alias}, ${links.code})`,
  accountId: links.accountId,
  url: links.url,
  since: sql<number>`${links.unjudgeableAt}`,
};

type UnjudgeableLink = {
  readonly shortCode: string;
  readonly accountId: string;
  readonly url: string;
  readonly since: number;
};

/** Returns the number of unjudgeable links that redirect at `now`, and those that have waited longest. */
export async function readUnjudgeable(env: Env, now: number): Promise<{ count: number; links: UnjudgeableLink[] }> {
  const db = databaseOf(env.DB);
  const isWaiting = and(
    isNotNull(links.unjudgeableAt),
    isNull(links.blocked),
    isNull(links.gone),
    or(isNull(links.expiresAt), gt(links.expiresAt, now)),
  );
  const [counted, oldest] = await db.batch([
    db.select({ count: count() }).from(links).where(isWaiting),
    db.select(UNJUDGEABLE).from(links).where(isWaiting).orderBy(links.unjudgeableAt).limit(UNJUDGEABLE_SHOWN),
  ]);
  return { count: counted[0]?.count ?? 0, links: oldest };
}
