/** The parameters that the statements of an insert of links share. */
import { type SQL, sql } from 'drizzle-orm';

export const NOW = sql.raw('?1');
/** The rows to insert, as JSON. */
export const WANTED = sql.raw('?2');
/** 1: insert all rows or none. 0: insert every row that can be inserted. */
export const IS_ATOMIC = sql.raw('?3');
/** The account of all rows to insert. */
export const ACCOUNT = sql.raw('?4');
/** The key whose dead links alone may be replaced; NULL: those of the whole account. */
export const ONLY_MADE_BY = sql.raw('?5');

/** A property of a row to insert. `wanted` is a row of `json_each(WANTED)`. */
export const wanted = (name: string): SQL => sql`wanted.value ->> ${name}`;

/**
 * How many links of one destination a list has, and a call reads. If there are so many, a creation deletes the row of the
 * oldest.
 */
export const MAX_EXISTING = 100;

/** What an insert needs, so that of concurrent calls with `ifExists=return` one makes the link (existing-link.ts). */
export type UnlessExists = {
  /** The list of the caller: the links that are made for a destination by keys that share a reach. */
  readonly urlHash: string;
  /** The list of the account, if the caller has another one. The insert adds the link there too while it has room. */
  readonly ofAccount: string | null;
  /** The lists that the caller has read. */
  readonly hashes: readonly string[];
  /** The ids of the links that the caller has read, and that are not what it looks for. */
  readonly seen: readonly string[];
  /** The rows of links by their destination that the insert deletes. */
  readonly forgotten: readonly { readonly code: string; readonly createdAt: number }[];
};
