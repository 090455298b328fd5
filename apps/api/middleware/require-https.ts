/**
 * Refuses plain http. It never redirects, because the key has already travelled in the clear (specification 2.3). An
 * endpoint with `allowsPlainHttp` responds anyway.
 */
import { matchedRoutes } from 'hono/route';
import { type AppContext, createMiddleware } from '#api/http/context';
import type { Endpoint } from '#api/http/endpoint';
import { isPlainHttp } from '#domain/plain-http';
import { Refusal } from '#domain/refusal';

/** @param endpoints every endpoint that is served */
export const requireHttps = (endpoints: readonly Endpoint[]) =>
  createMiddleware(async (c, next) => {
    const { requireHttps: isRequired, trustForwardedProto } = c.get('config');
    const forwardedProto = trustForwardedProto ? (c.req.header('X-Forwarded-Proto') ?? null) : null;
    if (isRequired && isPlainHttp(c.req.url, forwardedProto) && !allowsPlainHttp(c, endpoints)) {
      throw new Refusal('HTTPS_REQUIRED');
    }
    await next();
  });

/** Whether the endpoint of the request allows plain http; if none has its method, whether all at its address do. */
function allowsPlainHttp(c: AppContext, endpoints: readonly Endpoint[]): boolean {
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
  const here = matchedRoutes(c).flatMap(({ path }) => endpoints.filter((one) => one.path === path));
  const own = here.find((one) => one.method === method);
  if (own !== undefined) return own.allowsPlainHttp === true;
  return here.length > 0 && here.every((one) => one.allowsPlainHttp);
}
