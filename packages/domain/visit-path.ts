/** Parses the path of a short address, as visitors open it and people paste it. */
import { parseCode } from './codes';

type Path = { readonly code: string; readonly isPreview: boolean };

/**
 * A character that programs which make links of texts leave behind an address: the end of a sentence, a closing bracket
 * or quote, white space, and characters without a width.
 */
const LEFT_BEHIND = /[.,;:!?)\]}>'"’”»\s\u200b-\u200d\u2060\ufeff]/;

/** Drops these characters at the end, one by one, so that a long text takes linear time. */
function withoutTail(text: string): string {
  let end = text.length;
  while (end > 0 && LEFT_BEHIND.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}

/** Returns the text of a path that may be a code, without what is ignored; null for bytes that are no UTF-8. */
function typedIn(pathname: string): { readonly text: string; readonly isPreview: boolean } | null {
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
 * Parses `/:code`, which may be percent-encoded and end with a slash. What programs leave behind a code or its slash is
 * ignored (specification 11.1). A `+` after the code requests the preview. Returns null if the path has no valid code.
 */
export function parsePath(pathname: string): Path | null {
  const typed = typedIn(pathname);
  const code = typed && parseCode(typed.text);
  return typed && code !== null ? { code, isPreview: typed.isPreview } : null;
}

/** Returns the path that a page names: that of the bare code as it was typed, and any other path as it came. */
export function shownPath(pathname: string): string {
  const typed = typedIn(pathname);
  return typed && parseCode(typed.text) !== null ? `/${typed.text}` : pathname.replace(/\/$/, '');
}
