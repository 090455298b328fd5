/** Names that people give: of an account, a key, a passkey. */
const MAX_NAME = 100;

/** What is wrong with a name, in words; null for a good one. Any script may be used; the same rule as for accounts made by the operator holds where it travels in a header. */
export function nameError(text: string): string | null {
  const name = text.trim();
  if (name === '') return 'Please give it a name.';
  if ([...name].length > MAX_NAME) return `A name has at most ${MAX_NAME} characters.`;
  return /\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u.test(name) || !name.isWellFormed()
    ? 'A name is one line of text.'
    : null;
}
