/** The responses without a body: redirects, and those to HEAD and OPTIONS. */

const HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

/** Redirects a visitor to a destination. */
export const redirect = (location: string, status: 302 | 303 = 302): Response =>
  new Response(null, { status, headers: { Location: location, ...HEADERS } });

/**
 * The response to HEAD for a limited or protected link: it says that the link exists, without its destination, and
 * nothing is counted.
 */
export const withoutDestination = (): Response => new Response(null, { status: 200, headers: HEADERS });

/** Redirects to the same address over https. 308 keeps the method and the body (RFC 9110, section 15.4.9). */
export function toHttps(url: URL): Response {
  const secure = new URL(url);
  secure.protocol = 'https:';
  return new Response(null, { status: 308, headers: { Location: secure.href, ...HEADERS } });
}

/** The methods of a link without a password. */
export const UNPROTECTED_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** The response to OPTIONS (RFC 9110, section 9.3.7). */
export const methodsOf = (methods: readonly string[]): Response =>
  new Response(null, { status: 204, headers: { Allow: methods.join(', '), ...HEADERS } });
