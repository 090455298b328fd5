/** Links whose destination the threat service refuses to judge: they are the operator's to judge (docs/adr/0020). */
import type { Env } from '#api/platform/env';
import { databaseFor } from '#store/database';

/** So many are shown. Deciding on one makes room for the next. */
export const UNJUDGEABLE_SHOWN = 100;

export type UnjudgeableLink = {
  readonly shortCode: string;
  readonly accountId: string;
  readonly url: string;
  readonly since: number;
};

const WAITING = `FROM links WHERE unjudgeable_at IS NOT NULL AND blocked IS NULL AND gone IS NULL
  AND (expires_at IS NULL OR expires_at > ?1)`;

/** How many of them lead somewhere at `now`, and those that have waited longest. */
export async function readUnjudgeable(env: Env, now: number): Promise<{ count: number; links: UnjudgeableLink[] }> {
  const db = databaseFor(env, '');
  const [counted, longest] = await db.batch([
    db.prepare(`SELECT count(*) AS count ${WAITING}`).bind(now),
    db
      .prepare(
        `SELECT coalesce(alias, code) AS shortCode, account_id AS accountId, url, unjudgeable_at AS since ${WAITING}
         ORDER BY unjudgeable_at LIMIT ${UNJUDGEABLE_SHOWN}`,
      )
      .bind(now),
  ]);
  const [row] = (counted?.results ?? []) as { count: number }[];
  return { count: row?.count ?? 0, links: (longest?.results ?? []) as UnjudgeableLink[] };
}
