/**
 * Makes the response with a page: the HTML document around the page's content, and the headers that all pages share.
 */

import { shownPath } from '#domain/visit-path';
import type { Flight } from '#drawings/flight';
import { contactOf } from '#store/contact';
import { flightOf } from './flight';
import { type Html, html, trusted } from './html';
import { STYLE, STYLE_HASH } from './style';

export type VisitorPage = {
  readonly status: number;
  /** The document's title. It says what happened. */
  readonly title: string;
  /** Returns the content of `<main>`, which has the h1. @param address the short address of the visit */
  readonly main: (address: Html) => Html;
  /** The drawing. The body has its name as a class. */
  readonly flight: Flight;
  /** The words before the operator's address, other than the ordinary ones; null on a page that only robots read. */
  readonly contactLead?: string | null | undefined;
};

/** The properties of a visit that its page needs. `contact` is the variable CONTACT, unparsed. */
type PageVisit = {
  readonly request: Request;
  readonly url: URL;
  /** The configured host of short links. */
  readonly host?: string | undefined;
  readonly contact?: string | undefined;
};

/**
 * The policy forbids loading and framing. It has no form-action, because Chromium would apply that to the redirect
 * after the form (w3c/webappsec-csp#8). It allows our own icon, because Chromium logs an error otherwise.
 */
const POLICY = `default-src 'none'; style-src '${STYLE_HASH}'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'`;

const HEADERS = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy': POLICY,
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex, nofollow',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  Vary: 'Accept',
};

const YEAR_SECONDS = 31_536_000;

/**
 * Returns the response with a page. Its body is empty for HEAD. It has HSTS only over https, because browsers ignore
 * HSTS over http (RFC 6797, section 8.1).
 */
export function pageResponse(page: VisitorPage, visit: PageVisit, extraHeaders: Record<string, string> = {}): Response {
  const secure = visit.url.protocol === 'https:' && { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` };
  const body = visit.request.method === 'HEAD' ? null : documentOf(page, visit).text;
  return new Response(body, { status: page.status, headers: { ...HEADERS, ...secure, ...extraHeaders } });
}

function documentOf({ title, main, flight, contactLead = 'Need help?' }: VisitorPage, visit: PageVisit): Html {
  const contact = contactOf(visit.contact);
  const host = visit.host || visit.url.host;
  const help =
    contact && contactLead
      ? html`<footer>${contactLead} <a href="${contact.href}">${contact.label}</a></footer>`
      : null;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${host}</title>
<link rel="icon" href="/favicon.ico">
<style>${trusted(STYLE)}</style>
</head>
<body class="${flight}">
${flightOf(flight)}
<main>
${main(html`<code>${host}<b>${shownPath(visit.url.pathname)}</b></code>`)}
</main>
${help}
</body>
</html>
`;
}
