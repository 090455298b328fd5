/** Stores in D1 the hour in which a key was last used, for lists of keys (specification 12.11). */
import { and, eq, ne, sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { keys } from '#api/database/schema';

/** @param hour the beginning of the hour, epoch milliseconds. An earlier hour than the stored one changes nothing. */
export async function storeLastUse(db: D1Database, keyId: string, hour: number): Promise<void> {
  const isNewer = sql`coalesce(${keys.lastUsedAt}, 0) < ${hour}`;
  await databaseOf(db)
    .update(keys)
    .set({ lastUsedAt: hour })
    .where(and(eq(keys.id, keyId), ne(keys.status, 'revoked'), isNewer));
}
