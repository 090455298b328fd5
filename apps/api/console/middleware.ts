/**
 * The middleware of the console: the headers of every page, the check of `Origin`, limits, and acts on links that are due.
 */

import { countInWindow } from '#api/accounts/account-windows';
import { propagateAll } from '#api/links/propagate';
import { carryOutActs, listScheduled } from '#api/links/scheduled-acts';
import { countForNetwork, nameNetworkMeter } from '#api/objects/network-meter';
import { createMiddleware, readOrigin } from './context';
import { show } from './page';
import { forgedPage, showTooMany } from './refused';
import { rememberOverLimit } from './sign-in/session';
import { YEAR_SECONDS } from './words';

/**
 * The policy allows no foreign resource, no inline script or style, no form to another origin and no frame. The
 * Referrer-Policy is not `no-referrer`, because browsers would then send `Origin: null` with a form, and sameOrigin
 * would refuse it.
 */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; img-src 'self'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

export const pageHeaders = createMiddleware(async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
  // The script of the studio draws a chosen file (blob:), and an SVG with a logo has it inside (data:).
  const pictures = c.get('pictures');
  if (pictures) c.res.headers.set('Content-Security-Policy', `${HEADERS['Content-Security-Policy']} ${pictures}`);
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  // RFC 6797, section 7.2: the header must not be sent over plain http.
  if (c.req.url.startsWith('https:')) c.res.headers.set('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
});

/**
 * The protection against cross-site request forgery: a request that may change anything must have the console's own
 * `Origin`. Every browser sends `Origin` with a POST, and no page can forge it, so forms need no CSRF token
 * (docs/design/console-and-forms.md).
 */
export const sameOrigin = createMiddleware(async (c, next) => {
  const isSafe = c.req.method === 'GET' || c.req.method === 'HEAD';
  if (!isSafe && c.req.header('Origin') !== readOrigin(c)) return show(c, forgedPage, 403);
  await next();
});

/** A sign-in takes two requests, so fifteen people of one network can sign in within a minute. */
const REQUESTS_PER_MINUTE = 30;

/**
 * The limit of a network: exactly 30 requests a minute for sign-ins, sign-ups and sign-in links, and 300 of a wide
 * network (specification 14.4).
 */
export const limitNetwork = createMiddleware(async (c, next) => {
  const { peppers } = c.get('config');
  const meter = await nameNetworkMeter(c.req.header('CF-Connecting-IP') ?? '', 'console', peppers.current);
  const { isAdmitted, reading } = await countForNetwork(c.env, meter, REQUESTS_PER_MINUTE);
  return isAdmitted ? next() : showTooMany(c, reading.windowEndsAt);
});

/** The limit of an account: exactly 300 requests a minute over all its browsers (specification 14.4). */
export const limitAccount = createMiddleware(async (c, next) => {
  const { isAdmitted, reading } = await countInWindow(c.env, 'console', c.get('account').id);
  if (isAdmitted) return next();
  await rememberOverLimit(c, reading.windowEndsAt);
  return showTooMany(c, reading.windowEndsAt);
});

/**
 * Carries out what is due to links of the account, and sets `scheduled` to what is not. It runs before every page and
 * form of links, so that none shows or changes a link whose ten seconds are over (specification 14.10).
 */
export const carryOutScheduled = createMiddleware(async (c, next) => {
  const now = c.get('now');
  const { id: accountId } = c.get('account');
  let scheduled = await listScheduled(c.env, accountId);
  if (scheduled.some(({ dueAt }) => dueAt <= now)) {
    const changed = await carryOutActs(c.env, now, accountId);
    c.executionCtx.waitUntil(propagateAll(c.env, changed, now));
    scheduled = await listScheduled(c.env, accountId);
  }
  c.set('scheduled', scheduled);
  await next();
});
