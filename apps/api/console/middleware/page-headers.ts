/** The headers of every page. */
import { createMiddleware } from '../context';

/**
 * The policy allows no foreign resource, no inline script or style, no form to another origin and no frame. The
 * Referrer-Policy is not `no-referrer`, because browsers would then send `Origin: null` with a form, and sameOrigin
 * would refuse it.
 */
const HEADERS = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=()',
};

const YEAR_SECONDS = 31_536_000;

export const pageHeaders = createMiddleware(async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) c.res.headers.set(name, value);
  if (!c.res.headers.has('Cache-Control')) c.res.headers.set('Cache-Control', 'no-store');
  // RFC 6797, section 7.2: the header must not be sent over plain http.
  if (c.req.url.startsWith('https:')) c.res.headers.set('Strict-Transport-Security', `max-age=${YEAR_SECONDS}`);
});
