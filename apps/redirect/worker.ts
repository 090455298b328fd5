/** The entry point of the redirect worker. */
import { env as bindings } from 'cloudflare:workers';
import { nameRequestCounter } from '#domain/metrics';
import { overloaded, Refusal } from '#domain/refusal';
import { isPlainHttp, noteRequest } from '#domain/request-context';
import type { VisitErrorCode } from '#domain/visit-errors';
import { readPeppers } from '#secrets/pepper';
import { describeFault, isUnavailable } from '#store/faults';
import { countUp, handOverLater } from '#store/metrics';
import { checkJurisdiction } from '#store/objects';
import { configOf } from './config';
import type { Env } from './env';
import { Visit } from './visits/request';
import { makeRefusalResponse, redirect, redirectToHttps } from './visits/response';
import { nameRoute, serveServicePath } from './visits/service-paths';
import { handleVisit } from './visits/visit';

export { ClickCounter } from './counter/click-counter';
export { Statistics } from './statistics/statistics';

// A worker without its secrets does not start. Cloudflare then refuses its deployment, and the previous version goes
// on.
readPeppers(bindings);
checkJurisdiction(bindings);

export default {
  async fetch(request, env, ctx): Promise<Response> {
    const config = configOf(env);
    const visit = new Visit(request, Date.now(), config);
    const response = await respond(visit, env, ctx);
    const route = nameRoute(visit.pathname);
    noteRequest(ctx, { route });
    countUp(env, nameRequestCounter('redirect', visit.method, route, response.status));
    handOverLater(env, config.metricsMs, visit.now, ctx);
    return response;
  },
} satisfies ExportedHandler<Env>;

async function respond(visit: Visit, env: Env, ctx: ExecutionContext): Promise<Response> {
  const { requireHttps, trustForwardedProto, fallbackUrl } = configOf(env);
  try {
    const serviceResponse = serveServicePath(visit, env, ctx);
    if (serviceResponse !== null) return await serviceResponse;
    const forwardedProto = trustForwardedProto ? visit.headers.get('X-Forwarded-Proto') : null;
    if (requireHttps && isPlainHttp(visit.request.url, forwardedProto)) return redirectToHttps(visit.url);
    if (visit.pathname === '/' && isGetOrHead(visit) && fallbackUrl !== undefined) return redirect(fallbackUrl);
    return await handleVisit(visit, env, ctx);
  } catch (error) {
    return makeRefusalResponse(error instanceof Refusal ? error : toRefusal(error, visit, ctx), visit);
  }
}

const isGetOrHead = ({ method }: Visit): boolean => method === 'GET' || method === 'HEAD';

/**
 * Turns an error into a refusal: 503 if a store or an object is unavailable, 500 for a bug. The log line and the 500
 * have the same request id.
 */
function toRefusal(error: unknown, { method }: Visit, ctx: ExecutionContext): Refusal<VisitErrorCode> {
  const requestId = crypto.randomUUID();
  noteRequest(ctx, { requestId });
  console.error(JSON.stringify({ requestId, method, fault: describeFault(error) }));
  return isUnavailable(error) ? overloaded() : new Refusal('FAULT', { requestId });
}
