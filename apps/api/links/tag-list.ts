/** Lists the tags of an account. */
import { eq } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { tags } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import { MAX_TAGS_OF_ACCOUNT } from '#domain/link-details';
import type { Tag } from './tags';

/** Returns all tags of an account, in the order of the forms in which their names are compared. */
export const listTags = (env: Env, accountId: string): Promise<Tag[]> =>
  databaseOf(env.DB)
    .select({ id: tags.id, name: tags.name, color: tags.color })
    .from(tags)
    .where(eq(tags.accountId, accountId))
    .orderBy(tags.key)
    .limit(MAX_TAGS_OF_ACCOUNT);
