/** Counts responses by route and status for GET /admin/metrics, and hands the counts over after the response. */
import { matchedRoutes } from 'hono/route';
import { noteRequest } from '#domain/machine-context';
import { requestCounter } from '#domain/metrics';
import { countUp, handOverLater } from '#store/metrics';
import { type AppContext, createMiddleware } from './context';
import type { Route } from './route';

const CONSOLE = '/console/*';

/** @param routes every route of the API */
export function countRequests(routes: readonly Route[]) {
  const paths = new Set<string>([...routes.map(({ path }) => path), '/console', CONSOLE]);
  return createMiddleware(async (c, next) => {
    await next();
    const route = routeOf(c, paths);
    noteRequest(c.executionCtx, { route, requestId: c.get('requestId') });
    countUp(c.env, requestCounter('api', c.req.method, route, c.res.status));
    handOverLater(c.env, c.get('config').metricsMs, c.get('now'), c.executionCtx);
  });
}

/** The template of the requested path, such as `/v2/links/:shortCode`; `none` for a path that does not exist. */
const routeOf = (c: AppContext, paths: ReadonlySet<string>): string => {
  const found = matchedRoutes(c).find(({ path }) => paths.has(path))?.path ?? 'none';
  return found === '/console' ? CONSOLE : found;
};
