/** The responses of the redirect worker that are no pages: redirects, HEAD, OPTIONS and refusals. */
import { makeEnvelope, makeRefusalHeaders, type Refusal } from '#domain/refusal';
import { VISIT_ERRORS, type VisitErrorCode } from '#domain/visit-errors';
import { makePageResponse } from '../pages/document';
import { findPage } from '../pages/notices';
import { type Visit, wantsHtml } from './request';

const HEADERS = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

/** Redirects a visitor to a destination. */
export const redirect = (location: string, status: 302 | 303 = 302): Response =>
  new Response(null, { status, headers: { Location: location, ...HEADERS } });

/**
 * Returns the response to HEAD for a limited or protected link. It confirms that the link exists, and does not reveal
 * the destination.
 */
export const makeHeadResponse = (): Response => new Response(null, { status: 200, headers: HEADERS });

/** Redirects to the same address over https. With 308 the client keeps method and body (RFC 9110, section 15.4.9). */
export function redirectToHttps(url: URL): Response {
  const secure = new URL(url);
  secure.protocol = 'https:';
  return new Response(null, { status: 308, headers: { Location: secure.href, ...HEADERS } });
}

/** The methods that a link without a password accepts. */
export const UNPROTECTED_METHODS = ['GET', 'HEAD', 'OPTIONS'];

/** Returns the response to OPTIONS (RFC 9110, section 9.3.7). */
export const makeOptionsResponse = (methods: readonly string[]): Response =>
  new Response(null, { status: 204, headers: { Allow: methods.join(', '), ...HEADERS } });

/** Returns the response to a refusal: a page for a browser, and the error envelope of the API for other clients. */
export function makeRefusalResponse(refusal: Refusal<VisitErrorCode>, visit: Visit): Response {
  const { request, method, now } = visit;
  const page = wantsHtml(request) ? findPage(refusal, visit.pathname) : null;
  if (page !== null) return makePageResponse(page, visit, makeRefusalHeaders(refusal));
  const row = VISIT_ERRORS[refusal.code];
  const envelope = makeEnvelope(row, refusal, { path: visit.pathname, method, now });
  return Response.json(envelope, {
    status: row.status,
    headers: {
      ...makeRefusalHeaders(refusal),
      'X-Robots-Tag': 'noindex',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept',
    },
  });
}
