/** The visit to a protected link: ask for the password, charge the guess, look at it, count the click. */
import { type Denylist, deniesHost, hostOfHref } from '#domain/denylist';
import { judge } from '#domain/judgement';
import { limitsOfLink } from '#domain/limits';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import type { VisitErrorCode } from '#domain/visit-errors';
import { secondsUntil } from '#domain/window';
import { addressDigest, wideNetworkOf } from '#secrets/client-address';
import { verifyPassword } from '#secrets/password';
import { locationOf, routeOfLink } from '#store/link-row';
import { callObject } from '#store/object-call';
import { wantsJson } from './accept';
import type { Visit } from './answer';
import { pepperOf } from './config';
import type { Env } from './env';
import { assertGranted } from './granted';
import { forget } from './memory';
import { pageResponse } from './pages/document';
import { passwordPage, tooManyTriesPage } from './pages/password';
import { redirect, UNPROTECTED_METHODS } from './redirect';
import { readLink } from './routes';
import { typedPassword } from './typed-password';

/**
 * Answers GET and POST of a protected link (answers, section 14). What the edge has of it holds no destination.
 * @param note notes the click, once it was given
 * @throws Refusal where there is no page to show
 */
export async function unlock(
  one: Visit,
  code: string,
  denylist: Denylist,
  env: Env,
  note: () => void,
): Promise<Response> {
  const password = await typedPassword(one.request);
  if (password === null) return asked(one, code);
  if (password === '') return wrong(one, code);

  const link = await readLink(code, env);
  const refusal = refusalOf(link, denylist, one.now);
  if (link?.password == null || refusal !== null) {
    forget(env, code);
    throw refusal ?? new Refusal('METHOD_NOT_ALLOWED', { allow: UNPROTECTED_METHODS });
  }

  const counter = () => env.CLICKS.getByName(link.id);
  const address = one.request.headers.get('CF-Connecting-IP') ?? '';
  const [network, wideNetwork] = await Promise.all([
    addressDigest(address, link.id, pepperOf(env)),
    addressDigest(address, link.id, pepperOf(env), wideNetworkOf),
  ]);
  const guessId = crypto.randomUUID();
  const charge = await callObject(counter, async (stub) => await stub.guess(guessId, network, wideNetwork), {
    repeatable: true,
  });
  if (!charge.isCharged) return tooMany(one, code, charge.nextAt);
  if (!(await verifyPassword(password, link.password, pepperOf(env)))) return wrong(one, code);

  const clickId = crypto.randomUUID();
  const taken = await callObject(counter, async (stub) => await stub.open(guessId, clickId, limitsOfLink(link)), {
    repeatable: true,
  });
  assertGranted(taken, code, env);
  note();
  // 303, so that a browser does not send the password on to the destination (RFC 9110, section 15.4.4).
  return redirect(locationOf(link.url), one.request.method === 'POST' ? 303 : 302);
}

/** What the truth says against opening a link. Its host could not be judged by its route. */
function refusalOf(link: Link | null, denylist: Denylist, now: number): Refusal<VisitErrorCode> | null {
  if (link === null) return new Refusal('LINK_NOT_FOUND');
  const judgement = judge(routeOfLink(link), denylist, now);
  if (judgement.outcome === 'gone') return new Refusal('LINK_GONE', { goneReason: judgement.reason });
  const isDenied = deniesHost(denylist, hostOfHref(locationOf(link.url)));
  return judgement.outcome === 'blocked' || isDenied ? new Refusal('LINK_BLOCKED') : null;
}

function asked(one: Visit, code: string): Response {
  if (wantsJson(one.request)) throw new Refusal('PASSWORD_REQUIRED');
  return pageResponse(passwordPage(code, 'asked'), one);
}

function wrong(one: Visit, code: string): Response {
  if (wantsJson(one.request)) throw new Refusal('PASSWORD_WRONG');
  return pageResponse(passwordPage(code, 'wrong'), one);
}

function tooMany(one: Visit, code: string, nextAt: number): Response {
  const retryAfter = secondsUntil(nextAt, one.now);
  if (wantsJson(one.request)) throw new Refusal('GUESSES_EXCEEDED', { retryAfter });
  return pageResponse(tooManyTriesPage(code, retryAfter), one, { 'Retry-After': String(retryAfter) });
}
