/**
 * Refuses requests over plain http. It does not redirect them, because the key has already been sent unencrypted
 * (specification 2.3). An endpoint with `allowsPlainHttp` accepts them.
 */
import { matchedRoutes } from 'hono/route';
import { type AppContext, createMiddleware } from '#api/http/context';
import type { Endpoint } from '#api/http/endpoint';
import { isPlainHttp } from '#domain/plain-http';
import { Refusal } from '#domain/refusal';

/** @param endpoints every endpoint of the API */
export const requireHttps = (endpoints: readonly Endpoint[]) =>
  createMiddleware(async (c, next) => {
    const { requireHttps: isRequired, trustForwardedProto } = c.get('config');
    const forwardedProto = trustForwardedProto ? (c.req.header('X-Forwarded-Proto') ?? null) : null;
    if (isRequired && isPlainHttp(c.req.url, forwardedProto) && !allowsPlainHttp(c, endpoints)) {
      throw new Refusal('HTTPS_REQUIRED');
    }
    await next();
  });

/**
 * Returns whether the requested endpoint allows plain http. For an unknown method, all at its address must allow it.
 */
function allowsPlainHttp(c: AppContext, endpoints: readonly Endpoint[]): boolean {
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
  const atAddress = matchedRoutes(c).flatMap(({ path }) => endpoints.filter((one) => one.path === path));
  const endpoint = atAddress.find((one) => one.method === method);
  if (endpoint !== undefined) return endpoint.allowsPlainHttp === true;
  return atAddress.length > 0 && atAddress.every((one) => one.allowsPlainHttp);
}
