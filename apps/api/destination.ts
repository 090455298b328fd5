/** What may be a destination (contract, `url`; answers, section 7). */

export const MAX_URL_LENGTH = 8_192;

// Before parsing, because `new URL` mends what must be refused: it drops tabs and takes `http:x` for `http://x`.
const STARTS_WITH_HOST = /^https?:\/\/[^/\\?#]/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it is for
const SPACE_OR_CONTROL = /[\u0000-\u0020\u007f]/;

/** Whether a trimmed text is an address that a link may lead to. */
export function isDestination(text: string): boolean {
  if (text.length > MAX_URL_LENGTH || !STARTS_WITH_HOST.test(text) || SPACE_OR_CONTROL.test(text)) return false;
  return text.isWellFormed() && URL.canParse(text);
}
