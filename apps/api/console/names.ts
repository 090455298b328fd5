/** The console's messages about names of accounts and passkeys. */
import { type NameFault, nameFault } from '#domain/names';

const WORDS: Record<NameFault, string> = {
  EMPTY: 'Please give it a name.',
  TOO_LONG: 'A name has at most 100 characters.',
  NOT_ONE_LINE: 'A name is one line of text.',
};

/** Returns the message for a faulty name; null for a valid one. */
export function nameError(text: string): string | null {
  const fault = nameFault(text);
  return fault && WORDS[fault];
}
