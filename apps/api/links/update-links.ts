/**
 * Writes edits to the rows of links and of their details (specification 8.5 and 8.10). Nothing here is propagated to
 * the edge.
 */
import { and, not, or, type SQL, sql } from 'drizzle-orm';
import type { SQLiteUpdateSetSource } from 'drizzle-orm/sqlite-core';
import {
  columnName,
  type Database,
  eachText,
  newVersion,
  openDatabase,
  prepareStatement,
} from '#api/database/database';
import { linkDetails, links, scheduledActs, tags } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { type LinkDetails, MAX_TAGS, NO_DETAILS, normalizeTag } from '#domain/link';
import { Refusal } from '#domain/refusal';
import {
  columns,
  DETAILED_FIELDS,
  DETAILS,
  type DetailedLink,
  type DetailedRow,
  deleteFormer,
  deleteLinkTags,
  type Given,
  idsOfTags,
  insertLinkTags,
  insertTags,
  isCrowded,
  parseDetailedRow,
  selectHolder,
  type TagEdit,
  tagsAsJson,
} from './link-details';

/** The columns that a change sets in a row. */
export type Columns = SQLiteUpdateSetSource<typeof links>;

/** Changes rows, each to a new version. */
export const updateRows = (db: Database, set: Columns, where: SQL | undefined, now: number) =>
  db
    .update(links)
    .set({ ...set, ...newVersion(links, now) })
    .where(where)
    .returning(DETAILED_FIELDS);

/**
 * The statements that change rows as `updateRows` does. An edit of the expiry takes the place of an end that the console
 * has scheduled (specification 14.10).
 */
function editStatements(db: Database, set: Columns, where: SQL | undefined, now: number): SQL[] {
  const { accountId, code, act } = scheduledActs;
  const cancelled = sql`DELETE FROM ${scheduledActs} WHERE ${act} = 'expire' AND (${columns(accountId, code)}) IN
    (SELECT ${links.accountId}, ${links.code} FROM ${links} WHERE ${where})`;
  return [...('expiresAt' in set ? [cancelled] : []), updateRows(db, set, where, now).getSQL()];
}

/** Changes the columns of links. @returns the links that satisfy `where` */
export async function updateLinks(env: Env, set: Columns, where: SQL, now: number): Promise<DetailedLink[]> {
  const statements = editStatements(openDatabase(env.DB), set, where, now);
  const results = await env.DB.batch<DetailedRow>(statements.map((statement) => prepareStatement(env.DB, statement)));
  return (results.at(-1)?.results ?? []).map(parseDetailedRow);
}

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
  const db = openDatabase(env.DB);
  const { verdicts, isRefused, statements } = detailStatements(accountId, edit, isMeant);
  const where = and(isMeant, not(isRefused));
  const last = changesVisits(set)
    ? editStatements(db, set, where, now)
    : [db.select(DETAILED_FIELDS).from(links).where(where).getSQL()];
  const batch = [verdicts, ...statements, ...last].map((statement) => prepareStatement(env.DB, statement));
  const results = await env.DB.batch(batch);
  const found = (results[0]?.results ?? []) as Verdict[];
  const rows = (results.at(-1)?.results ?? []) as DetailedRow[];
  return {
    changed: rows.map(parseDetailedRow),
    refused: new Map(found.map((verdict) => [verdict.code, makeRefusal(verdict)])),
  };
}

/** The details to change. Null, or an empty list, removes a detail. An edit of several links names no `externalId`. */
export type DetailEdit = TagEdit & { readonly [name in keyof LinkDetails]?: LinkDetails[name] | null | undefined };

const changesTags = ({ tags: all, addTags, removeTags }: DetailEdit): boolean =>
  [all, addTags, removeTags].some((names) => names !== undefined);

export const namesDetails = (edit: DetailEdit): boolean =>
  changesTags(edit) || DETAILS.some((name) => edit[name] !== undefined);

