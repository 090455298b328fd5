/** Deletion of expired rows: sessions, sign-in links and challenges. */
import { lte } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { challenges, sessions, signInLinks } from '#api/database/schema';
import type { Env } from '#api/platform/env';

/**
 * Deletes the rows that have expired by `now`. Each table has an index on `expires_at`, so a run without expired rows
 * reads no row.
 */
export async function purgeConsole(env: Env, now: number): Promise<void> {
  const db = databaseOf(env.DB);
  await db.batch([
    db.delete(sessions).where(lte(sessions.expiresAt, now)),
    db.delete(signInLinks).where(lte(signInLinks.expiresAt, now)),
    db.delete(challenges).where(lte(challenges.expiresAt, now)),
  ]);
}
