/** What the redirect worker says when it does not redirect. */
import { envelopeOf, type Refusal, refusalHeaders } from '#domain/errors';

/** One visit: the request, its parsed address and the moment it came in. */
export type Visit = { readonly request: Request; readonly url: URL; readonly now: number };

/** Answers a refusal with the same envelope as the API. */
export function answer(refusal: Refusal, { request, url, now }: Visit): Response {
  const envelope = envelopeOf(refusal, { path: url.pathname, method: request.method, now });
  return Response.json(envelope, {
    status: refusal.status,
    headers: { ...refusalHeaders(refusal), 'X-Robots-Tag': 'noindex', 'X-Content-Type-Options': 'nosniff' },
  });
}
