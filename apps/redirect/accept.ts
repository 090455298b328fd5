/**
 * Decides whether a request wants an HTML page or JSON (specification 11.7). A type is wanted if Accept names it with a
 * weight above 0. Weights are not compared. A wildcard names no type (RFC 9110, section 12.5.1).
 */

/** True where Accept names text/html, as every browser's navigation request does. */
export const wantsHtml = (request: Request): boolean => names(request, 'text/html');

/** True where Accept names application/json and not text/html. All other requests may get a page about a password. */
export const wantsJson = (request: Request): boolean => names(request, 'application/json') && !wantsHtml(request);

/**
 * True where Accept names the type with a weight above 0. The header is split, and no regular expression matches it, so
 * that the time is linear in its length.
 */
function names(request: Request, type: string): boolean {
  const accept = request.headers.get('Accept')?.toLowerCase() ?? '';
  if (!accept.includes(type)) return false;
  return accept.split(',').some((range) => {
    const [named, ...parameters] = range.split(';').map((part) => part.trim());
    return named === type && !parameters.some(isRefusal);
  });
}

/** True for `q=0`, which marks a type as not acceptable (RFC 9110, section 12.4.2). */
const isRefusal = (parameter: string): boolean => parameter.startsWith('q=') && Number(parameter.slice(2)) === 0;
