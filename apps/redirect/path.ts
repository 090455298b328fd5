/** Parses the path of a visit. */
import { parseCode } from '#domain/codes';

type Path = { readonly code: string; readonly isPreview: boolean };

/**
 * Parses `/:code`, which may be percent-encoded and end with a slash. A `+` after the code requests the preview.
 * Returns null if the path has no valid code.
 */
export function parsePath(pathname: string): Path | null {
  let text = pathname.slice(1);
  if (text.includes('%')) {
    try {
      text = decodeURIComponent(text);
    } catch {
      return null;
    }
  }
  if (text.endsWith('/')) text = text.slice(0, -1);
  const isPreview = text.endsWith('+');
  const code = parseCode(isPreview ? text.slice(0, -1) : text);
  return code === null ? null : { code, isPreview };
}
