/** Parses the path of a visit. */
import { parseCode } from '#domain/codes';

type Path = { readonly code: string; readonly isPreview: boolean };

/**
 * Parses `/:code`, also percent-encoded or with a trailing slash. A `+` after the code requests its preview. Null where
 * there is no code.
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
