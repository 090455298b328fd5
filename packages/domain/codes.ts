/** The grammar of codes in short addresses. Source: specification 5.3 and 5.4. */

/** The letters and digits of generated codes, without those that look alike. */
export const CODE_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
export const CODE_LENGTH = 7;

const MIN_CODE_LENGTH = 3;
export const MAX_CODE_LENGTH = 50;

/** Whether a text has only ASCII letters, digits and hyphens. */
export const hasCodeCharacters = (text: string): boolean => /^[A-Za-z0-9-]*$/.test(text);

/** The form in which a code is stored, published and looked up: lower case, because codes ignore case. */
export const codeOf = (text: string): string => text.toLowerCase();

/** The code that a text spells; null where the text cannot be a code. */
export const parseCode = (text: string): string | null =>
  text.length >= MIN_CODE_LENGTH && text.length <= MAX_CODE_LENGTH && hasCodeCharacters(text) ? codeOf(text) : null;
