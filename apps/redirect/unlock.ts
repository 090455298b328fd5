/**
 * Handles a visit to a protected link: it requests the password, charges the attempt, checks the password and takes the
 * click.
 */

import { limitsOfLink } from '#domain/click-limits';
import { type Denylist, deniesHost, hostOfHref } from '#domain/denylist';
import { evaluate } from '#domain/evaluate';
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
import { typedPassword } from './typed-password';
import type { Visit } from './visit-request';

/**
 * Handles GET and POST of a protected link (specification 11.8). The destination comes from D1, because the edge entry
 * holds none.
 * @param knownId the link's id in the edge entry; the object of that id charges the attempt before D1 is read
 * @param recordClick is called once the click is granted
 * @throws Refusal if the response is neither a redirect nor a page about the password
 */
export async function unlock(
  visit: Visit,
  code: string,
  knownId: string,
  denylist: Denylist,
  env: Env,
  ctx: ExecutionContext,
  recordClick: () => void,
): Promise<Response> {
  const password = await typedPassword(visit.request);
  if (password === null) return passwordRequired(visit, code);
  if (password === '') return passwordWrong(visit, code);
  if (!(await mayAttempt(knownId, visit, env))) return tooManyAttempts(visit, visit.now + LIMITER_PERIOD_MS);

  const attempt = new PasswordAttempt(visit.request, env);
  const open = await chargeAttempt(attempt, visit, code, knownId, denylist, env);
  if ('nextAt' in open) return tooManyAttempts(visit, open.nextAt);
  const { link, stored } = open;
  if (!(await verifyPassword(password, stored))) return passwordWrong(visit, code);
  if (stored.pepper !== configOf(env).peppers.current) ctx.waitUntil(renewPassword(env, code, link.password, password));

  const clickId = crypto.randomUUID();
  const taken = await callObject(
    () => objectNamed(env, env.CLICKS, link.id),
    async (counter) => await counter.open(attempt.id, clickId, limitsOfLink(link)),
    { repeatable: true },
  );
  assertGranted(taken, code, env);
  recordClick();
  // 303, so that a browser does not send the password on to the destination (RFC 9110, section 15.4.4).
  return redirect(locationOf(link.url), visit.request.method === 'POST' ? 303 : 302);
}

/** Returns 429 for a client that has sent too many forms to links without a password; null for any other client. */
export async function tooManyForms(visit: Visit, env: Env): Promise<Response | null> {
  return (await maySendForm(visit, env)) ? null : tooManyAttempts(visit, visit.now + LIMITER_PERIOD_MS);
}

type ProtectedLink = Link & { readonly password: string };

/** A link whose password may be checked, and its stored password, parsed. */
type Openable = { readonly link: ProtectedLink; readonly stored: StoredPassword };

const isProtected = (link: Link | null): link is ProtectedLink => link?.password != null;

/**
 * Charges an attempt, and returns the link at whose object it was charged. If the visitor has made too many attempts,
 * it returns the time from which the next one may be made.
 */
async function chargeAttempt(
  attempt: PasswordAttempt,
  visit: Visit,
  code: string,
  knownId: string,
  denylist: Denylist,
  env: Env,
): Promise<Openable | RefusedCharge> {
  const charge = await attempt.charge(knownId);
  if (!charge.isCharged) return charge;
  if (!(await mayReadD1(visit, env))) {
    await attempt.refund(knownId);
    return { isCharged: false, nextAt: visit.now + LIMITER_PERIOD_MS };
  }
  const found = await readOpenableLink(visit, code, denylist, env).catch(async (error) => {
    await attempt.refund(knownId);
    throw error;
  });
  const { link } = found;
  if (link.id === knownId) return found;
  // The alias belongs to a newer link now. The attempt at the older link is refunded only once it is charged at the
  // newer link.
  setEntry(env, code, entryOfLink(link), visit.now);
  const again = await attempt.charge(link.id);
  if (!again.isCharged) return again;
  await attempt.refund(knownId);
  return found;
}

/**
 * Reads a link from D1, and parses its stored password.
 * @throws Refusal for a link that may not be opened or has no password; Error for a stored password that was made with
 * another pepper than the configured ones
 */
async function readOpenableLink(visit: Visit, code: string, denylist: Denylist, env: Env): Promise<Openable> {
  const link = await readLink(code, env);
  const refusal = refusalOf(link, denylist, visit.now);
  if (isProtected(link) && refusal === null)
    return { link, stored: await readStored(link.password, configOf(env).peppers) };
  deleteEntry(env, code);
  throw refusal ?? new Refusal('METHOD_NOT_ALLOWED', { allow: UNPROTECTED_METHODS });
}

/**
 * Returns the refusal of a link that may not be opened, or null. It checks the destination's host, because the edge
 * entry of a protected link does not hold the destination.
 */
function refusalOf(link: Link | null, denylist: Denylist, now: number): Refusal<VisitErrorCode> | null {
  if (link === null) return new Refusal('LINK_NOT_FOUND');
  const evaluation = evaluate(entryOfLink(link), denylist, now);
  if (evaluation.outcome === 'gone') return new Refusal('LINK_GONE', { goneReason: evaluation.reason });
  const isDenied = deniesHost(denylist, hostOfHref(locationOf(link.url)));
  return evaluation.outcome === 'blocked' || isDenied ? new Refusal('LINK_BLOCKED') : null;
}

function passwordRequired(visit: Visit, code: string): Response {
  if (wantsJson(visit.request)) throw new Refusal('PASSWORD_REQUIRED');
  return pageResponse(passwordPage(code, 'required'), visit);
}

function passwordWrong(visit: Visit, code: string): Response {
  if (wantsJson(visit.request)) throw new Refusal('PASSWORD_WRONG');
  return pageResponse(passwordPage(code, 'wrong'), visit);
}

function tooManyAttempts(visit: Visit, nextAt: number): Response {
  const retryAfter = secondsUntil(nextAt, visit.now);
  if (wantsJson(visit.request)) throw new Refusal('GUESSES_EXCEEDED', { retryAfter });
  return pageResponse(tooManyAttemptsPage(retryAfter), visit, { 'Retry-After': String(retryAfter) });
}
