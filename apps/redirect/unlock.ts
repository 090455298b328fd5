/** A visit to a protected link: ask for the password, charge the attempt, check it, count the click. */
import { type Denylist, deniesHost, hostOfHref } from '#domain/denylist';
import { evaluate } from '#domain/evaluate';
import { limitsOfLink } from '#domain/limits';
import type { Link } from '#domain/link';
import { Refusal } from '#domain/refusal';
import type { VisitErrorCode } from '#domain/visit-errors';
import { secondsUntil } from '#domain/window';
import { readStored, type StoredPassword, verifyPassword } from '#secrets/password';
import { entryOfLink, locationOf } from '#store/link-row';
import { callObject } from '#store/object-call';
import { objectNamed } from '#store/object-named';
import { wantsJson } from './accept';
import { LIMITER_PERIOD_MS, mayAttempt, mayReadD1, maySendForm } from './attempt-limiter';
import type { RefusedCharge } from './attempt-log';
import { configOf } from './config';
import { deleteEntry, setEntry } from './entry-cache';
import type { Env } from './env';
import { assertGranted } from './granted';
import { readLink } from './lookup';
import { pageResponse } from './pages/document';
import { passwordPage, tooManyAttemptsPage } from './pages/password';
import { PasswordAttempt } from './password-attempt';
import { redirect, UNPROTECTED_METHODS } from './redirect';
import { renewPassword } from './renew-password';
import type { Visit } from './response';
import { typedPassword } from './typed-password';

/**
 * Handles GET and POST of a protected link (specification 11.8). The destination comes from D1, because the edge entry
 * holds none.
 * @param knownId the link's id in the edge entry: the object of that id charges the attempt before D1 is read
 * @param note counts the click in the statistics, once it was granted
 * @throws Refusal where the response is neither a redirect nor a page of its own
 */
export async function unlock(
  one: Visit,
  code: string,
  knownId: string,
  denylist: Denylist,
  env: Env,
  ctx: ExecutionContext,
  note: () => void,
): Promise<Response> {
  const password = await typedPassword(one.request);
  if (password === null) return asked(one, code);
  if (password === '') return wrong(one, code);
  if (!(await mayAttempt(knownId, one, env))) return tooMany(one, code, one.now + LIMITER_PERIOD_MS);

  const attempt = new PasswordAttempt(one.request, env);
  const open = await chargedLink(attempt, one, code, knownId, denylist, env);
  if ('nextAt' in open) return tooMany(one, code, open.nextAt);
  const { link, stored } = open;
  const pepper = await verifyPassword(password, stored);
  if (pepper === null) return wrong(one, code);
  if (pepper !== configOf(env).peppers.current) ctx.waitUntil(renewPassword(env, code, link.password, password));

  const clickId = crypto.randomUUID();
  const taken = await callObject(
    () => objectNamed(env, env.CLICKS, link.id),
    async (counter) => await counter.open(attempt.id, clickId, limitsOfLink(link)),
    { repeatable: true },
  );
  assertGranted(taken, code, env);
  note();
  // 303, so that a browser does not send the password on to the destination (RFC 9110, section 15.4.4).
  return redirect(locationOf(link.url), one.request.method === 'POST' ? 303 : 302);
}

/** Returns 429 for a client that sends too many forms to links whose edge entries have no password; else null. */
export async function tooManyForms(one: Visit, code: string, env: Env): Promise<Response | null> {
  return (await maySendForm(one, env)) ? null : tooMany(one, code, one.now + LIMITER_PERIOD_MS);
}

type ProtectedLink = Link & { readonly password: string };

/** A link whose password may be checked, and its parsed password text. */
type Openable = { readonly link: ProtectedLink; readonly stored: StoredPassword };

const isProtected = (link: Link | null): link is ProtectedLink => link?.password != null;

/**
 * Charges an attempt, and returns the link at which it was charged; where there were too many, when the next attempt
 * may be made.
 */
async function chargedLink(
  attempt: PasswordAttempt,
  one: Visit,
  code: string,
  knownId: string,
  denylist: Denylist,
  env: Env,
): Promise<Openable | RefusedCharge> {
  const charge = await attempt.charge(knownId);
  if (!charge.isCharged) return charge;
  if (!(await mayReadD1(one, env))) {
    await attempt.giveBack(knownId);
    return { isCharged: false, nextAt: one.now + LIMITER_PERIOD_MS };
  }
  const found = await openableLink(one, code, denylist, env).catch(async (error) => {
    await attempt.giveBack(knownId);
    throw error;
  });
  const { link } = found;
  if (link.id === knownId) return found;
  // The alias belongs to a newer link now. The attempt at the older link is given back only once it is charged at the
  // newer one.
  setEntry(env, code, entryOfLink(link), one.now);
  const again = await attempt.charge(link.id);
  if (!again.isCharged) return again;
  await attempt.giveBack(knownId);
  return found;
}

/**
 * Reads the link from D1.
 * @throws Refusal for a link that may not be opened, or that has no password; Error for a password text that no
 * configured pepper made
 */
async function openableLink(one: Visit, code: string, denylist: Denylist, env: Env): Promise<Openable> {
  const link = await readLink(code, env);
  const refusal = refusalOf(link, denylist, one.now);
  if (isProtected(link) && refusal === null)
    return { link, stored: await readStored(link.password, configOf(env).peppers) };
  deleteEntry(env, code);
  throw refusal ?? new Refusal('METHOD_NOT_ALLOWED', { allow: UNPROTECTED_METHODS });
}

/**
 * Returns why D1 forbids opening a link, or null. The host is checked here, because the edge entry of a protected link
 * has none.
 */
function refusalOf(link: Link | null, denylist: Denylist, now: number): Refusal<VisitErrorCode> | null {
  if (link === null) return new Refusal('LINK_NOT_FOUND');
  const evaluation = evaluate(entryOfLink(link), denylist, now);
  if (evaluation.outcome === 'gone') return new Refusal('LINK_GONE', { goneReason: evaluation.reason });
  const isDenied = deniesHost(denylist, hostOfHref(locationOf(link.url)));
  return evaluation.outcome === 'blocked' || isDenied ? new Refusal('LINK_BLOCKED') : null;
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
  return pageResponse(tooManyAttemptsPage(code, retryAfter), one, { 'Retry-After': String(retryAfter) });
}
