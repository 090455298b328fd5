/** The tags of an account: renaming, recolouring, deleting them (specification 8.9). */
import { sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { linkTags, tags } from '#api/database/schema';
import { nameOf } from '#api/database/statements';
import type { Env } from '#api/platform/env';
import { tagKeyOf } from '#domain/link-details';
import { Refusal } from '#domain/refusal';
import type { TagColor } from '#domain/tag-colors';

export type Tag = { readonly id: string; readonly name: string; readonly color: TagColor | null };

/** A change of a tag. A field that is undefined stays. A color of null removes the color. */
export type TagChange = { readonly name?: string | undefined; readonly color?: TagColor | null | undefined };

const isNamed = (accountId: string, name: string) =>
  sql`${nameOf(tags.accountId)} = ${accountId} AND ${nameOf(tags.key)} = ${tagKeyOf(name)}`;

/** Finds a tag by its name, in any spelling that is the same tag. @throws Refusal TAG_NOT_FOUND */
export async function tagNamed(env: Env, accountId: string, name: string): Promise<Tag> {
  const [found] = await databaseOf(env.DB).all<Tag>(
    sql`SELECT id, name, color FROM ${tags} WHERE ${isNamed(accountId, name)}`,
  );
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
  const newKey = newName === null ? null : tagKeyOf(newName);
  const [changed] = await databaseOf(env.DB).all<Tag>(sql`UPDATE ${tags} SET
    name = coalesce(${newName}, name), key = coalesce(${newKey}, key),
    color = iif(${color === undefined ? 1 : 0}, color, ${color ?? null})
    WHERE ${isNamed(accountId, name)} AND NOT EXISTS (SELECT 1 FROM ${tags} AS other
      WHERE other.account_id = ${accountId} AND other.key = ${newKey} AND other.key <> ${tagKeyOf(name)})
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
  const database = databaseOf(env.DB);
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
