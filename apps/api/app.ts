/** The Hono app of the API worker: the endpoints, the order of their checks, and the responses to errors. */
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { TrieRouter } from 'hono/router/trie-router';
import { consolePages } from '#api/console/console-pages';
import { authenticate, authenticateBeyondLimits } from '#api/http/authenticate';
import { backupOffered, backupOnly } from '#api/http/backup-only';
import { type AppContext, type AppEnv, createMiddleware, refuse } from '#api/http/context';
import { preflightHeaders } from '#api/http/cors';
import { countRequests } from '#api/http/count-requests';
import type { Access } from '#api/http/endpoint';
import { handlerOf } from '#api/http/handlers';
import { maintenance } from '#api/http/maintenance';
import { meterAddress } from '#api/http/meter-address';
import { legacyOffered, operatorOffered } from '#api/http/offered';
import { operatorOnly } from '#api/http/operator-only';
import { requestContext } from '#api/http/request-context';
import { requireHttps } from '#api/http/require-https';
import type { Route } from '#api/http/route';
import type { Stage } from '#api/http/stage';
import { ROUTES } from '#api/routes/routes';
import { overloaded, Refusal } from '#domain/refusal';
import { isUnavailable } from '#store/faults';
import { logFault } from '#store/log-fault';

const PIPELINES: Readonly<Record<Access, readonly Stage[]>> = {
  open: [],
  key: [maintenance, authenticate],
  address: [legacyOffered, maintenance, meterAddress],
  operator: [operatorOffered, operatorOnly],
  backup: [operatorOffered, backupOffered, operatorOnly, backupOnly],
};

/** Returns the stages of an endpoint, in their order. They run before its own checks (specification 2.2). */
export const stagesOf = ({ access, ignoresLimits }: Pick<Route, 'access' | 'ignoresLimits'>): readonly Stage[] =>
  ignoresLimits ? [maintenance, authenticateBeyondLimits] : PIPELINES[access];

/** Builds the app. @param routes the routes to serve, by default all */
export function createApp(routes: readonly Route[] = ROUTES): Hono<AppEnv> {
  // The router that Hono would choose, after it had tried a faster one, which cannot tell `/docs/:file` from /docs/guide.
  const app = new Hono<AppEnv>({ router: new TrieRouter() });
  const respondTo = (error: Error, c: AppContext): Response => refuse(c, refusalOf(error, c));
  app.use(requestContext, countRequests(routes));
  app.use(requireHttps(routes));
  for (const one of routes) for (const run of middlewareOf(one, true)) app.use(one.path, run);
  for (const one of routes) app.on(one.method, [one.path], handlerOf(one, middlewareOf(one, false), respondTo));
  for (const path of new Set(routes.map((one) => one.path))) app.all(path, otherMethods(routes, path));
  for (const path of ['/console', '/console/*']) app.all(path, consolePages);
  app.notFound((c) => refuse(c, new Refusal('UNKNOWN_ROUTE')));
  app.onError(respondTo);
  return app;
}

const middlewareOf = (route: Route, isForAnyMethod: boolean) =>
  stagesOf(route)
    .filter((stage) => stage.isForAnyMethod === isForAnyMethod)
    .map(({ run }) => run);

/**
 * Handles the methods of a path that have no endpoint. OPTIONS is 204, and any other method is 405. Both responses have
 * an Allow header (RFC 9110, section 15.5.6).
 */
function otherMethods(routes: readonly Route[], path: string) {
  const methods = new Set(routes.filter((one) => serves(one.path, path)).map((one): string => one.method));
  const allow = [...methods, ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'];
  return createMiddleware(async (c) => {
    if (c.req.method !== 'OPTIONS') throw new Refusal('METHOD_NOT_ALLOWED', { allow });
    return c.body(null, 204, { Allow: allow.join(', '), ...preflightHeaders(c, allow) });
  });
}

/** Whether an endpoint serves a path. `/v2/links/:shortCode` also serves `/v2/links/bulk`, which could be a code. */
function serves(pattern: string, path: string): boolean {
  const [named, parts] = [pattern.split('/'), path.split('/')];
  return named.length === parts.length && named.every((name, index) => name.startsWith(':') || name === parts[index]);
}

/**
 * Turns a thrown error into a refusal. A Refusal stays as it is, and a 4xx of Hono is BODY_INVALID. An unreachable
 * store is a 503, and any other error is a 500. The causes of the last two are logged, and no response shows them.
 */
function refusalOf(error: Error, c: AppContext): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof HTTPException && error.status < 500) return new Refusal('BODY_INVALID');
  const requestId = c.get('requestId');
  logFault(error, { requestId, method: c.req.method, route: c.req.routePath });
  return isUnavailable(error) ? overloaded() : new Refusal('FAULT', { requestId });
}
