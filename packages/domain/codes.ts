/** The grammar of codes in short addresses. Source: specification 5.3 and 5.4. */

/** The letters and digits of generated codes, without those that look alike. */
export const CODE_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
export const CODE_LENGTH = 7;

const MIN_CODE_LENGTH = 3;
export const MAX_CODE_LENGTH = 50;

const isCodeCharacter = (charCode: number): boolean =>
  (charCode >= 97 && charCode <= 122) || // a-z
  (charCode >= 48 && charCode <= 57) || // 0-9
  (charCode >= 65 && charCode <= 90) || // A-Z
  charCode === 45; // -

/** Whether a text has only ASCII letters, digits and hyphens. */
export function hasCodeCharacters(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (!isCodeCharacter(text.charCodeAt(i))) return false;
  return true;
}

/** The form in which a code is stored, published and looked up: lower case, because codes ignore case. */
export const codeOf = (text: string): string => text.toLowerCase();

/** The code that a text spells; null where the text cannot be a code. */
export const parseCode = (text: string): string | null =>
  text.length >= MIN_CODE_LENGTH && text.length <= MAX_CODE_LENGTH && hasCodeCharacters(text) ? codeOf(text) : null;
