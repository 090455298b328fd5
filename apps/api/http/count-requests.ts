/** Counts responses by route and status for GET /admin/metrics, and hands the counts over after the response. */
import { matchedRoutes } from 'hono/route';
import { noteRequest } from '#domain/machine-context';
import { requestCounter } from '#domain/metrics';
import { countUp, handOverLater } from '#store/metrics';
import { type AppContext, createMiddleware } from './context';

const CONSOLE = '/console/*';

export const countRequests = createMiddleware(async (c, next) => {
  await next();
  const route = routeOf(c);
  noteRequest(c.executionCtx, { route, requestId: c.get('requestId') });
  countUp(c.env, requestCounter('api', c.req.method, route, c.res.status));
  handOverLater(c.env, c.get('config').metricsMs, c.get('now'), c.executionCtx);
});

/** The template of the requested path, such as `/v2/links/:shortCode`; `none` for a path that does not exist. */
function routeOf(c: AppContext): string {
  const paths = matchedRoutes(c).map(({ path }) => path);
  return paths.find((path) => !path.endsWith('*')) ?? paths.find((path) => path === CONSOLE) ?? 'none';
}
