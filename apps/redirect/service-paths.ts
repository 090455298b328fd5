/**
 * The service's own paths on the short host: those that begin with a dot, as no code can, and files that browsers and
 * robots request by themselves.
 */
import { Refusal } from '#domain/refusal';
import { ICON } from './pages/flight';
import { methodsOf, UNPROTECTED_METHODS } from './redirect';
import { refusalResponse, type Visit } from './response';

type ServicePath = { readonly type: string; readonly body: string; readonly cacheSeconds: number };

const DAY_SECONDS = 86_400;

const SERVICE_PATHS: Readonly<Record<string, ServicePath>> = {
  '/.health': { type: 'application/json', body: '{"status":"ok"}', cacheSeconds: 0 },
  // Robots are let in, so that they read the noindex of every response. A robot that is shut out may list bare
  // addresses (developers.google.com/search/docs/crawling-indexing/block-indexing).
  '/robots.txt': { type: 'text/plain; charset=utf-8', body: 'User-agent: *\nDisallow:\n', cacheSeconds: DAY_SECONDS },
  '/favicon.ico': { type: 'image/svg+xml', body: ICON, cacheSeconds: 7 * DAY_SECONDS },
};

/** The response of a service path; null for a path that may be a code. */
export function servicePath(visit: Visit): Response | null {
  const { request } = visit;
  const { pathname } = visit.url;
  const found = Object.hasOwn(SERVICE_PATHS, pathname) ? SERVICE_PATHS[pathname] : undefined;
  if (found === undefined)
    return pathname.startsWith('/.') ? refusalResponse(new Refusal('UNKNOWN_ROUTE'), visit) : null;
  if (request.method === 'OPTIONS') return methodsOf(UNPROTECTED_METHODS);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return refusalResponse(new Refusal('METHOD_NOT_ALLOWED', { allow: UNPROTECTED_METHODS }), visit);
  }
  return new Response(request.method === 'HEAD' ? null : found.body, { headers: headersOf(found) });
}

const headersOf = ({ type, cacheSeconds }: ServicePath) => ({
  'Content-Type': type,
  'Cache-Control': cacheSeconds === 0 ? 'no-store' : `public, max-age=${cacheSeconds}`,
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
});
