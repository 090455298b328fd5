/**
 * Decides whether a request wants an HTML page or JSON (specification 11.7). A request wants a type if its Accept
 * header names that type with a weight above 0. Weights are not compared. A wildcard names no type (RFC 9110, section
 * 12.5.1).
 */

/** Returns true if Accept names text/html. Every navigation request of a browser names it. */
export const wantsHtml = (request: Request): boolean => acceptsByName(request, 'text/html');

/** Returns true if Accept names application/json and not text/html. Other requests get the password page. */
export const wantsJson = (request: Request): boolean =>
  acceptsByName(request, 'application/json') && !wantsHtml(request);

/**
 * Returns true if Accept names the type with a weight above 0. The function splits the header instead of matching a
 * regular expression, so that the time is linear in the header's length.
 */
function acceptsByName(request: Request, type: string): boolean {
  const accept = request.headers.get('Accept')?.toLowerCase() ?? '';
  if (!accept.includes(type)) return false;
  return accept.split(',').some((range) => {
    const [name, ...parameters] = range.split(';').map((part) => part.trim());
    return name === type && !parameters.some(hasZeroWeight);
  });
}

/** Returns true for `q=0`, which marks a type as not acceptable (RFC 9110, section 12.4.2). */
const hasZeroWeight = (parameter: string): boolean => parameter.startsWith('q=') && Number(parameter.slice(2)) === 0;
