/**
 * The details of a link (specification 5.7): their fields in a body, their reads, and parts of the statements that
 * write them. No visit reads details, so packages/store does not know them.
 */

import { type Column, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { columnName } from '#api/database/database';
import { LINK_FIELDS } from '#api/database/link-columns';
import { linkDetails, links, linkTags, tags } from '#api/database/schema';
import {
  isExternalId,
  isNotes,
  isTag,
  isTitle,
  type Link,
  type LinkDetails,
  MAX_EXTERNAL_ID,
  MAX_NOTES,
  MAX_TAG,
  MAX_TAGS,
  MAX_TAGS_OF_ACCOUNT,
  MAX_TITLE,
  NO_DETAILS,
  normalizeTag,
  uniqueTags,
} from '#domain/link';
import { newId } from '#secrets/key-text';
import { type LinkRow, parseLinkRow } from '#store/link-row';

const TITLE_RULE = `title must be one line of 1 to ${MAX_TITLE} characters`;
const NOTES_RULE = `notes must be 1 to ${MAX_NOTES} characters, without control characters but line ends`;
const TAGS_RULE = `tags must be a list of at most ${MAX_TAGS} names`;
/** What the name of a tag must be, for the messages of fields and parameters. */
export const TAG_FORM = `one line of 1 to ${MAX_TAG} characters, and not . or ..`;
export const EXTERNAL_ID_RULE = `externalId must be one line of 1 to ${MAX_EXTERNAL_ID} characters`;

export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

/** A text of the body. @param most the most characters, for the reference */
const textField = (isAllowed: (text: string) => boolean, rule: string, most: number, text = z.string(rule).trim()) =>
  text.refine(isAllowed, rule).meta({ minLength: 1, maxLength: most });

const tagField = (field: string) => textField(isTag, `${field} must be names of ${TAG_FORM}`, MAX_TAG);
export const Tag = tagField('tags');
export const ExternalId = textField(isExternalId, EXTERNAL_ID_RULE, MAX_EXTERNAL_ID, z.string(EXTERNAL_ID_RULE));

/** The fields, in the order in which they are checked. */
export const DETAIL_FIELDS = {
  title: optional(textField(isTitle, TITLE_RULE, MAX_TITLE)).describe('A title. Visitors don’t see it.'),
  notes: optional(textField(isNotes, NOTES_RULE, MAX_NOTES)).describe('Notes. Visitors don’t see them.'),
  tags: optional(z.array(Tag, TAGS_RULE).max(MAX_TAGS, TAGS_RULE).transform(uniqueTags)).describe(
    'Names to group links by. Not case-sensitive.',
  ),
  externalId: optional(ExternalId).describe('Your own ID of the link, unique in your account.'),
};

/** A list of tags that a change of many links adds or removes. */
function someTags(field: string) {
  const rule = `${field} must be a list of 1 to ${MAX_TAGS} names`;
  return z.array(tagField(field), rule).min(1, rule).max(MAX_TAGS, rule).transform(uniqueTags).optional();
}

/** The fields that change some tags of many links. */
export const TAG_FIELDS = {
  addTags: someTags('addTags').describe('Tags to add to each link.'),
  removeTags: someTags('removeTags').describe('Tags to remove from each link, if it has them.'),
};

/** Tags to add and to remove. No tag is in both lists. */
export type TagEdit = { readonly [name in keyof typeof TAG_FIELDS]?: readonly string[] | undefined };

export const DETAILS = ['title', 'notes', 'tags', 'externalId'] as const satisfies readonly (keyof LinkDetails)[];

type Fields = { readonly [name in keyof LinkDetails]: LinkDetails[name] | null };

/** Returns the details in checked fields; null if there are none. */
export function detailsIn({ title, notes, tags, externalId }: Fields): LinkDetails | null {
  const details = { title, notes, tags: tags ?? [], externalId };
  return title === null && notes === null && details.tags.length === 0 && externalId === null ? null : details;
}

/** Returns a body without details. */
export const withoutDetails = (body: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !Object.hasOwn(DETAIL_FIELDS, name)));

export type DetailedLink = Link & { readonly details: LinkDetails };

/** The columns of a row of `links` that identify its details. */
type Owner = { readonly code: SQL; readonly id: SQL };

const LINK: Owner = { code: sql`${links.code}`, id: sql`${links.id}` };

const NAMES = sql`SELECT ${tags.name} FROM json_each(${linkDetails.tags}) AS given
  JOIN ${tags} ON ${tags.id} = given.value ORDER BY given.key`;

const selectDetails = ({ code, id }: Owner): SQL => sql`(SELECT json_object(
  'title', ${linkDetails.title}, 'notes', ${linkDetails.notes}, 'externalId', ${linkDetails.externalId},
  'tags', json((SELECT json_group_array(${columnName(tags.name)}) FROM (${NAMES}))))
  FROM ${linkDetails} WHERE ${linkDetails.code} = ${code} AND ${linkDetails.linkId} = ${id})`;

/**
 * SQL expression: the details of a row of `links` as JSON, or NULL. Details of another link do not count: until they
 * are erased, the code has those of the dead link whose code it was.
 * @param owner the columns of the row
 */
export const detailsAsJson = (owner = LINK): SQL<string | null> =>
  // In a selected template drizzle writes columns without their table, but not in a template within it.
  sql`${selectDetails(owner)}`;

/** Parses the value of `detailsAsJson`. */
export const parseDetails = (json: string | null): LinkDetails => (json === null ? NO_DETAILS : JSON.parse(json));

/** The fields of a `select` or `returning` whose rows are links with their details. */
export const DETAILED_FIELDS = { ...LINK_FIELDS, details: detailsAsJson().as('details') };

export const detailedLink = (row: Link & { readonly details: string | null }): DetailedLink => ({
  ...row,
  details: parseDetails(row.details),
});

/** A row of links with their details, as D1 returns it. */
export type DetailedRow = LinkRow & { readonly details: string | null };

export const parseDetailedRow = (row: DetailedRow): DetailedLink => ({
  ...parseLinkRow(row),
  details: parseDetails(row.details),
});

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
  JSON.stringify(uniqueTags(names).map((name) => ({ id: newId(), key: normalizeTag(name), name })));

export const columns = (...names: Column[]): SQL => sql.join(names.map(columnName), sql`, `);

const hasTag = ({ accountId }: Given, key: SQL): SQL =>
  sql`EXISTS (SELECT 1 FROM ${tags} WHERE ${tags.accountId} = ${accountId} AND ${tags.key} = ${key})`;

/** SQL expression: the id of the other link that has the given `externalId`, or NULL. */
export const selectHolder = ({
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
export const isRefusedBy = (given: Given): SQL => sql`(${selectHolder(given)} IS NOT NULL OR ${isCrowded(given)})`;

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
