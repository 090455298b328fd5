/** The responses of the documentation: its pages, how long they may be cached, and what a page may do. */
import type { AppContext } from '#api/http/context';
import { file } from '#api/http/response';
import { CONSOLE_LINK, documentationFile, EXAMPLE_API, EXAMPLE_CONSOLE, EXAMPLE_SHORT } from './files';

export const CACHE_CONTROL = { 'Cache-Control': 'public, max-age=300' };

export const PAGE = file(
  'The page.',
  ['text/html'],
  ['Content-Security-Policy', 'Referrer-Policy', 'Cross-Origin-Opener-Policy'],
);

/** The policy allows no other origins, no requests of scripts, no inline scripts and no framing. */
const PAGE_HEADERS = {
  ...CACHE_CONTROL,
  Vary: 'Cookie',
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

/** The appearance that this browser has chosen in the console, which keeps it in a cookie. */
const themeOf = (c: AppContext): string | undefined =>
  /(?:^|; )(?:__Host-)?console-theme=(light|dark)(?:;|$)/.exec(c.req.header('Cookie') ?? '')?.[1];

/**
 * Responds with a page of the documentation, with the addresses of this deployment, in the appearance that the browser
 * has chosen. No shared cache stores a page with a chosen appearance.
 * @param name of the page's file
 */
export async function documentationPage(c: AppContext, name: string): Promise<Response> {
  const { shortBaseUrl, consoleOrigin } = c.get('config');
  const page = await (await documentationFile(c.env, name)).text();
  const { origin } = new URL(c.req.url);
  const theme = themeOf(c);
  const here = page
    .replaceAll(EXAMPLE_API, () => origin)
    .replaceAll(EXAMPLE_SHORT, () => shortBaseUrl)
    .replace(CONSOLE_LINK, (link) => (consoleOrigin ? link.replace(EXAMPLE_CONSOLE, () => consoleOrigin) : ''));
  if (theme === undefined) return c.newResponse(here, 200, PAGE_HEADERS);
  const painted = here.replace('<html lang="en">', `<html lang="en" data-theme="${theme}">`);
  return c.newResponse(painted, 200, { ...PAGE_HEADERS, 'Cache-Control': 'private, max-age=300' });
}
