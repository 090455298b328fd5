/**
 * Names that people give to accounts and passkeys: one line, of any script. Those of keys travel in a header and are ASCII
 * (fields.ts).
 */
const MAX_NAME = 100;

/** What would break a line, or turn the direction of what stands beside it. */
const NOT_OF_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;

export type NameFault = 'EMPTY' | 'TOO_LONG' | 'NOT_ONE_LINE';

/** What is wrong with a name; null for a good one. The white space around it is no part of it. */
export function nameFault(text: string): NameFault | null {
  const name = text.trim();
  if (name === '') return 'EMPTY';
  if ([...name].length > MAX_NAME) return 'TOO_LONG';
  return NOT_OF_A_LINE.test(name) || !name.isWellFormed() ? 'NOT_ONE_LINE' : null;
}
