/** The responses of the redirect worker to refusals. */
import { envelopeOf, type Refusal, refusalHeaders } from '#domain/refusal';
import { VISIT_ERRORS, type VisitErrorCode } from '#domain/visit-errors';
import { wantsHtml } from './accept';
import { pageOf } from './pages';
import { pageResponse } from './pages/document';
import type { Visit } from './visit-request';

/** Returns the response to a refusal: a page for a browser, and the error envelope of the API for other clients. */
export function refusalResponse(refusal: Refusal<VisitErrorCode>, visit: Visit): Response {
  const { request, method, now } = visit;
  const page = wantsHtml(request) ? pageOf(refusal) : null;
  if (page !== null) return pageResponse(page, visit, refusalHeaders(refusal));
  const row = VISIT_ERRORS[refusal.code];
  const envelope = envelopeOf(row, refusal, { path: visit.pathname, method, now });
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
