/** A link, as every package uses it. Moments are epoch milliseconds. */
import { isOneLine } from './names';

/**
 * How many characters a destination may have, both as it is sent and in its parsed form. In the parsed form an é has
 * six characters (docs/design/cost-limits.md).
 */
export const MAX_URL_LENGTH = 8_192;

/** Why a link no longer redirects although it once did (specification 5.6). */
export const GONE_REASONS = ['TIME', 'CLICKS', 'DELETED'] as const;
export type GoneReason = (typeof GONE_REASONS)[number];

/** Everything that D1 stores of a link. */
export type Link = {
  /** The code in lower case, the key of the row and of the edge entry. */
  readonly code: string;
  /** The alias as typed; null for a generated code. */
  readonly alias: string | null;
  /**
   * The id. Where the owner takes a code again, the new link has a new id, so that old clicks and passwords never apply
   * to it.
   */
  readonly id: string;
  readonly accountId: string;
  /** The destination exactly as sent (trimmed). */
  readonly url: string;
  readonly createdAt: number;
  readonly expiresAt: number | null;
  readonly maxClicks: number | null;
  /** The stored text of the password's hash; null without a password. */
  readonly password: string | null;
  /** Why the link is dead: it is spent or deleted. Null for an expired link, because the clock decides on expiry. */
  readonly gone: GoneReason | null;
  /** Why the link is blocked: the operator's reason, or `threat`. Null for a link that is not blocked. */
  readonly blocked: string | null;
  /** It grows with every change of the row. Of two versions the higher one is valid. */
  readonly version: number;
};

/** Whether a link has expired at `now`. The last millisecond in which it redirects is the one before `expiresAt`. */
export const hasExpired = (expiresAt: number | null | undefined, now: number): boolean =>
  expiresAt != null && now >= expiresAt;

/** How many characters each detail may have. A character is a code point. */
export const MAX_TITLE = 200;
export const MAX_NOTES = 2_000;
export const MAX_TAG = 50;
export const MAX_EXTERNAL_ID = 200;
/** How many tags a link may have, and how many an account. */
export const MAX_TAGS = 20;
export const MAX_TAGS_OF_ACCOUNT = 1_000;

/**
 * The details by which an account finds a link again. They have no effect on visits (specification 5.7). Null, and an
 * empty list, stand for an absent detail.
 */
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

/** Counts code points, so an emoji is one character. A code point has at most two code units. */
const hasLength = (text: string, most: number): boolean =>
  text !== '' && text.length <= 2 * most && [...text].length <= most;

/** Whether a text is one line of 1 to `most` characters. */
const isLine = (text: string, most: number): boolean => hasLength(text, most) && isOneLine(text);

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
export const normalizeTag = (name: string): string => name.trim().normalize('NFC').toLowerCase().normalize('NFC');

/** Returns the names without later spellings of the same tag. */
export function uniqueTags(names: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) if (!byKey.has(normalizeTag(name))) byKey.set(normalizeTag(name), name);
  return [...byKey.values()];
}
