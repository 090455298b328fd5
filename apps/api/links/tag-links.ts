/** The links of tags, from which the statistics of tags are summed (specification 10.6). */
import { sql } from 'drizzle-orm';
import { databaseOf } from '#api/database/database';
import { linkTags, tags } from '#api/database/schema';
import type { Env } from '#api/platform/env';
import type { TagColor } from '#domain/tag-colors';
import type { ListedLink } from './link-list-order';
import type { Tag } from './tags';

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
  const links = await databaseOf(env.DB).all<ListedLink>(sql`SELECT ${linkTags.code} AS code,
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
  const database = databaseOf(env.DB);
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
  const end = endOf(all, lastRead, links.get(lastRead ?? '')?.length ?? 0);
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
function endOf(all: readonly Row[], lastRead: string | undefined, read: number): number {
  if (lastRead === undefined) return all.length;
  const last = all.findIndex(([id]) => id === lastRead);
  return read > MAX_LINKS_OF_TAG ? last + 1 : last;
}
