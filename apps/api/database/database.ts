/** Connects drizzle to D1 (docs/design/publishing-to-kv.md). */
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';

export type Database = DrizzleD1Database;

/** Wraps D1. Drizzle's errors hold the bound values, so only their innermost cause may be logged (store/faults.ts). */
export const databaseOf = (d1: D1Database): Database => drizzle(d1);

/**
 * Wraps D1 for reads from the primary, because a replica may lack the latest writes. The cast is safe, because drizzle
 * calls only methods that a D1 session has too.
 */
export const primaryOf = (d1: D1Database): Database =>
  drizzle(d1.withSession('first-primary') as unknown as D1Database);
