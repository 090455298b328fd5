/** The session of a request: how it is found, and what becomes of a request without one. */

import { chargedLookup, type Lookup, nameNetworkMeter, refusedNetworks } from '#api/objects/network-meter';
import { findSession, isToken, markSeen, type SignedIn } from '#api/sign-in/sessions';
import type { Actor } from '#domain/account-events';
import { toNetwork } from '#secrets/client-address';
import { hashText } from '#secrets/digest';
import { logFault } from '#store/faults';
import { makeExpiringNames } from '#store/isolate';
import { type ConsoleContext, clearCookie, createMiddleware, readCookie } from '../context';
import { FORMS } from '../forms/every-form';
import { fillRoute, hasContent, makeState, matchRoute, pickDeclared } from '../forms/form';
import { readFields } from '../forms/handle-form';
import { pageToken, parseToken, readDraft, saveDraft } from '../forms/kept-in-browser';
import { redirectTo } from '../notices';
import { show } from '../page';
import { showTooMany, tooLongPage } from '../refused';
import { signInPage } from './sign-in-page';

/**
 * Passes on the requests of signed-in browsers, and sets `account`, `sessionId` and `answeredAt`. Other requests are
 * redirected to the sign-in page. A request gets 429 where its network or its account is over the limit.
 */
export const signedIn = createMiddleware(async (c, next) => {
  const lookup = await findSignedIn(c);
  if ('refusedUntil' in lookup) return showTooMany(c, lookup.refusedUntil);
  const { found } = lookup;
  if (found === null) {
    if (readCookie(c) !== undefined) clearCookie(c);
    return redirectToSignIn(c);
  }
  c.set('account', found.account);
  c.set('sessionId', found.sessionId);
  c.set('answeredAt', found.answeredAt);
  if (found.isSeenAtStale) {
    const seen = markSeen(c.env, found.sessionId, c.get('now'));
    c.executionCtx.waitUntil(seen.catch((error) => logFault(error, { doing: 'mark seen' })));
  }
  await next();
});

/**
 * How long this isolate reads a valid session without a charge to its network. Other clients may have used up the
 * window of the network.
 */
const VALID_LASTS_MS = 600_000;

const validSessions = makeExpiringNames();
const networksOverLimit = refusedNetworks();
const sessionsOverLimit = makeExpiringNames();

/** Remembers in this isolate that a session is valid, by the digest of its token. */
export const rememberValid = (c: ConsoleContext, digest: string): void =>
  validSessions.set(c.env, digest, c.get('now') + VALID_LASTS_MS);

/**
 * Remembers in this isolate that this browser's account is over its limit. Until then its session is not read.
 * @param until epoch milliseconds
 */
export async function rememberOverLimit(c: ConsoleContext, until: number): Promise<void> {
  sessionsOverLimit.set(c.env, await hashText(readCookie(c) ?? ''), until);
}

/**
 * Reads the session of this browser from D1's primary. A malformed cookie causes no lookup, and unknown sessions at
 * most sixty a minute from one network (docs/design/keys-and-metering.md).
 * @returns the session; null where there is none; or until when lookups are refused, epoch milliseconds
 */
export async function findSignedIn(c: ConsoleContext): Promise<Lookup<SignedIn>> {
  const token = readCookie(c);
  if (token === undefined || !isToken(token)) return { found: null };
  const digest = await hashText(token);
  const limitedUntil = sessionsOverLimit.get(c.env, digest, c.get('now'));
  if (limitedUntil !== null) return { refusedUntil: limitedUntil };
  const lookup = await lookUp(c, digest);
  if ('refusedUntil' in lookup) return lookup;
  if (lookup.found === null) validSessions.delete(c.env, digest);
  else rememberValid(c, digest);
  return lookup;
}

