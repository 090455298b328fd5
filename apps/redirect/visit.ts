/** The whole life of a visit, top to bottom. */
import { parseCode } from '#domain/codes';
import { Refusal } from '#domain/errors';
import { judge } from '#domain/judgement';
import { answer, type Visit } from './answer';
import type { Env } from './env';
import { findRoute } from './routes';

/** Answers GET /:code (answers, section 14). */
export async function visit(one: Visit, env: Env, ctx: ExecutionContext): Promise<Response> {
  const code = parseCode(one.url.pathname.slice(1));
  if (code === null) return answer(new Refusal('LINK_NOT_FOUND'), one);
  if (one.request.method !== 'GET' && one.request.method !== 'HEAD') {
    return answer(new Refusal('METHOD_NOT_ALLOWED', { allow: ['GET', 'HEAD'] }), one);
  }

  const route = await findRoute(code, one.now, env, ctx);
  if (route === null) return answer(new Refusal('LINK_NOT_FOUND'), one);

  const judgement = judge(route, one.now);
  if (judgement.verdict === 'blocked') return answer(new Refusal('LINK_BLOCKED'), one);
  if (judgement.verdict === 'gone') return answer(new Refusal('LINK_GONE'), one);
  const { target } = judgement.route;
  if (target === 'protected') return answer(new Refusal('PASSWORD_REQUIRED'), one);
  return redirect(target.location);
}

const redirect = (location: string): Response =>
  new Response(null, {
    status: 302,
    headers: { Location: location, 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' },
  });
