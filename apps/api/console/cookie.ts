/** The cookies of the console. The cookie of the session holds its token. All other cookies are short-lived. */
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { SESSION_LASTS_MS } from '#api/sign-in/sessions';
import { type ConsoleContext, originOf } from './context';

/**
 * The name of a cookie without its prefix. With `path` the browser sends the cookie only to the pages below that path.
 */
export type Cookie = { readonly name: string; readonly path?: string };

const SESSION: Cookie = { name: 'console' };

/**
 * The full name and the attributes of a cookie. The prefix `__Host-` binds a cookie to this host and to https.
 * `__Secure-` binds a cookie with a path to https only (RFC 6265bis, section 4.1.3). Over http no prefix is possible.
 */
function cookieOf(c: ConsoleContext, { name, path = '/' }: Cookie): { name: string; options: CookieOptions } {
  const secure = originOf(c).startsWith('https:');
  const prefix = path === '/' ? '__Host-' : '__Secure-';
  return {
    name: secure ? `${prefix}${name}` : name,
    options: { path, httpOnly: true, sameSite: 'Lax', secure },
  };
}

export const readCookie = (c: ConsoleContext, cookie = SESSION): string | undefined =>
  getCookie(c, cookieOf(c, cookie).name);

export function writeCookie(
  c: ConsoleContext,
  value: string,
  cookie = SESSION,
  maxAgeSeconds = SESSION_LASTS_MS / 1000,
): void {
  const { name, options } = cookieOf(c, cookie);
  setCookie(c, name, value, { ...options, maxAge: maxAgeSeconds });
}

export function clearCookie(c: ConsoleContext, cookie = SESSION): void {
  const { name, options } = cookieOf(c, cookie);
  deleteCookie(c, name, options);
}
