/** The answers without a body: what lets a visitor through. */

const HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

/** Sends a visitor on. */
export const redirect = (location: string, status: 302 | 303 = 302): Response =>
  new Response(null, { status, headers: { Location: location, ...HEADERS } });

/** HEAD of a link whose destination has a price: it is there, and nothing was counted. */
export const withoutDestination = (): Response => new Response(null, { status: 200, headers: HEADERS });

/** The same address over https. 308 keeps the method and the body (RFC 9110, section 15.4.9). */
export function toHttps(url: URL): Response {
  const secure = new URL(url);
  secure.protocol = 'https:';
  return new Response(null, { status: 308, headers: { Location: secure.href, ...HEADERS } });
}

/** What a link without a password answers. */
export const UNPROTECTED_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** The answer to OPTIONS (RFC 9110, section 9.3.7). */
export const methodsOf = (methods: readonly string[]): Response =>
  new Response(null, { status: 204, headers: { Allow: methods.join(', '), ...HEADERS } });
