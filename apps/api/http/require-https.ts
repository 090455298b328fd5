/**
 * Refuses requests over plain http. It does not redirect them, because the key has already been sent unencrypted
 * (specification 2.3). An endpoint with `allowsPlainHttp` accepts them.
 */
import { matchedRoutes } from 'hono/route';
import { isPlainHttp } from '#domain/plain-http';
import { Refusal } from '#domain/refusal';
import { type AppContext, createMiddleware } from './context';
import type { Route } from './route';

/** @param routes every route of the API */
export const requireHttps = (routes: readonly Route[]) =>
  createMiddleware(async (c, next) => {
    const { requireHttps: isRequired, trustForwardedProto } = c.get('config');
    const forwardedProto = trustForwardedProto ? (c.req.header('X-Forwarded-Proto') ?? null) : null;
    if (isRequired && isPlainHttp(c.req.url, forwardedProto) && !allowsPlainHttp(c, routes)) {
      throw new Refusal('HTTPS_REQUIRED');
    }
    await next();
  });

/**
 * Returns whether the requested endpoint allows plain http. For an unknown method, all at its address must allow it.
 */
function allowsPlainHttp(c: AppContext, routes: readonly Route[]): boolean {
  const method = c.req.method === 'HEAD' ? 'GET' : c.req.method;
  const atAddress = matchedRoutes(c).flatMap(({ path }) => routes.filter((one) => one.path === path));
  const route = atAddress.find((one) => one.method === method);
  if (route !== undefined) return route.allowsPlainHttp === true;
  return atAddress.length > 0 && atAddress.every((one) => one.allowsPlainHttp);
}
