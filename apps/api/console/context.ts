/** The context of a request to the console: its bindings, the variables that middleware sets, and its cookies. */
import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { createFactory } from 'hono/factory';
import type { CookieOptions } from 'hono/utils/cookie';
import type { Account } from '#api/accounts/accounts';
import type { ScheduledAct } from '#api/links/scheduled-acts';
import type { Tag } from '#api/links/tags';
import type { UtmTemplate } from '#api/links/utm-templates';
import type { Config, Env } from '#api/platform/env';
import { SESSION_LASTS_MS } from '#api/sign-in/sessions';

export type ConsoleEnv = {
  Bindings: Env;
  Variables: {
    /** The time when the request arrived, epoch milliseconds. */
    now: number;
    config: Config;
    requestId: string;
    /**
     * The one-time token for the forms of the response (forms/kept-in-browser.ts). Undefined until pageToken generates
     * it.
     */
    formToken: string | undefined;
    /** The signed-in account. sign-in/session.ts sets it; pages that need no session do not have it. */
    account: Account;
    /** The id of this browser's session. sign-in/session.ts sets it together with the account. */
    sessionId: string;
    /** When the operator last answered a request for a plan, epoch milliseconds. Set together with the account. */
    answeredAt: number | null;
    /** The acts on links that can still be undone. middleware.ts sets it, for pages of links. */
    scheduled: readonly ScheduledAct[];
    /** Whether the page shows a refused form again, with its errors. */
    isRefused: boolean | undefined;
    /** Where the response takes pictures from, besides what a page of the console may load (middleware.ts). */
    pictures: 'blob:' | 'data:' | undefined;
    /** The tags of the account, where the handler of a form has read them for the page that shows it again. */
    tags: readonly Tag[] | undefined;
    /** The same of its UTM templates. */
    templates: readonly UtmTemplate[] | undefined;
  };
};

export type ConsoleContext = Context<ConsoleEnv>;

export const { createHandlers, createMiddleware } = createFactory<ConsoleEnv>();

/** The console's own origin. @throws Error without CONSOLE_ORIGIN, which console-pages.ts has checked before */
export function readOrigin(c: ConsoleContext): string {
  const { consoleOrigin } = c.get('config');
  if (consoleOrigin === undefined) throw new Error('Configuration: CONSOLE_ORIGIN is missing');
  return consoleOrigin;
}

/**
 * The name of a cookie without its prefix. With `path` the browser sends the cookie only to the pages below that path.
 */
export type Cookie = { readonly name: string; readonly path?: string };

/** The cookie of the session holds its token. All other cookies are short-lived. */
const SESSION: Cookie = { name: 'console' };

/**
 * The full name and the attributes of a cookie. The prefix `__Host-` binds a cookie to this host and to https.
 * `__Secure-` binds a cookie with a path to https only (RFC 6265bis, section 4.1.3). Over http no prefix is possible.
 */
function nameCookie(c: ConsoleContext, { name, path = '/' }: Cookie): { name: string; options: CookieOptions } {
  const secure = readOrigin(c).startsWith('https:');
  const prefix = path === '/' ? '__Host-' : '__Secure-';
  return {
    name: secure ? `${prefix}${name}` : name,
    options: { path, httpOnly: true, sameSite: 'Lax', secure },
  };
}

export const readCookie = (c: ConsoleContext, cookie = SESSION): string | undefined =>
  getCookie(c, nameCookie(c, cookie).name);

export function writeCookie(
  c: ConsoleContext,
  value: string,
  cookie = SESSION,
  maxAgeSeconds = SESSION_LASTS_MS / 1000,
): void {
  const { name, options } = nameCookie(c, cookie);
  setCookie(c, name, value, { ...options, maxAge: maxAgeSeconds });
}

export function clearCookie(c: ConsoleContext, cookie = SESSION): void {
  const { name, options } = nameCookie(c, cookie);
  deleteCookie(c, name, options);
}
