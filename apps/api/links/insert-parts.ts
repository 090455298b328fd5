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

/** What an insert needs, so that of concurrent calls with `ifExists=return` one makes the link (existing-link.ts). */
export type UnlessExists = {
  readonly urlHash: string;
  /** The ids of the links that the caller has read, and that are not what it looks for. */
  readonly seen: readonly string[];
  /** The rows of links by their destination that the insert deletes. */
  readonly forgotten: readonly { readonly code: string; readonly createdAt: number }[];
};