async function lookUp(c: ConsoleContext, digest: string): Promise<Lookup<SignedIn>> {
  const now = c.get('now');
  const find = () => findSession(c.env, digest, now);
  const address = c.req.header('CF-Connecting-IP') ?? '';
  if (toNetwork(address) === '' || validSessions.get(c.env, digest, now) !== null) return { found: await find() };

  const refusedUntil = networksOverLimit.until(c.env, address, now);
  if (refusedUntil !== null) return { refusedUntil };
  const { peppers } = c.get('config');
  const lookup = await chargedLookup(c.env, await nameNetworkMeter(address, 'session', peppers.current), find);
  if ('refusedUntil' in lookup) networksOverLimit.remember(c.env, address, lookup);
  return lookup;
}

const SIGN_IN_PATH = '/console/sign-in';

/** Redirects to the sign-in page. A draft holds the requested page or the sent form. */
async function redirectToSignIn(c: ConsoleContext): Promise<Response> {
  if (c.req.method === 'POST') return saveSentForm(c);
  await saveRequestedPage(c);
  return c.redirect(SIGN_IN_PATH, 303);
}

/**
 * Stores the address of a page that a person opened. A download is stored as the page that offers it, so that the
 * sign-in ends on a page. A form that was typed stays: a page of another site can open any address here.
 */
async function saveRequestedPage(c: ConsoleContext): Promise<void> {
  const fetchDestination = c.req.header('Sec-Fetch-Dest') ?? 'document';
  if (c.req.method !== 'GET' || fetchDestination !== 'document') return;
  const { typed = null } = (await readDraft(c)) ?? {};
  if (typed !== null && hasContent(typed.state)) return;
  const { pathname, search } = new URL(c.req.url);
  const page = pathname.replace(/\/(export|picture)$/, '');
  await saveDraft(c, { to: page === pathname ? pathname + search : page, typed: null });
}

async function saveSentForm(c: ConsoleContext): Promise<Response> {
  const { pathname } = new URL(c.req.url);
  const found = FORMS.map((form) => ({ form, params: matchRoute(form.path, pathname) })).find(({ params }) => params);
  const fields = await readFields(c, found?.form);
  if (fields === null) return show(c, tooLongPage, 413);
  if (!found?.params) return c.redirect(SIGN_IN_PATH, 303);
  const { form, params } = found;
  const state = makeState(form, pathname, pickDeclared(form, fields), {});
  const accountId = parseToken(fields.token)?.accountId ?? '';
  const isKept = await saveDraft(c, { to: fillRoute(form.page, params), typed: { accountId, state } });
  if (isKept) return redirectTo(c, SIGN_IN_PATH, hasContent(state) ? 'session-over' : 'session-over-undone');
  const { allowSignUp, contact } = c.get('config');
  const forms = { token: pageToken(c), state: undefined };
  return show(c, signInPage({ forms, allowSignUp, contact, isTooLong: true }), 401);
}

/** The signed-in owner, as the log of the account names who has done something (docs/design/console-and-forms.md). */
export const readActor = (c: ConsoleContext, sessionId = c.get('sessionId')): Actor => ({
  kind: 'owner',
  id: sessionId,
  name: nameBrowser(c.req.header('User-Agent')),
});

type NamePatterns = readonly (readonly [name: string, pattern: RegExp])[];

/** The first match counts, because a User-Agent also names the browsers that its browser descends from. */
const BROWSERS: NamePatterns = [
  ['Edge', /\bEdg(e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /\b(Headless)?(Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
];

const SYSTEMS: NamePatterns = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
];

const firstMatch = (list: NamePatterns, header: string): string | undefined =>
  list.find(([, pattern]) => pattern.test(header))?.[0];

/**
 * Returns a short name such as `Firefox on Linux`, by which owners recognise their sessions; `A browser` for an unknown
 * one. The User-Agent is not stored. my-ua-parser would add 7.5 KB, and its names are `Mobile Safari` and `iOS`.
 */
export function nameBrowser(header: string | undefined): string {
  const browser = firstMatch(BROWSERS, header ?? '') ?? 'A browser';
  const system = firstMatch(SYSTEMS, header ?? '');
  return system === undefined ? browser : `${browser} on ${system}`;
}