/** A link that cannot have the details. `holder`: the id of the other link that has the `externalId`. */
type Verdict = { readonly code: string; readonly is_full: 0 | 1; readonly holder: string | null };

function makeRefusal({ is_full: isFull, holder }: Verdict): Refusal {
  if (isFull === 1) return new Refusal('FIELD_INVALID', { detail: `The link would have more than ${MAX_TAGS} tags` });
  return new Refusal(holder === null ? 'TAGS_EXCEEDED' : 'EXTERNAL_ID_TAKEN');
}

/**
 * Returns the statements that change details. They run before the statement that changes the links themselves.
 * `verdicts` returns the links that cannot have the details.
 * @param isMeant SQL condition: the row of `links` is one of the links, and may be edited. It must stay the same while
 * the statements run
 */
function detailStatements(accountId: string, edit: DetailEdit, isMeant: SQL | undefined) {
  const names = edit.tags ?? edit.addTags ?? [];
  const given: Given = {
    code: sql`${links.code}`,
    accountId: sql`${accountId}`,
    externalId: sql`${edit.externalId ?? null}`,
    tagKeys: sql`${JSON.stringify(names.map(normalizeTag))}`,
    tags: sql`${tagsAsJson(names)}`,
  };
  const isFull = edit.addTags ? hasTooMany(edit.addTags, edit) : sql`FALSE`;
  const holder = edit.externalId == null ? sql`NULL` : selectHolder(given);
  const isRefused = sql`(${isFull} OR ${holder} IS NOT NULL OR ${names.length === 0 ? sql`FALSE` : isCrowded(given)})`;
  const link = sql`${links} WHERE ${and(isMeant, not(isRefused))}`;
  const isOfLink = sql`${linkDetails.code} IN (SELECT ${links.code} FROM ${link})`;
  const statements = [
    ...deleteFormer(sql`${links} WHERE ${isMeant}`),
    ...(names.length === 0 ? [] : [insertTags(given, sql`EXISTS (SELECT 1 FROM ${link})`)]),
    ...(edit.externalId == null ? [] : [freeExternalId(given, link)]),
    ...(changesTags(edit) ? [deleteLinkTags(sql`${isOfLink} AND NOT ${keepsTag(edit, sql`given.value`)}`)] : []),
    upsertDetails(given, edit, link),
    ...(names.length === 0 ? [] : [insertLinkTags(link)]),
  ];
  return {
    isRefused,
    verdicts: sql`SELECT ${links.code} AS code, ${isFull} AS is_full, ${holder} AS holder
      FROM ${links} WHERE ${and(isMeant, isRefused)}`,
    statements,
  };
}

const TEXTS = ['title', 'notes', 'externalId'] as const;

const IS_OF_ROW = sql`${linkDetails.code} = ${links.code} AND ${linkDetails.linkId} = ${links.id}`;

/**
 * SQL condition: the row of `links` has the details that the editor has read, or already those of the edit, so that the
 * condition stays the same while the statements run.
 */
export function hasDetailsAsSeen(seen: LinkDetails, edit: DetailEdit): SQL | undefined {
  const isOneOf = (value: SQL, name: keyof LinkDetails, formOf: (details: LinkDetails) => string | null) => {
    const values =
      edit[name] === undefined ? [seen] : [seen, { ...NO_DETAILS, [name]: edit[name] ?? NO_DETAILS[name] }];
    return or(...values.map((details) => sql`${value} IS ${formOf(details)}`));
  };
  const keys = sql`(SELECT json_group_array(key) FROM (SELECT ${tags.key} FROM ${OWN_TAGS} ORDER BY own.key))`;
  return and(
    ...TEXTS.map((name) =>
      isOneOf(
        sql`(SELECT ${linkDetails[name]} FROM ${linkDetails} WHERE ${IS_OF_ROW})`,
        name,
        (details) => details[name],
      ),
    ),
    isOneOf(keys, 'tags', (details) => JSON.stringify(details.tags.map(normalizeTag))),
  );
}

