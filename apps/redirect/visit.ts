/** The whole life of a visit, top to bottom. */
import { judge } from '#domain/judgement';
import { limitsOfRoute } from '#domain/limits';
import { Refusal } from '#domain/refusal';
import type { LiveRoute } from '#domain/route';
import { currentDenylist } from '#store/denylist-copy';
import { callObject } from '#store/object-call';
import { answer, type Visit } from './answer';
import type { Env } from './env';
import { forget } from './memory';
import { pageResponse } from './pages/document';
import { previewPage, ROBOT_STUB } from './pages/preview';
import { parsePath } from './path';
import { methodsOf, redirect, UNPROTECTED_METHODS, withoutDestination } from './redirect';
import { isPrefetch, isRobot } from './robots';
import { findRoute } from './routes';
import { unlock } from './unlock';

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/** Answers a request for a code (contract, "Visiting a short link"; answers, section 14). */
export async function visit(one: Visit, env: Env, ctx: ExecutionContext): Promise<Response> {
  const { request, now } = one;
  const path = parsePath(one.url.pathname);
  if (path === null) return answer(new Refusal('LINK_NOT_FOUND'), one);
  if (!METHODS.includes(request.method)) return answer(new Refusal('METHOD_NOT_ALLOWED', { allow: METHODS }), one);
  if (request.method === 'OPTIONS') return methodsOf(METHODS);
  if (isPrefetch(request)) return answer(new Refusal('PREFETCH', { retryAfter: 1 }), one);

  const { code } = path;
  const [route, denylist] = await Promise.all([findRoute(code, one, env, ctx), currentDenylist(env, now)]);
  if (route === null) return answer(new Refusal('LINK_NOT_FOUND'), one);

  const judgement = judge(route, denylist, now);
  if (judgement.outcome === 'blocked') return answer(new Refusal('LINK_BLOCKED'), one);
  if (judgement.outcome === 'gone') return answer(new Refusal('LINK_GONE', { goneReason: judgement.reason }), one);

  const { target, maxClicks, createdAt } = judgement.route;
  if (target !== 'protected' && request.method === 'POST') {
    return answer(new Refusal('METHOD_NOT_ALLOWED', { allow: UNPROTECTED_METHODS }), one);
  }
  if (target !== 'protected' && maxClicks === undefined) {
    const page = path.isPreview ? previewPage({ code, location: target.location, createdAt }) : null;
    return page === null ? redirect(target.location) : pageResponse(page, one);
  }

  // From here on the destination has a price: nobody learns it without paying.
  if (request.method === 'HEAD') return withoutDestination();
  if (isRobot(request)) return pageResponse(ROBOT_STUB, one);
  if (target === 'protected') return unlock(one, code, denylist, env);
  if (!(await takeClick(code, judgement.route, env))) {
    forget(env, code);
    return answer(new Refusal('LINK_GONE', { goneReason: 'CLICKS' }), one);
  }
  return redirect(target.location);
}

/** Asks the link's object for a click. One click id for all tries: a lost answer neither burns nor gives a click. */
function takeClick(code: string, route: LiveRoute, env: Env): Promise<boolean> {
  const clickId = crypto.randomUUID();
  const limits = limitsOfRoute(code, route);
  return callObject(
    () => env.CLICKS.getByName(route.id),
    async (counter) => await counter.take(clickId, limits),
    { repeatable: true },
  );
}
