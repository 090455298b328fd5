/** The cookie of a session: the one place where its token stands. */
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { CookieOptions } from 'hono/utils/cookie';
import { type ConsoleContext, originOf } from './context';
import { SESSION_LASTS_MS } from './sessions';

const NAME = 'console';

/** `__Host-` keeps a cookie to this very host, and to https (RFC 6265bis, section 4.1.3.2); http://localhost has none. */
function cookieOf(c: ConsoleContext): { name: string; options: CookieOptions } {
  const secure = originOf(c).startsWith('https:');
  return {
    name: secure ? `__Host-${NAME}` : NAME,
    options: { path: '/', httpOnly: true, sameSite: 'Lax', secure },
  };
}

export const readCookie = (c: ConsoleContext): string | undefined => getCookie(c, cookieOf(c).name);

export function writeCookie(c: ConsoleContext, token: string): void {
  const { name, options } = cookieOf(c);
  setCookie(c, name, token, { ...options, maxAge: SESSION_LASTS_MS / 1000 });
}

export function clearCookie(c: ConsoleContext): void {
  const { name, options } = cookieOf(c);
  deleteCookie(c, name, options);
}
