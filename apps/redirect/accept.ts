/**
 * Whether a person's browser asks or a program (specification 11.7). No preferences are weighed: a type that Accept
 * names is wanted, and a wildcard names nothing (RFC 9110, section 12.5.1).
 */

/** A page: Accept names text/html, as every browser's navigation does. */
export const wantsHtml = (request: Request): boolean => names(request, 'text/html');

/** JSON even where a wildcard gets a page: Accept names it and no page. */
export const wantsJson = (request: Request): boolean => names(request, 'application/json') && !wantsHtml(request);

/** True where the type stands in Accept with a weight above 0. Splits only, so a hostile header costs its length. */
function names(request: Request, type: string): boolean {
  const accept = request.headers.get('Accept')?.toLowerCase() ?? '';
  if (!accept.includes(type)) return false;
  return accept.split(',').some((range) => {
    const [named, ...parameters] = range.split(';').map((part) => part.trim());
    return named === type && !parameters.some(isRefusal);
  });
}

/** `q=0`, which says "not this" (RFC 9110, section 12.4.2). */
const isRefusal = (parameter: string): boolean => parameter.startsWith('q=') && Number(parameter.slice(2)) === 0;
