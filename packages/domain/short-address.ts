/** Short addresses: the grammar of codes, and of paths as visitors open them. Source: specification 5.3 and 5.4. */

/** The letters and digits of generated codes, without those that look alike. */
export const CODE_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
export const CODE_LENGTH = 7;

const MIN_CODE_LENGTH = 3;
export const MAX_CODE_LENGTH = 50;

/** Whether a text has only ASCII letters, digits and hyphens. */
export const hasCodeCharacters = (text: string): boolean => /^[A-Za-z0-9-]*$/.test(text);

/** The form in which a code is stored, published and looked up: lower case, because codes ignore case. */
export const normalizeCode = (text: string): string => text.toLowerCase();

/** The code that a text spells; null where the text cannot be a code. */
export const parseCode = (text: string): string | null =>
  text.length >= MIN_CODE_LENGTH && text.length <= MAX_CODE_LENGTH && hasCodeCharacters(text)
    ? normalizeCode(text)
    : null;

type Path = { readonly code: string; readonly isPreview: boolean };

/**
 * A character that follows a link in a text, and that programs often take for a part of it: the end of a sentence, a
 * closing bracket or quote, white space, and characters without a width.
 */
const FOLLOWS_A_LINK = /[.,;:!?)\]}>'"’”»\s\u200b-\u200d\u2060\ufeff]/;

/** Drops these characters at the end, one by one, so that a long text takes linear time. */
function withoutTail(text: string): string {
  let end = text.length;
  while (end > 0 && FOLLOWS_A_LINK.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Returns the text of a path that may be a code, without what is ignored; null for bytes that are no UTF-8. */
function readTyped(pathname: string): { readonly text: string; readonly isPreview: boolean } | null {
  let text = pathname.slice(1);
  if (text.includes('%')) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return null;
    }
  }
  text = withoutTail(text);
  if (text.endsWith('/')) text = withoutTail(text.slice(0, -1));
  const isPreview = text.endsWith('+');
  return { text: isPreview ? text.slice(0, -1) : text, isPreview };
}

/**
 * Parses `/:code`, which may be percent-encoded and end with a slash. Characters of the text around a link are ignored
 * (specification 11.1). A `+` after the code requests the preview. Returns null if the path has no valid code.
 */
export function parsePath(pathname: string): Path | null {
  const typed = readTyped(pathname);
  const code = typed && parseCode(typed.text);
  return typed && code !== null ? { code, isPreview: typed.isPreview } : null;
}

/** Returns the path that a page names: that of the bare code as it was typed, and any other path as it came. */
export function showPath(pathname: string): string {
  const typed = readTyped(pathname);
  return typed && parseCode(typed.text) !== null ? `/${typed.text}` : pathname.replace(/\/$/, '');
}

/**
 * The mark of a scan, a query parameter. A QR code has it in its short address if its owner wants scans counted
 * (specification 9.1). The redirect worker reads it and does not pass it on.
 */
export const SCAN_MARK = { name: 'qr', value: '1' } as const;

/** The short address with the mark, for a QR code whose visits count as scans. */
export const makeScanAddress = (shortUrl: string): string => `${shortUrl}?${SCAN_MARK.name}=${SCAN_MARK.value}`;
