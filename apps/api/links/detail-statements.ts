/** Parts of the statements that write details, for new links and for edits. */
import { type Column, type SQL, sql } from 'drizzle-orm';
import { linkDetails, links, linkTags, tags } from '#api/database/schema';
import { nameOf } from '#api/database/statements';
import { MAX_TAGS_OF_ACCOUNT, tagKeyOf, uniqueTags } from '#domain/link-details';
import { newId } from '#secrets/key-text';

/** The details that are given to a link, as SQL expressions. */
export type Given = {
  readonly code: SQL;
  readonly accountId: SQL;
  readonly externalId: SQL;
  /** JSON: the keys of the link's tags, in their order; NULL without tags. */
  readonly tagKeys: SQL;
  /** The tags of the whole request, as `tagsAsJson` writes them. */
  readonly tags: SQL;
  /** A condition on `holder`, a row of `links`: the link keeps its `externalId`. */
  readonly keepsId?: SQL;
};

/** Writes tags as JSON, each once, with the id that a new tag gets. @param names may name a tag in several spellings */
export const tagsAsJson = (names: readonly string[]): string =>
  JSON.stringify(uniqueTags(names).map((name) => ({ id: newId(), key: tagKeyOf(name), name })));

export const columns = (...names: Column[]): SQL => sql.join(names.map(nameOf), sql`, `);

const hasTag = ({ accountId }: Given, key: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${tags} WHERE ${tags.accountId} = ${accountId} AND ${tags.key} = ${key})`;

/** SQL expression: the id of the other link that has the given `externalId`, or NULL. */
export const holderOf = ({
  code,
  accountId,
  externalId,
  keepsId = sql`TRUE`,
}: Given): SQL => sql`(SELECT ${linkDetails.linkId}
  FROM ${linkDetails} JOIN ${links} AS holder
  ON holder.code = ${linkDetails.code} AND holder.id = ${linkDetails.linkId}
  WHERE ${linkDetails.accountId} = ${accountId} AND ${linkDetails.externalId} = ${externalId}
  AND ${linkDetails.code} <> ${code} AND ${keepsId})`;

/** SQL condition: the link has a new tag, and the account has no room for all new tags of the request. */
export const isCrowded = (given: Given): SQL => sql`(EXISTS (SELECT 1 FROM json_each(${given.tagKeys}) AS given
    WHERE NOT ${hasTag(given, sql`given.value`)})
  AND (SELECT count(*) FROM ${tags} WHERE ${tags.accountId} = ${given.accountId})
    + (SELECT count(*) FROM json_each(${given.tags}) AS asked WHERE NOT ${hasTag(given, sql`asked.value ->> 'key'`)})
    > ${MAX_TAGS_OF_ACCOUNT})`;

/**
 * SQL condition: the link cannot have the details. The condition stays the same while the statements of a batch write
 * them.
 */
export const isRefusedBy = (given: Given): SQL => sql`(${holderOf(given)} IS NOT NULL OR ${isCrowded(given)})`;

const isOfFormer = (row: typeof linkDetails | typeof linkTags, made: SQL): SQL =>
  sql`${row.code} IN (SELECT ${links.code} FROM ${made}) AND ${row.linkId} NOT IN (SELECT ${links.id} FROM ${made})`;

/**
 * The statements that delete the details of former links, whose codes other links have now.
 * @param made what follows FROM in a SELECT of the new links
 */
export const deleteFormer = (made: SQL): SQL[] => [
  deleteLinkTags(isOfFormer(linkDetails, made)),
  sql`DELETE FROM ${linkDetails} WHERE ${isOfFormer(linkDetails, made)}`,
];

/** The statements that delete all details under codes. @param codes a SELECT of codes */
export const eraseDetails = (codes: SQL): SQL[] => {
  const isNamed = sql`${linkDetails.code} IN (${codes})`;
  return [deleteLinkTags(isNamed), sql`DELETE FROM ${linkDetails} WHERE ${isNamed}`];
};

/** The statement that deletes the rows of `link_tags` of links whose row of `link_details` satisfies a condition. */
export const deleteLinkTags = (condition: SQL): SQL =>
  sql`DELETE FROM ${linkTags} WHERE (${columns(linkTags.tagId, linkTags.createdAt, linkTags.code)}) IN (
    SELECT given.value, ${linkDetails.createdAt}, ${linkDetails.code}
    FROM ${linkDetails}, json_each(${linkDetails.tags}) AS given WHERE ${condition})`;

/** Inserts the new tags of a request that satisfy a condition on `asked`. */
export const insertTags = ({ accountId, tags: all }: Given, condition: SQL): SQL => sql`INSERT INTO ${tags}
  (${columns(tags.id, tags.accountId, tags.key, tags.name)})
  SELECT asked.value ->> 'id', ${accountId}, asked.value ->> 'key', asked.value ->> 'name'
  FROM json_each(${all}) AS asked WHERE ${condition}
  ON CONFLICT (${columns(tags.accountId, tags.key)}) DO NOTHING`;

/** SQL expression: the ids of the given tags, as JSON. */
export const idsOfTags = ({ accountId, tagKeys }: Given): SQL => sql`(SELECT json_group_array(id) FROM (
  SELECT ${tags.id} FROM json_each(${tagKeys}) AS given
  JOIN ${tags} ON ${tags.accountId} = ${accountId} AND ${tags.key} = given.value ORDER BY given.key))`;

/**
 * Inserts the rows of `link_tags` of links from their rows of `link_details`.
 * @param made what follows FROM in a SELECT of the links
 */
export const insertLinkTags = (made: SQL): SQL => sql`INSERT INTO ${linkTags}
  (${columns(linkTags.tagId, linkTags.createdAt, linkTags.code, linkTags.linkId)})
  SELECT given.value, ${linkDetails.createdAt}, ${linkDetails.code}, ${linkDetails.linkId}
  FROM ${linkDetails}, json_each(${linkDetails.tags}) AS given
  WHERE (${linkDetails.code}, ${linkDetails.linkId}) IN (SELECT ${links.code}, ${links.id} FROM ${made})
  ON CONFLICT DO NOTHING`;
