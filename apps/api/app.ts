/** The Hono app of the API worker: it chooses the group of a request, and makes the responses to errors. */
import { Hono } from 'hono';
import { HTTPException } from 'hono/http-exception';
import { consolePages } from '#api/console/console-pages';
import {
  type AppContext,
  type AppEnv,
  countRequests,
  createMiddleware,
  refuse,
  requestContext,
  requireHttps,
} from '#api/http/context';
import { preflightHeaders } from '#api/http/headers';
import { GROUPS } from '#api/routes/groups';
import { acceptsByName } from '#domain/accept';
import { overloaded, Refusal } from '#domain/refusal';
import { isUnavailable, logFault } from '#store/faults';

/** Builds the app. What belongs to no group is a page of the console, or unknown. */
export function createApp(): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  for (const [prefix, load] of Object.entries(GROUPS)) app.all(`${prefix}/*`, loadedAtFirstUse(prefix, load));
  app.use(requestContext, countRequests, requireHttps);
  app.all('/console/*', consolePages);
  return withErrors(app);
}

/** Passes requests on to the app of a group, which it loads for the first of them. */
function loadedAtFirstUse(prefix: string, load: () => Promise<Hono<AppEnv>>) {
  let app: Hono<AppEnv> | undefined;
  return createMiddleware(async (c) => {
    app ??= await mountedAt(prefix, load);
    return app.fetch(c.req.raw, c.env, c.executionCtx);
  });
}

/** Returns an app that serves a group at its path, with the checks before an endpoint's own (specification 2.2). */
async function mountedAt(prefix: string, load: () => Promise<Hono<AppEnv>>): Promise<Hono<AppEnv>> {
  // The checks, which every group needs, load with the first group.
  const [group, { listEndpoints }] = await Promise.all([load(), import('#api/http/endpoint')]);
  const app = new Hono<AppEnv>();
  app.use(requestContext, countRequests);
  const endpoints = listEndpoints(group);
  if (!endpoints.every(({ allowsPlainHttp }) => allowsPlainHttp)) app.use(requireHttps);
  app.route(prefix, group);
  for (const path of new Set(listEndpoints(app).map((one) => one.path))) app.all(path, otherMethods(app));
  return withErrors(app);
}

function withErrors(app: Hono<AppEnv>): Hono<AppEnv> {
  app.notFound((c) => respondTo(new Refusal('UNKNOWN_ROUTE'), c));
  app.onError((error, c) => respondTo(toRefusal(error, c), c));
  return app;
}

/** The paths of programs. Some of them name text/html without showing any. */
const OF_PROGRAMS = /^\/(v2|shorten|health|admin)(\/|$)/;

/** Returns the response to a refusal: the envelope, or a page for a browser whose address leads nowhere. */
async function respondTo(refusal: Refusal, c: AppContext): Promise<Response> {
  const isOfBrowser = ['GET', 'HEAD'].includes(c.req.method) && !OF_PROGRAMS.test(c.req.path);
  const isPage = isOfBrowser && acceptsByName(c.req.header('Accept') ?? null, 'text/html');
  if (refusal.code !== 'UNKNOWN_ROUTE' || !isPage) return refuse(c, refusal);
  const { notFoundPage } = await import('#api/docs/responses');
  return notFoundPage(c);
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/**
 * Handles the methods of a path that have no endpoint. OPTIONS is 204, and any other method is 405. Both responses have
 * an Allow header (RFC 9110, section 15.5.6).
 */
const otherMethods = ({ router }: Hono<AppEnv>) =>
  createMiddleware(async (c) => {
    const isServed = (method: string) => router.match(method, c.req.path)[0].some(([[, one]]) => one.method === method);
    const methods = METHODS.filter(isServed);
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'];
    if (c.req.method !== 'OPTIONS') throw new Refusal('METHOD_NOT_ALLOWED', { allow });
    return c.body(null, 204, { Allow: allow.join(', '), ...preflightHeaders(c, allow) });
  });

/**
 * Turns a thrown error into a refusal. A Refusal stays as it is, and a 4xx of Hono is BODY_INVALID. An unreachable
 * store is a 503, and any other error is a 500. The causes of the last two are logged, and no response shows them.
 */
function toRefusal(error: Error, c: AppContext): Refusal {
  if (error instanceof Refusal) return error;
  if (error instanceof HTTPException && error.status < 500) return new Refusal('BODY_INVALID');
  const requestId = c.get('requestId');
  logFault(error, { requestId, method: c.req.method, route: c.req.routePath });
  return isUnavailable(error) ? overloaded() : new Refusal('FAULT', { requestId });
}
