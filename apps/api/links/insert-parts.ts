/** The parameters that the statements of an insert of links share. */
import { type SQL, sql } from 'drizzle-orm';

export const NOW = sql.raw('?1');
/** The rows to insert, as JSON. */
export const WANTED = sql.raw('?2');
/** 1: insert all rows or none. 0: insert every row that can be inserted. */
export const IS_ATOMIC = sql.raw('?3');
/** The account of all rows to insert. */
export const ACCOUNT = sql.raw('?4');

/** A property of a row to insert. `wanted` is a row of `json_each(WANTED)`. */
export const wanted = (name: string): SQL => sql`wanted.value ->> ${name}`;