const selectTagKeys = (names: readonly string[]): SQL => eachText(names.map(normalizeTag));

/** SQL condition: a link that has a tag still has it after the edit. A deleted tag is removed. @param id of the tag */
const keepsTag = ({ tags: all, removeTags = [] }: DetailEdit, id: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${tags} WHERE ${tags.id} = ${id}
    AND ${tags.key} ${all === undefined ? sql`NOT IN ${selectTagKeys(removeTags)}` : sql`IN ${selectTagKeys(all ?? [])}`})`;

/**
 * What follows FROM in a SELECT of the tags of the row of `links`: its list of tags as `own`, with their rows of
 * `tags`.
 */
const OWN_TAGS = sql`${linkDetails}, json_each(${linkDetails.tags}) AS own JOIN ${tags} ON ${tags.id} = own.value
  WHERE ${IS_OF_ROW}`;

/** SQL condition: the link would have too many tags. The condition stays the same while the statements run. */
const hasTooMany = (added: readonly string[], { removeTags = [] }: DetailEdit): SQL => sql`(${added.length} +
  (SELECT count(*) FROM ${OWN_TAGS} AND ${tags.key} NOT IN ${selectTagKeys([...added, ...removeTags])}) > ${MAX_TAGS})`;

/** SQL expression: the ids of a link's tags after additions and removals, as JSON. Its own tags come first. */
const idsAfter = (
  { accountId, tagKeys }: Given,
  { removeTags = [] }: DetailEdit,
): SQL => sql`(SELECT json_group_array(id)
  FROM (SELECT id FROM (
    SELECT ${tags.id} AS id, own.key - json_array_length(${linkDetails.tags}) AS place
      FROM ${OWN_TAGS} AND ${tags.key} NOT IN ${selectTagKeys(removeTags)}
    UNION ALL SELECT ${tags.id}, given.key FROM json_each(${tagKeys}) AS given
      JOIN ${tags} ON ${tags.accountId} = ${accountId} AND ${tags.key} = given.value)
  GROUP BY id ORDER BY min(place)))`;

/** Frees an `externalId` of a dead link whose code has another link by now, until its details are erased. */
const freeExternalId = ({ accountId, externalId }: Given, link: SQL): SQL => sql`UPDATE ${linkDetails}
  SET ${columnName(linkDetails.externalId)} = NULL WHERE ${linkDetails.accountId} = ${accountId}
  AND ${linkDetails.externalId} = ${externalId} AND EXISTS (SELECT 1 FROM ${link} AND ${links.code} <> ${linkDetails.code})`;

/** Writes the details. An edit that only removes details makes no row for a link without details. */
function upsertDetails(given: Given, edit: DetailEdit, link: SQL): SQL {
  const { code, linkId, accountId, createdAt, title, notes, externalId } = linkDetails;
  const named = DETAILS.filter((name) => edit[name] !== undefined || (name === 'tags' && changesTags(edit)));
  const changes = named.map(
    (name) => sql`${columnName(linkDetails[name])} = excluded.${columnName(linkDetails[name])}`,
  );
  const isGiven = [edit.title, edit.notes, edit.externalId, (edit.tags ?? edit.addTags)?.[0]].some(
    (one) => one != null,
  );
  const hasRow = sql`${links.code} IN (SELECT ${code} FROM ${linkDetails})`;
  return sql`INSERT INTO ${linkDetails} (${columns(code, linkId, accountId, createdAt, title, notes, externalId, linkDetails.tags)})
    SELECT ${links.code}, ${links.id}, ${links.accountId}, ${links.createdAt},
    ${edit.title ?? null}, ${edit.notes ?? null}, ${given.externalId},
    ${edit.addTags || edit.removeTags ? idsAfter(given, edit) : idsOfTags(given)}
    FROM ${link} AND ${isGiven ? sql`TRUE` : hasRow}
    ON CONFLICT (${columnName(code)}) DO UPDATE SET ${sql.join(changes, sql`, `)}`;
}
