/** The details by which an account finds a link again. They have no effect on visits (specification 5.7). */

/** How many characters each detail may have. A character is a code point. */
export const MAX_TITLE = 200;
export const MAX_NOTES = 2_000;
export const MAX_TAG = 50;
export const MAX_EXTERNAL_ID = 200;
/** How many tags a link may have, and how many an account. */
export const MAX_TAGS = 20;
export const MAX_TAGS_OF_ACCOUNT = 1_000;

/** The details of a link. Null, and an empty list, stand for an absent detail. */
export type LinkDetails = {
  readonly title: string | null;
  readonly notes: string | null;
  /** The names of the tags, in the order given. */
  readonly tags: readonly string[];
  /** The caller's own id of the link, unique among the links of the account that are not deleted. */
  readonly externalId: string | null;
};

export const NO_DETAILS: LinkDetails = { title: null, notes: null, tags: [], externalId: null };

/** Control characters, and unpaired surrogates, which UTF-8 cannot encode. */
const CONTROL = /[\p{Cc}\p{Cs}]/u;
/** Characters that one line of text cannot have: those of CONTROL, line ends, and controls that reverse other text. */
const NOT_OF_A_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Counts code points, so an emoji is one character. A code point has at most two code units. */
const hasLength = (text: string, most: number): boolean =>
  text !== '' && text.length <= 2 * most && [...text].length <= most;

/** Whether a text is one line of 1 to `most` characters. */
const isLine = (text: string, most: number): boolean => hasLength(text, most) && !NOT_OF_A_LINE.test(text);

/** Whether a text has a character that can be seen, unlike spaces and those of zero width. */
const isVisible = (text: string): boolean => /[^\p{Z}\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(text);

export const isTitle = (text: string): boolean => isLine(text, MAX_TITLE) && isVisible(text);
export const isExternalId = (text: string): boolean => isLine(text, MAX_EXTERNAL_ID);
/** Notes may have several lines. */
export const isNotes = (text: string): boolean =>
  hasLength(text, MAX_NOTES) && !CONTROL.test(text.replace(/[\r\n]/g, ''));
/** A name of a tag stands in a path, in which `.` and `..` mean something else. */
export const isTag = (text: string): boolean =>
  isLine(text, MAX_TAG) && isVisible(text) && text !== '.' && text !== '..';

/** The form in which names of tags are compared, in bodies, queries and paths alike: without spaces around them. */
export const tagKeyOf = (name: string): string => name.trim().normalize('NFC').toLowerCase().normalize('NFC');

/** Returns the names without later spellings of the same tag. */
export function uniqueTags(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(tagKeyOf(name))) byKey.set(tagKeyOf(name), name);
  return [...byKey.values()];
}
