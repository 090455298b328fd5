/** The responses of the redirect worker to refusals. */
import { envelopeOf, type Refusal, refusalHeaders } from '#domain/refusal';
import { VISIT_ERRORS, type VisitErrorCode } from '#domain/visit-errors';
import { wantsHtml } from './accept';
import { pageOf } from './pages';
import { pageResponse } from './pages/document';

/**
 * One visit: the request, its parsed URL, when it came in (epoch milliseconds), and what its pages show: the host of
 * short links and CONTACT.
 */
export type Visit = {
  readonly request: Request;
  readonly url: URL;
  readonly now: number;
  readonly host?: string;
  readonly contact?: string | undefined;
};

/** The response to a refusal: a page for a browser, and the same envelope as the API's for other clients. */
export function refusalResponse(refusal: Refusal<VisitErrorCode>, visit: Visit): Response {
  const { request, url, now } = visit;
  const page = wantsHtml(request) ? pageOf(refusal) : null;
  if (page !== null) return pageResponse(page, visit, refusalHeaders(refusal));
  const row = VISIT_ERRORS[refusal.code];
  const envelope = envelopeOf(row, refusal, { path: url.pathname, method: request.method, now });
  return Response.json(envelope, {
    status: row.status,
    headers: {
      ...refusalHeaders(refusal),
      'X-Robots-Tag': 'noindex',
      'X-Content-Type-Options': 'nosniff',
      Vary: 'Accept',
    },
  });
}
