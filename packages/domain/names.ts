/** The rule for the names of accounts and passkeys: one line, in any script. Names of keys have a rule of their own. */

const MAX_NAME = 100;

/**
 * Characters that break a line, control characters that reverse the direction of the text beside them, and lone
 * surrogates, which UTF-8 cannot encode.
 */
const NOT_OF_A_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

/** Whether a text has no character that a line of a page cannot show as it is. */
export const isOneLine = (text: string): boolean => !NOT_OF_A_LINE.test(text);

export type NameFault = 'EMPTY' | 'TOO_LONG' | 'NOT_ONE_LINE';

/** Returns the fault of a name, or null. It ignores white space at both ends. */
export function findNameFault(text: string): NameFault | null {
  const name = text.trim();
  if (name === '') return 'EMPTY';
  if ([...name].length > MAX_NAME) return 'TOO_LONG';
  return isOneLine(name) ? null : 'NOT_ONE_LINE';
}
