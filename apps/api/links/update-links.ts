/** Writes edits to the rows of links and of their details. Nothing here is propagated to the edge. */
import { and, not, type SQL } from 'drizzle-orm';
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import { newVersion } from '#api/database/announced';
import { type Database, databaseOf } from '#api/database/database';
import { links } from '#api/database/schema';
import { preparedOf } from '#api/database/statements';
import type { Env } from '#api/platform/env';
import type { Refusal } from '#domain/refusal';
import { type DetailEdit, detailStatements, refusalOf, type Verdict } from './edit-details';
import { DETAILED_FIELDS, type DetailedLink, type DetailedRow, detailedLinkOf } from './link-details';

/** The columns that a change sets in a row. */
export type Columns = SQLiteUpdateSetSource<typeof links>;

/** Changes rows, each to a new version. */
export const updateOf = (db: Database, set: Columns, where: SQL | undefined, now: number) =>
  db
    .update(links)
    .set({ ...set, ...newVersion(links, now) })
    .where(where)
    .returning(DETAILED_FIELDS);

/** Whether an edit changes links for their visitors, and thus makes a new version of each. */
export const changesVisits = (set: Columns): boolean => Object.keys(set).length > 0;

/** The links that an edit has changed, and the refusals of others by their codes. */
export type Edited = { readonly changed: readonly DetailedLink[]; readonly refused: ReadonlyMap<string, Refusal> };

/**
 * Changes the details of links of an account, and the columns of their rows, in one transaction and one round trip.
 * Details have no effect on visits, so an edit of details alone makes no new version.
 * @param isMeant SQL condition: the row of `links` is one of the links, and may be edited
 */
export async function updateDetails(
  env: Env,
  accountId: string,
  edit: DetailEdit,
  { set, isMeant }: { readonly set: Columns; readonly isMeant: SQL | undefined },
  now: number,
): Promise<Edited> {
  const db = databaseOf(env.DB);
  const { verdicts, isRefused, statements } = detailStatements(accountId, edit, isMeant);
  const where = and(isMeant, not(isRefused));
  const last = changesVisits(set) ? updateOf(db, set, where, now) : db.select(DETAILED_FIELDS).from(links).where(where);
  const batch = [verdicts, ...statements, last.getSQL()].map((statement) => preparedOf(env.DB, statement));
  const results = await env.DB.batch(batch);
  const found = (results[0]?.results ?? []) as Verdict[];
  const rows = (results.at(-1)?.results ?? []) as DetailedRow[];
  return {
    changed: rows.map(detailedLinkOf),
    refused: new Map(found.map((verdict) => [verdict.code, refusalOf(verdict)])),
  };
}
