/** The whole life of a visit, top to bottom. */
import { judge } from '#domain/judgement';
import { limitsOfRoute } from '#domain/limits';
import { Refusal } from '#domain/refusal';
import type { LiveRoute, Route } from '#domain/route';
import { currentDenylist } from '#store/denylist-copy';
import { callObject } from '#store/object-call';
import type { Visit } from './answer';
import type { Taken } from './click-counter';
import type { Env } from './env';
import { gather } from './gather';
import { assertGranted } from './granted';
import { pageResponse } from './pages/document';
import { previewPage, ROBOT_STUB } from './pages/preview';
import { parsePath } from './path';
import { methodsOf, redirect, UNPROTECTED_METHODS, withoutDestination } from './redirect';
import { isPrefetch, isRobot } from './robots';
import { findRoute, newestRoute } from './routes';
import { tooManyForms, unlock } from './unlock';

const METHODS = ['GET', 'HEAD', 'POST', 'OPTIONS'];

/**
 * Answers a request for a code (specification 11.2).
 * @param newest the route as D1 has it, once the one at the edge has turned out to be old
 * @throws Refusal for every visit that neither leads on nor shows a page
 */
export async function visit(
  one: Visit,
  env: Env,
  ctx: ExecutionContext,
  newest?: Promise<Route | null>,
): Promise<Response> {
  const { request, now } = one;
  const path = parsePath(one.url.pathname);
  if (path === null) throw new Refusal('LINK_NOT_FOUND');
  if (!METHODS.includes(request.method)) throw new Refusal('METHOD_NOT_ALLOWED', { allow: METHODS });
  if (request.method === 'OPTIONS') return methodsOf(METHODS);
  if (isPrefetch(request)) throw new Refusal('PREFETCH', { retryAfter: 1 });

  const { code } = path;
  const [found, denylist] = await Promise.all([newest ?? findRoute(code, one, env, ctx), currentDenylist(env, now)]);
  if (found === null) throw new Refusal('LINK_NOT_FOUND');

  const judgement = judge(found, denylist, now);
  if (judgement.outcome === 'blocked') throw new Refusal('LINK_BLOCKED');
  if (judgement.outcome === 'gone') throw new Refusal('LINK_GONE', { goneReason: judgement.reason });

  const { route } = judgement;
  const { target, maxClicks, createdAt } = route;
  const note = () => gather(one, code, route, env, ctx);
  const visitNewest = () => visit(one, env, ctx, newestRoute(code, one, env));
  if (target !== 'protected' && request.method === 'POST') {
    // The password page may come from a location that knows a newer route.
    if (newest === undefined) return (await tooManyForms(one, code, env)) ?? visitNewest();
    throw new Refusal('METHOD_NOT_ALLOWED', { allow: UNPROTECTED_METHODS });
  }
  if (target !== 'protected' && maxClicks === undefined) {
    const page = path.isPreview ? previewPage({ code, location: target.location, createdAt }) : null;
    if (page !== null) return pageResponse(page, one);
    if (request.method === 'GET') note();
    return redirect(target.location);
  }

  // From here on the destination has a price: nobody learns it without paying.
  if (request.method === 'HEAD') return withoutDestination();
  if (isRobot(request)) {
    note();
    return pageResponse(ROBOT_STUB, one);
  }
  if (target === 'protected') return unlock(one, code, route.id, denylist, env, ctx, note);
  const taken = await takeClick(code, route, env);
  if (taken === 'outdated' && newest === undefined) return visitNewest();
  assertGranted(taken, code, env);
  note();
  return redirect(target.location);
}

/** Asks the link's object for a click. One click id for all tries: a lost answer neither burns nor gives a click. */
function takeClick(code: string, route: LiveRoute, env: Env): Promise<Taken> {
  const clickId = crypto.randomUUID();
  const limits = limitsOfRoute(code, route);
  return callObject(
    () => env.CLICKS.getByName(route.id),
    async (counter) => await counter.take(clickId, limits),
    { repeatable: true },
  );
}
