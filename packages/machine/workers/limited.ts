/** Ends limited links after a restore: the backup lacks the clicks that were granted after it. */

const LIVE_LIMITED = 'max_clicks IS NOT NULL AND gone IS NULL AND (expires_at IS NULL OR expires_at > ?1)';

/** The number of live limited links. @param now epoch milliseconds */
export const countLimited = async (db: D1Database, now: number): Promise<number> =>
  (await db.prepare(`SELECT COUNT(*) AS count FROM links WHERE ${LIVE_LIMITED}`).bind(now).first<number>('count')) ?? 0;

/**
 * Ends the live limited links in D1, and marks them dirty, so that the cron publishes them. The cron stores the start
 * of each put itself (packages/store/publish.ts), so this statement does not set `put_at`.
 * @returns the number of ended links
 */
export async function spendLimited(db: D1Database, now: number): Promise<number> {
  const { meta } = await db
    .prepare(`UPDATE links SET gone = 'CLICKS', version = version + 1, dirty = 1 WHERE ${LIVE_LIMITED}`)
    .bind(now)
    .run();
  return meta.changes;
}

/** The number of links that are still to be published. */
export const countDirty = async (db: D1Database): Promise<number> =>
  (await db.prepare('SELECT COUNT(*) AS count FROM links WHERE dirty = 1').first<number>('count')) ?? 0;
