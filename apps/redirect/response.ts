/** What the redirect worker says when it does not redirect. */
import { envelopeOf, type Refusal, refusalHeaders } from '#domain/refusal';
import { VISIT_ERRORS, type VisitErrorCode } from '#domain/visit-errors';
import { wantsHtml } from './accept';
import { pageOf } from './pages';
import { pageResponse } from './pages/document';

/** One visit: the request, its parsed address, the moment it came in, and what its pages name: our host, the CONTACT. */
export type Visit = {
  readonly request: Request;
  readonly url: URL;
  readonly now: number;
  readonly host?: string;
  readonly contact?: string | undefined;
};

/** The response of a refusal: a page for a browser, the same envelope as the API's for everything else. */
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
