/**
 * The tags of an account: in responses, renamed, recoloured, merged, deleted and listed (specification 8.9), and the links of a
 * tag, from which its statistics are summed (specification 10.6).
 */

import { eq, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { columnName, openDatabase, prepareStatement } from '#api/database/database';
import { linkDetails, linkTags, tags } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { isTag, MAX_TAG, MAX_TAGS_OF_ACCOUNT, normalizeTag } from '#domain/link';
import { Refusal } from '#domain/refusal';
import { TAG_COLORS, type TagColor } from '#domain/tag-colors';
import type { ListedLink } from './link-list-statement';

const NAME_RULE = `name must be one line of 1 to ${MAX_TAG} characters, and not . or ..`;
const COLOR_RULE = `color must be one of ${TAG_COLORS.join(', ')}, or null`;
const NOTHING_RULE = 'Name what to change: name, color';

const Color = z.enum(TAG_COLORS, COLOR_RULE).nullable();

export const TagRecord = z
  .strictObject({ name: z.string().describe('The name, as it was first written.'), color: Color })
  .meta({ id: 'Tag', description: 'A tag of the account.' });

export const TagChangeBody = z
  .object({
    name: z
      .string(NAME_RULE)
      .trim()
      .refine(isTag, NAME_RULE)
      .optional()
      .describe('The new name. No other tag of the account may have it.'),
    color: Color.optional().describe('`null` removes the color.'),
  })
  .refine(({ name, color }) => name !== undefined || color !== undefined, NOTHING_RULE)
  .meta({ id: 'TagChange', description: 'The fields of a tag to change.' });

export const LISTED_TAG = { name: 'Winter', color: 'blue' } as const;

export type Tag = { readonly id: string; readonly name: string; readonly color: TagColor | null };

/** A change of a tag. A field that is undefined stays. A color of null removes the color. */
type TagChange = { readonly name?: string | undefined; readonly color?: TagColor | null | undefined };

const isNamed = (accountId: string, name: string) =>
  sql`${columnName(tags.accountId)} = ${accountId} AND ${columnName(tags.key)} = ${normalizeTag(name)}`;

/** Finds a tag by its name, in any spelling that is the same tag; undefined if the account has none. */
export async function findTag(env: Env, accountId: string, name: string): Promise<Tag | undefined> {
  const [found] = await openDatabase(env.DB).all<Tag>(
    sql`SELECT id, name, color FROM ${tags} WHERE ${isNamed(accountId, name)}`,
  );
  return found;
}

/** Finds a tag as `findTag` does. @throws Refusal TAG_NOT_FOUND */
export async function tagNamed(env: Env, accountId: string, name: string): Promise<Tag> {
  const found = await findTag(env, accountId, name);
  if (found === undefined) throw new Refusal('TAG_NOT_FOUND');
  return found;
}

/**
 * Changes a tag, in one statement. Links name a tag by its id, so all of them have the new name at once. A link that is
 * made with the old name at the same time has this tag, or a new one with the old name.
 * @throws Refusal TAG_NOT_FOUND · TAG_TAKEN if another tag has the new name
 */
export async function changeTag(env: Env, accountId: string, name: string, change: TagChange): Promise<Tag> {
  const { name: newName = null, color } = change;
  const newKey = newName === null ? null : normalizeTag(newName);
  const [changed] = await openDatabase(env.DB).all<Tag>(sql`UPDATE ${tags} SET
    name = coalesce(${newName}, name), key = coalesce(${newKey}, key),
    color = iif(${color === undefined ? 1 : 0}, color, ${color ?? null})
    WHERE ${isNamed(accountId, name)} AND NOT EXISTS (SELECT 1 FROM ${tags} AS other
      WHERE other.account_id = ${accountId} AND other.key = ${newKey} AND other.key <> ${normalizeTag(name)})
    RETURNING id, name, color`);
  if (changed !== undefined) return changed;
  await tagNamed(env, accountId, name);
  throw new Refusal('TAG_TAKEN');
}

/** How many rows of a tag one statement deletes, and how many statements a deletion has at most. */
const ROWS_AT_ONCE = 1_000;
const MAX_STATEMENTS = 50;

/**
 * Deletes a tag. From then on no link has it. Its rows of `link_tags` are deleted next, up to a limit. Nothing reads
 * the rows beyond the limit, and they are deleted with their links.
 * @throws Refusal TAG_NOT_FOUND
 */
export async function deleteTag(env: Env, accountId: string, name: string): Promise<void> {
  const database = openDatabase(env.DB);
  const [deleted] = await database.all<{ id: string }>(
    sql`DELETE FROM ${tags} WHERE ${isNamed(accountId, name)} RETURNING id`,
  );
  if (deleted === undefined) throw new Refusal('TAG_NOT_FOUND');
  for (let n = 0; n < MAX_STATEMENTS; n++) {
    const { meta } =
      await database.run(sql`DELETE FROM ${linkTags} WHERE tag_id = ${deleted.id} AND (created_at, code) IN (
      SELECT created_at, code FROM ${linkTags} WHERE tag_id = ${deleted.id} LIMIT ${ROWS_AT_ONCE})`);
    if (meta.changes < ROWS_AT_ONCE) return;
  }
}

/** How many links one batch of a merge changes, and how many batches a merge has at most. */
const MERGED_AT_ONCE = 5_000;
const MAX_BATCHES = 10;

/**
 * Merges a tag into another one of its account: its links get the other tag in its place, and once no link has it, it
 * is deleted. Each batch moves some links as a whole, so a merge that breaks off can be done again.
 * @returns whether the tag is gone; false if it has more links than one merge moves
 * @throws Refusal TAG_NOT_FOUND if one of the tags is deleted meanwhile
 */
export async function mergeTag(env: Env, accountId: string, from: Tag, into: Tag): Promise<boolean> {
  const statements = mergeStatements(accountId, from.id, into.id).map((one) => prepareStatement(env.DB, one));
  for (let n = 0; n < MAX_BATCHES; n++) {
    const results = await env.DB.batch(statements);
    const [moved = 0, deleted = 0] = results.slice(-2).map(({ meta }) => meta.changes);
    if (deleted > 0) return true;
    if (moved === 0) throw new Refusal('TAG_NOT_FOUND');
  }
  return false;
}

/** The statements of a batch. Each names the same links, because only the last but one deletes their rows. */
function mergeStatements(accountId: string, from: string, into: string): SQL[] {
  const areBoth = sql`(SELECT count(*) FROM ${tags}
    WHERE ${tags.accountId} = ${accountId} AND ${tags.id} IN (${from}, ${into})) = 2`;
  const some = sql`SELECT created_at, code FROM ${linkTags} WHERE tag_id = ${from} AND ${areBoth}
    ORDER BY created_at, code LIMIT ${MERGED_AT_ONCE}`;
  const isMoved = sql`tag_id = ${from} AND (created_at, code) IN (${some})`;
  // A link with both tags keeps one, in the first of their two places.
  const replaced = sql`SELECT iif(own.value = ${from}, ${into}, own.value) AS tag, min(own.key) AS place
    FROM json_each(${linkDetails.tags}) AS own GROUP BY tag ORDER BY place`;
  return [
    sql`UPDATE ${linkDetails} SET tags = (SELECT json_group_array(tag) FROM (${replaced}))
      WHERE code IN (SELECT code FROM (${some}))
      AND EXISTS (SELECT 1 FROM json_each(${linkDetails.tags}) AS own WHERE own.value = ${from})`,
    sql`INSERT INTO ${linkTags} (tag_id, created_at, code, link_id)
      SELECT ${into}, created_at, code, link_id FROM ${linkTags} WHERE ${isMoved} ON CONFLICT DO NOTHING`,
    sql`DELETE FROM ${linkTags} WHERE ${isMoved}`,
    sql`DELETE FROM ${tags} WHERE ${tags.id} = ${from} AND ${areBoth}
      AND NOT EXISTS (SELECT 1 FROM ${linkTags} WHERE tag_id = ${from})`,
  ];
}

/** Returns all tags of an account, in the order of the forms in which their names are compared. */
export const listTags = async (env: Env, accountId: string): Promise<Tag[]> => selectTags(env, accountId);

/** The statement of listTags. Its rows are tags. */
export const tagsStatement = (env: Env, accountId: string): SQL => selectTags(env, accountId).getSQL();

const selectTags = (env: Env, accountId: string) =>
  openDatabase(env.DB)
    .select({ id: tags.id, name: tags.name, color: tags.color })
    .from(tags)
    .where(eq(tags.accountId, accountId))
    .orderBy(tags.key)
    .limit(MAX_TAGS_OF_ACCOUNT);

/** How many links of a tag its figures include at most, newest first. */
export const MAX_LINKS_OF_TAG = 10_000;
/**
 * How many rows of `link_tags` a page reads at most. They must hold the links of one tag, because a page has at least
 * one.
 */
const ROWS_OF_PAGE = 2 * MAX_LINKS_OF_TAG + 1;

/** A tag and its newest links. `isPartial`: it has more of them. */
export type TagLinks<Link> = { readonly tag: Tag; readonly links: readonly Link[]; readonly isPartial: boolean };

/** Tags in the order of their keys. `next` is the key with which the next page begins; null on the last page. */
export type TagPage = { readonly tags: readonly TagLinks<string>[]; readonly next: string | null };

/** Returns the newest links of a tag. */
export async function linksOfTag(env: Env, tag: Tag): Promise<TagLinks<ListedLink>> {
  const links = await openDatabase(env.DB).all<ListedLink>(sql`SELECT ${linkTags.code} AS code,
    ${linkTags.linkId} AS "linkId" FROM ${linkTags} WHERE ${linkTags.tagId} = ${tag.id}
    ORDER BY ${linkTags.createdAt} DESC, ${linkTags.code} DESC LIMIT ${MAX_LINKS_OF_TAG + 1}`);
  return { tag, links: links.slice(0, MAX_LINKS_OF_TAG), isPartial: links.length > MAX_LINKS_OF_TAG };
}

type Row = [id: string, key: string, name: string, color: TagColor | null];

/**
 * Returns a page of an account's tags with the ids of their newest links. A page ends early if its tags have very many
 * links.
 * @param from `next` of the previous page; '' for the first page
 */
export async function pageOfTags(env: Env, accountId: string, from: string): Promise<TagPage> {
  const isOfPage = sql`${tags.accountId} = ${accountId} AND ${tags.key} >= ${from}`;
  const database = openDatabase(env.DB);
  const [all, rows] = await Promise.all([
    database.values<Row>(
      sql`SELECT ${tags.id}, ${tags.key}, ${tags.name}, ${tags.color} FROM ${tags} WHERE ${isOfPage} ORDER BY ${tags.key}`,
    ),
    database.values<[tagId: string, linkId: string]>(sql`SELECT ${tags.id}, ${linkTags.linkId}
      FROM ${tags} CROSS JOIN ${linkTags} ON ${linkTags.tagId} = ${tags.id} WHERE ${isOfPage}
      ORDER BY ${tags.key}, ${linkTags.createdAt} DESC, ${linkTags.code} DESC LIMIT ${ROWS_OF_PAGE}`),
  ]);
  const links = Map.groupBy(rows, ([id]) => id);
  const lastRead = rows.length < ROWS_OF_PAGE ? undefined : rows.at(-1)?.[0];
  const end = findEnd(all, lastRead, links.get(lastRead ?? '')?.length ?? 0);
  return {
    tags: all.slice(0, end).map(([id, , name, color]) => {
      const own = links.get(id) ?? [];
      return {
        tag: { id, name, color },
        links: own.slice(0, MAX_LINKS_OF_TAG).map(([, linkId]) => linkId),
        isPartial: own.length > MAX_LINKS_OF_TAG,
      };
    }),
    next: all[end]?.[1] ?? null,
  };
}

/** Returns the number of tags on a page: all, or those whose links were read as far as the figures need them. */
function findEnd(all: readonly Row[], lastRead: string | undefined, read: number): number {
  if (lastRead === undefined) return all.length;
  const last = all.findIndex(([id]) => id === lastRead);
  return read > MAX_LINKS_OF_TAG ? last + 1 : last;
}
