/** D1 behind drizzle, with the tables of schema.ts (docs/adr/0039). */
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';

export type Database = DrizzleD1Database;

/** Wraps D1. The errors hold the bound values, so only their innermost cause may be logged (store/faults.ts). */
export const databaseOf = (d1: D1Database): Database => drizzle(d1);

/**
 * Wraps D1 for reads at the primary: a replica may lack the latest writes. The cast holds because drizzle calls only
 * methods that a D1 session has too.
 */
export const primaryOf = (d1: D1Database): Database =>
  drizzle(d1.withSession('first-primary') as unknown as D1Database);
