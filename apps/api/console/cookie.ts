/** The cookies of the console: that of a session, the one place where its token stands, and a few that live shortly. */
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { SESSION_LASTS_MS } from '#api/sign-in/sessions';
import { type ConsoleContext, originOf } from './context';

/** Which cookie: `path` where only some pages are sent it. */
export type Cookie = { readonly name: string; readonly path?: string };

const SESSION: Cookie = { name: 'console' };

/**
 * `__Host-` keeps a cookie to this very host, and to https; `__Secure-` to https, for one that has a path (RFC 6265bis,
 * section 4.1.3). http://localhost has neither.
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
  lastsSeconds = SESSION_LASTS_MS / 1000,
): void {
  const { name, options } = cookieOf(c, cookie);
  setCookie(c, name, value, { ...options, maxAge: lastsSeconds });
}

export function clearCookie(c: ConsoleContext, cookie = SESSION): void {
  const { name, options } = cookieOf(c, cookie);
  deleteCookie(c, name, options);
}
