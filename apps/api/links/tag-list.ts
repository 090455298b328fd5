/** Lists the tags of an account. */
import { eq, type SQL } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { tags } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { MAX_TAGS_OF_ACCOUNT } from '#domain/link-details';
import type { Tag } from './tags';

/** Returns all tags of an account, in the order of the forms in which their names are compared. */
export const listTags = async (env: Env, accountId: string): Promise<Tag[]> => selectTags(env, accountId);

/** The statement of listTags. Its rows are tags. */
export const tagsStatement = (env: Env, accountId: string): SQL => selectTags(env, accountId).getSQL();

const selectTags = (env: Env, accountId: string) =>
  databaseOf(env.DB)
    .select({ id: tags.id, name: tags.name, color: tags.color })
    .from(tags)
    .where(eq(tags.accountId, accountId))
    .orderBy(tags.key)
    .limit(MAX_TAGS_OF_ACCOUNT);
