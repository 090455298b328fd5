/** The responses of the documentation: its pages, how long they may be cached, and what a page may do. */
import type { AppContext } from '#api/http/context';
import { file } from '#api/http/response';
import { parseContact } from '#store/contact';
import {
  CONSOLE_LINK,
  CONTACT_LINK,
  documentationFile,
  EXAMPLE_API,
  EXAMPLE_CONSOLE,
  EXAMPLE_CONTACT,
  EXAMPLE_SHORT,
  NOT_FOUND_FILE,
  THEME_FORM,
} from './files';

export const CACHE_CONTROL = { 'Cache-Control': 'public, max-age=300' };

export const PAGE = file('The page.', ['text/html'], {
  'Content-Security-Policy': 'always',
  'Referrer-Policy': 'always',
  'Cross-Origin-Opener-Policy': 'always',
  Vary: 'always',
});

/** The policy allows no other origins, no requests of scripts, no inline scripts and no framing. */
const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'";

/** Browsers would send `Origin: null` with the form of a page that has `no-referrer`. */
const PAGE_HEADERS = {
  ...CACHE_CONTROL,
  Vary: 'Cookie',
  'Content-Type': 'text/html; charset=utf-8',
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** Returns the link to the operator, or nothing if the deployment has no contact. Its address has no quotes. */
function contactLink(contact: string | undefined): string {
  const { href } = parseContact(contact) ?? {};
  return href === undefined ? '' : CONTACT_LINK.replace(EXAMPLE_CONTACT, () => href.replaceAll('&', '&amp;'));
}

/** The appearance that this browser has chosen, which a cookie of the console keeps. */
const readTheme = (c: AppContext): string | undefined =>
  /(?:^|; )(?:__Host-)?console-theme=(light|dark)(?:;|$)/.exec(c.req.header('Cookie') ?? '')?.[1];

/** Allows the form of the appearance, and no other request. Without the console at this origin there is no form. */
const makePolicy = (console: string | null): string =>
  console === null
    ? `${POLICY}; form-action 'none'`
    : `${POLICY}; form-action ${console}/console/theme; connect-src ${console}/console/theme`;

const chosen = (form: string, theme: string): string =>
  form.replace(/ checked=""/, '').replace(`value="${theme}"`, (value) => `${value} checked=""`);

/** Responds with 404 and a page that leads on, for a browser at an address that leads nowhere. */
export async function notFoundPage(c: AppContext): Promise<Response> {
  const page = await documentationPage(c, await documentationFile(c.env, NOT_FOUND_FILE));
  const headers = new Headers(page.headers);
  headers.set('Cache-Control', 'no-store');
  headers.set('Vary', 'Accept, Cookie');
  return new Response(page.body, { status: 404, headers });
}

/**
 * Responds with a page of the documentation, with the addresses of this deployment, in the appearance that the browser
 * has chosen. No shared cache stores a page with a chosen appearance.
 * @param file of the page
 */
export async function documentationPage(c: AppContext, file: Response): Promise<Response> {
  const { shortBaseUrl, consoleOrigin, contact } = c.get('config');
  const page = await file.text();
  const { origin } = new URL(c.req.url);
  const theme = readTheme(c);
  const hasForm = consoleOrigin === origin;
  const here = page
    .replaceAll(EXAMPLE_API, () => origin)
    .replaceAll(EXAMPLE_SHORT, () => shortBaseUrl)
    .replace(THEME_FORM, (form) => (hasForm ? chosen(form, theme ?? 'system') : ''))
    .replaceAll(CONSOLE_LINK, (link) => (consoleOrigin ? link.replace(EXAMPLE_CONSOLE, () => consoleOrigin) : ''))
    .replace(CONTACT_LINK, () => contactLink(contact));
  const headers = { ...PAGE_HEADERS, 'Content-Security-Policy': makePolicy(hasForm ? origin : null) };
  if (theme === undefined) return c.newResponse(here, 200, headers);
  const painted = here.replace('<html lang="en">', `<html lang="en" data-theme="${theme}">`);
  return c.newResponse(painted, 200, { ...headers, 'Cache-Control': 'private, max-age=300' });
}
