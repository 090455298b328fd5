/** The fields of a body that are details of a link (specification 5.7). */
import * as z from 'zod';
import {
  isExternalId,
  isNotes,
  isTag,
  isTitle,
  type LinkDetails,
  MAX_EXTERNAL_ID,
  MAX_NOTES,
  MAX_TAG,
  MAX_TAGS,
  MAX_TITLE,
  uniqueTags,
} from '#domain/link-details';

const TITLE_RULE = `title must be one line of 1 to ${MAX_TITLE} characters`;
const NOTES_RULE = `notes must be 1 to ${MAX_NOTES} characters, without control characters but line ends`;
const TAGS_RULE = `tags must be a list of at most ${MAX_TAGS} names`;
const tagRuleOf = (field: string) =>
  `${field} must be names of one line of 1 to ${MAX_TAG} characters, and not . or ..`;
const EXTERNAL_ID_RULE = `externalId must be one line of 1 to ${MAX_EXTERNAL_ID} characters`;

export const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform((value) => value ?? null);

/** A text of the body. @param most the most characters, for the reference */
const textOf = (isAllowed: (text: string) => boolean, rule: string, most: number, text = z.string(rule).trim()) =>
  text.refine(isAllowed, rule).meta({ minLength: 1, maxLength: most });

const tagOf = (field: string) => textOf(isTag, tagRuleOf(field), MAX_TAG);
export const Tag = tagOf('tags');
export const ExternalId = textOf(isExternalId, EXTERNAL_ID_RULE, MAX_EXTERNAL_ID, z.string(EXTERNAL_ID_RULE));

/** The fields, in the order in which they are checked. */
export const DETAIL_FIELDS = {
  title: optional(textOf(isTitle, TITLE_RULE, MAX_TITLE)).describe('A title. Visitors don’t see it.'),
  notes: optional(textOf(isNotes, NOTES_RULE, MAX_NOTES)).describe('Notes. Visitors don’t see them.'),
  tags: optional(z.array(Tag, TAGS_RULE).max(MAX_TAGS, TAGS_RULE).transform(uniqueTags)).describe(
    'Names to group links by. Not case-sensitive.',
  ),
  externalId: optional(ExternalId).describe('Your own ID of the link, unique in your account.'),
};

/** A list of tags that a change of many links adds or removes. */
function someTags(field: string) {
  const rule = `${field} must be a list of 1 to ${MAX_TAGS} names`;
  return z.array(tagOf(field), rule).min(1, rule).max(MAX_TAGS, rule).transform(uniqueTags).optional();
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
