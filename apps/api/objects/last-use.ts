/** Stores in D1 the hour in which a key was last used, for lists of keys (specification 12.11). */

const UPDATE = `UPDATE keys SET last_used_at = ?1
  WHERE id = ?2 AND status <> 'revoked' AND coalesce(last_used_at, 0) < ?1`;

/** @param hour the beginning of the hour, epoch milliseconds. An earlier hour than the stored one changes nothing. */
export async function storeLastUse(db: D1Database, keyId: string, hour: number): Promise<void> {
  await db.prepare(UPDATE).bind(hour, keyId).run();
}
