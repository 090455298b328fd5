/**
 * The service's own paths on the short host: paths that begin with a dot, as no code does, and files that browsers and
 * robots request by themselves.
 */
import { overloaded, Refusal } from '#domain/refusal';
import { parsePath } from '#domain/short-address';
import { isReady } from '#store/readiness';
import type { Env } from '../env';
import { ICON } from '../pages/document';
import type { Visit } from './request';
import { makeOptionsResponse, makeRefusalResponse, UNPROTECTED_METHODS } from './response';

type ServicePath = { readonly type: string; readonly body: string; readonly cacheSeconds: number };

const DAY_SECONDS = 86_400;

const OK: ServicePath = { type: 'application/json', body: '{"status":"ok"}', cacheSeconds: 0 };
const READY = '/.ready';

const SERVICE_PATHS: Readonly<Record<string, ServicePath>> = {
  '/.health': OK,
  [READY]: OK,
  // Robots may fetch every path, so that they see the noindex of its response. Otherwise they may list the bare address
  // (developers.google.com/search/docs/crawling-indexing/block-indexing).
  '/robots.txt': { type: 'text/plain; charset=utf-8', body: 'User-agent: *\nDisallow:\n', cacheSeconds: DAY_SECONDS },
  '/favicon.ico': { type: 'image/svg+xml', body: ICON, cacheSeconds: 7 * DAY_SECONDS },
};

const isServicePath = (pathname: string): boolean => Object.hasOwn(SERVICE_PATHS, pathname);

/**
 * Returns the response to a request for a service path; null for a path that may be a code. /.ready is 503 while the
 * service is not ready (specification 16.1).
 */
export function serveServicePath(visit: Visit, env: Env, ctx: ExecutionContext): Response | Promise<Response> | null {
  const { method, pathname } = visit;
  const found = isServicePath(pathname) ? SERVICE_PATHS[pathname] : undefined;
  if (found === undefined)
    return pathname.startsWith('/.') ? makeRefusalResponse(new Refusal('UNKNOWN_ROUTE'), visit) : null;
  if (method === 'OPTIONS') return makeOptionsResponse(UNPROTECTED_METHODS);
  if (method !== 'GET' && method !== 'HEAD') {
    return makeRefusalResponse(new Refusal('METHOD_NOT_ALLOWED', { allow: UNPROTECTED_METHODS }), visit);
  }
  const response = () => new Response(method === 'HEAD' ? null : found.body, { headers: makeHeaders(found) });
  if (pathname !== READY) return response();
  return isReady(env, visit.now, ctx).then((isNow) => (isNow ? response() : makeRefusalResponse(overloaded(), visit)));
}

/** Returns the route of a path for the metrics: a service path, `none`, or a pattern for all codes. */
export function nameRoute(pathname: string): string {
  if (pathname === '/' || isServicePath(pathname)) return pathname;
  if (pathname.startsWith('/.')) return 'none';
  return /[+%]/.test(pathname) && parsePath(pathname)?.isPreview ? '/:code+' : '/:code';
}

const makeHeaders = ({ type, cacheSeconds }: ServicePath) => ({
  'Content-Type': type,
  'Cache-Control': cacheSeconds === 0 ? 'no-store' : `public, max-age=${cacheSeconds}`,
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
});
