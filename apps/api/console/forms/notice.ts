/**
 * One-time notices. A cookie holds the name of a notice and the path of its page. Showing the notice clears the cookie.
 */
import type { ConsoleContext } from '../context';
import { clearCookie, readCookie, writeCookie } from '../cookie';
import { type Notice, type NoticeText, noticeOf } from '../notices';

const COOKIE = { name: 'console-notice' };
/** How long the cookie lasts: longer than a redirect takes. */
const LASTS_SECONDS = 60;

const pathOf = (address: string): string => address.replace(/[?#].*$/, '');

/** Redirects (303) to a path of the console, and sets a notice for that page. */
export function redirectTo(c: ConsoleContext, to: string, notice?: Notice): Response {
  if (notice !== undefined) writeCookie(c, `${notice}!${pathOf(to)}`, COOKIE, LASTS_SECONDS);
  return c.redirect(to, 303);
}

/**
 * Returns the notice for this page and clears its cookie; undefined where there is none, or only one for another page.
 */
export function takeNotice(c: ConsoleContext): NoticeText | undefined {
  const [name, path] = (readCookie(c, COOKIE) ?? '').split('!');
  if (path === undefined || path !== new URL(c.req.url).pathname) return undefined;
  clearCookie(c, COOKIE);
  return noticeOf(name);
}
