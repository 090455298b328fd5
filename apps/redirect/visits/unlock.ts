/**
 * Handles a visit to a protected link: it requests the password, charges the attempt, checks the password and takes the
 * click.
 */
import { type Denylist, deniesHost, parseHost } from '#domain/denylist';
import { evaluate } from '#domain/edge-entry';
import type { Link } from '#domain/link';
import { secondsUntil } from '#domain/meter';
import { Refusal } from '#domain/refusal';
import type { VisitErrorCode } from '#domain/visit-errors';
import { hashPassword, parseStoredPassword, type StoredPassword, verifyPassword } from '#secrets/password';
import { linkToEntry, toLocation } from '#store/link-row';
import { configOf } from '../config';
import type { RefusedCharge } from '../counter/password-attempts';
import type { Env } from '../env';
import { makePageResponse } from '../pages/document';
import { makePasswordPage, makeTooManyAttemptsPage } from '../pages/password';
import { assertGranted, PasswordAttempt } from './counter-calls';
import { LIMITER_PERIOD_MS, mayAttempt, mayReadD1, maySendForm } from './limiters';
import { deleteEntry, readLink, setEntry } from './lookup';
import { type Visit, wantsJson } from './request';
import { redirect, UNPROTECTED_METHODS } from './response';

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
  const password = await readPassword(visit.request);
  if (password === null) return passwordRequired(visit, code);
  if (password === '') return passwordWrong(visit, code);
  if (!(await mayAttempt(knownId, visit, env))) return tooManyAttempts(visit, visit.now + LIMITER_PERIOD_MS);

  const attempt = new PasswordAttempt(visit.request, env);
  const open = await chargeAttempt(attempt, visit, code, knownId, denylist, env);
  if ('nextAt' in open) return tooManyAttempts(visit, open.nextAt);
  const { link, stored } = open;
  if (!(await verifyPassword(password, stored))) return passwordWrong(visit, code);
  if (stored.pepper !== configOf(env).peppers.current) ctx.waitUntil(renewPassword(env, code, link.password, password));

  assertGranted(await attempt.open(link), code, env);
  recordClick();
  // 303, so that a browser does not send the password on to the destination (RFC 9110, section 15.4.4).
  return redirect(toLocation(link.url), visit.request.method === 'POST' ? 303 : 302);
}

/** Returns 429 for a client that has sent too many forms to links without a password; null for any other client. */
export async function refuseTooManyForms(visit: Visit, env: Env): Promise<Response | null> {
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
  setEntry(env, code, linkToEntry(link), visit.now);
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
  const refusal = findRefusal(link, denylist, visit.now);
  if (isProtected(link) && refusal === null)
    return { link, stored: await parseStoredPassword(link.password, configOf(env).peppers) };
  deleteEntry(env, code);
  throw refusal ?? new Refusal('METHOD_NOT_ALLOWED', { allow: UNPROTECTED_METHODS });
}

/**
 * Returns the refusal of a link that may not be opened, or null. It checks the destination's host, because the edge
 * entry of a protected link does not hold the destination.
 */
function findRefusal(link: Link | null, denylist: Denylist, now: number): Refusal<VisitErrorCode> | null {
  if (link === null) return new Refusal('LINK_NOT_FOUND');
  const evaluation = evaluate(linkToEntry(link), denylist, now);
  if (evaluation.outcome === 'gone') return new Refusal('LINK_GONE', { goneReason: evaluation.reason });
  const isDenied = deniesHost(denylist, parseHost(toLocation(link.url)));
  return evaluation.outcome === 'blocked' || isDenied ? new Refusal('LINK_BLOCKED') : null;
}

function passwordRequired(visit: Visit, code: string): Response {
  if (wantsJson(visit.request)) throw new Refusal('PASSWORD_REQUIRED');
  return makePageResponse(makePasswordPage(code, 'required'), visit);
}

function passwordWrong(visit: Visit, code: string): Response {
  if (wantsJson(visit.request)) throw new Refusal('PASSWORD_WRONG');
  return makePageResponse(makePasswordPage(code, 'wrong'), visit);
}

function tooManyAttempts(visit: Visit, nextAt: number): Response {
  const retryAfter = secondsUntil(nextAt, visit.now);
  if (wantsJson(visit.request)) throw new Refusal('GUESSES_EXCEEDED', { retryAfter });
  return makePageResponse(makeTooManyAttemptsPage(retryAfter), visit, { 'Retry-After': String(retryAfter) });
}

/** The size of the largest body that is read. The longest password and the name of its field take far less. */
const MAX_BODY_BYTES = 8_192;

/**
 * Returns the password of a request, in the form of the page, as JSON or in a header; without one, null for a GET and
 * '' for a POST.
 */
async function readPassword(request: Request): Promise<string | null> {
  if (request.method === 'POST') return (await readBody(request)) ?? '';
  const header = request.headers.get('X-Link-Password');
  return header === null ? null : decodeUtf8(header);
}

/**
 * Decodes the header, whose bytes are UTF-8 (specification 11.8). Some runtimes pass the decoded text, others one
 * character per byte. A value whose characters are no UTF-8 bytes has been decoded already.
 */
function decodeUtf8(value: string): string {
  const bytes = Uint8Array.from(value, (character) => character.charCodeAt(0));
  if (String.fromCharCode(...bytes) !== value) return value;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return value;
  }
}

/** Reads the field `password` of a JSON body or of a form. A body of an unknown type counts as a URL-encoded form. */
async function readBody(request: Request): Promise<string | null> {
  const text = await readAtMost(request, MAX_BODY_BYTES).catch(() => null); // the body broke off
  if (text === null) return null;
  const type = request.headers.get('Content-Type') ?? '';
  try {
    const isJson = /^application\/json[ \t]*(;|$)/i.test(type);
    const fields = isJson ? new Map(Object.entries(JSON.parse(text))) : await parseForm(text, type);
    const password = fields.get('password');
    return typeof password === 'string' ? password : null;
  } catch {
    return null;
  }
}

function parseForm(text: string, type: string): Promise<FormData> {
  const known = /^multipart\/form-data/i.test(type) ? type : 'application/x-www-form-urlencoded';
  return new Response(text, { headers: { 'Content-Type': known } }).formData();
}

/**
 * Reads the body as text; returns null for a body of more than `bytes`. A body without a Content-Length is read to its
 * end all the same, because cancelling it would close the connection.
 */
async function readAtMost({ body, headers }: Request, bytes: number): Promise<string | null> {
  if (Number(headers.get('Content-Length')) > bytes) return null;
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    read += chunk.byteLength;
    if (read <= bytes) text += decoder.decode(chunk, { stream: true });
  }
  return read > bytes ? null : text + decoder.decode();
}

const UPDATE = 'UPDATE links SET password = ?3 WHERE code = ?1 AND password = ?2';

/**
 * Stores the right password under the current pepper, unless the link has another password by now. Only a visitor sends
 * the password itself (docs/design/keys-and-metering.md). The version of the link stays the same, because no edge entry
 * holds the stored text. A failure is ignored.
 * @param stored the stored text with which the password was compared
 */
async function renewPassword(env: Env, code: string, stored: string, password: string): Promise<void> {
  try {
    const renewed = await hashPassword(password, configOf(env).peppers);
    await env.DB.prepare(UPDATE).bind(code, stored, renewed).run();
  } catch {
    // The link still opens under the former pepper, and the next visit with the right password tries again.
  }
}
