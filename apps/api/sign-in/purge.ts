/** Forgetting what is over: sessions, sign-in links, challenges. */
import { lte } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { challenges, sessions, signInLinks } from '#api/database/schema';
import type { Env } from '#api/platform/env';

/** By their indexes of ends: a minute without anything to forget is three look-ups that find nothing. */
export async function purgeConsole(env: Env, now: number): Promise<void> {
  const db = databaseOf(env.DB);
  await db.batch([
    db.delete(sessions).where(lte(sessions.expiresAt, now)),
    db.delete(signInLinks).where(lte(signInLinks.expiresAt, now)),
    db.delete(challenges).where(lte(challenges.expiresAt, now)),
  ]);
}
