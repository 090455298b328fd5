/** Notices are told once: a cookie names one, for the page that the browser is sent to, and showing it takes it away. */
import type { ConsoleContext } from '../context';
import { clearCookie, readCookie, writeCookie } from '../cookie';
import { type Notice, noticeOf, type ToldNotice } from '../notices';

const COOKIE = { name: 'console-notice' };
/** For the way to the page. */
const LASTS_SECONDS = 60;

const pathOf = (address: string): string => address.replace(/[?#].*$/, '');

/** Sends a browser to a path of the console, where a notice awaits it. */
export function sendTo(c: ConsoleContext, to: string, notice?: Notice): Response {
  if (notice !== undefined) writeCookie(c, `${notice}!${pathOf(to)}`, COOKIE, LASTS_SECONDS);
  return c.redirect(to, 303);
}

/** What awaits this page; it awaits no other, and it no more. */
export function takeNotice(c: ConsoleContext): ToldNotice | undefined {
  const [name, path] = (readCookie(c, COOKIE) ?? '').split('!');
  if (path === undefined || path !== new URL(c.req.url).pathname) return undefined;
  clearCookie(c, COOKIE);
  return noticeOf(name);
}
