/** D1 as the API worker speaks to it: in drizzle, over the tables of schema.ts (docs/adr/0039). */
import { type DrizzleD1Database, drizzle } from 'drizzle-orm/d1';

export type Database = DrizzleD1Database;

/** Its errors hold the values that were bound; their innermost cause does not (store/faults.ts). */
export const databaseOf = (d1: D1Database): Database => drizzle(d1);

/** The same, read at the primary: a replica may not have what was just written. drizzle asks of D1 what a session has too. */
export const primaryOf = (d1: D1Database): Database =>
  drizzle(d1.withSession('first-primary') as unknown as D1Database);
