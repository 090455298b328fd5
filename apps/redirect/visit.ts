/** The whole life of a visit, top to bottom. */
import { parseCode } from '#domain/codes';
import { Refusal } from '#domain/errors';
import { judge } from '#domain/judgement';
import { limitsOfRoute } from '#domain/limits';
import type { LiveRoute } from '#domain/route';
import { currentDenylist } from '#store/denylist-copy';
import { callObject } from '#store/object-call';
import { answer, type Visit } from './answer';
import type { Env } from './env';
import { findRoute } from './routes';

/** Answers a request for a code (answers, section 14). */
export async function visit(one: Visit, env: Env, ctx: ExecutionContext): Promise<Response> {
  const { request, now } = one;
  const code = parseCode(one.url.pathname.slice(1));
  if (code === null) return answer(new Refusal('LINK_NOT_FOUND'), one);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return answer(new Refusal('METHOD_NOT_ALLOWED', { allow: ['GET', 'HEAD'] }), one);
  }

  const [route, denylist] = await Promise.all([findRoute(code, now, env, ctx), currentDenylist(env, now)]);
  if (route === null) return answer(new Refusal('LINK_NOT_FOUND'), one);

  const judgement = judge(route, denylist, now);
  if (judgement.verdict === 'blocked') return answer(new Refusal('LINK_BLOCKED'), one);
  if (judgement.verdict === 'gone') return answer(new Refusal('LINK_GONE'), one);

  const { maxClicks, target } = judgement.route;
  if (request.method === 'HEAD' && (maxClicks !== undefined || target === 'protected')) return withoutDestination();
  if (target === 'protected') return answer(new Refusal('PASSWORD_REQUIRED'), one);
  if (maxClicks !== undefined && !(await takeClick(code, judgement.route, env))) {
    return answer(new Refusal('LINK_GONE'), one);
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

const headers = { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' };

const redirect = (location: string): Response =>
  new Response(null, { status: 302, headers: { Location: location, ...headers } });

/** HEAD of a link whose destination has a price: it is there, and nothing was counted. */
const withoutDestination = (): Response => new Response(null, { status: 200, headers });
