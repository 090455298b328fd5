/** What all pages share: the HTML document around their content, and the headers of the response. */
import { contactOf } from './contact';
import { FLIGHTS, type Flight } from './flight';
import { type Html, html, trusted } from './html';
import { STYLE, STYLE_HASH } from './style';

export type VisitorPage = {
  readonly status: number;
  /** The document's title, which says what happened. */
  readonly title: string;
  /** The content of `<main>`, which begins with the h1. */
  readonly main: Html;
  readonly flight: Flight;
  /** The words before the operator's address; null on a page that only robots read. */
  readonly contactLead: string | null;
};

/** What a page needs of a visit; `Visit` has it all. `contact` is the variable CONTACT as it is. */
type PageRequest = {
  readonly request: Request;
  readonly url: URL;
  /** The configured host of short links. */
  readonly host?: string;
  readonly contact?: string | undefined;
};

/**
 * Forbids loading and framing. There is no form-action: Chromium applies it to the redirect after the POST, which leads
 * to any origin (w3c/webappsec-csp#8). img-src is for our own icon: without it Chromium logs an error.
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
 * The response with a page. HSTS is sent only over https, where it counts (RFC 6797, section 7.2). HEAD gets no body.
 */
export function pageResponse(page: VisitorPage, asked: PageRequest, more: Record<string, string> = {}): Response {
  const secure = asked.url.protocol === 'https:' && { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` };
  const body = asked.request.method === 'HEAD' ? null : documentOf(page, asked).text;
  return new Response(body, { status: page.status, headers: { ...HEADERS, ...secure, ...more } });
}

function documentOf({ title, main, flight, contactLead }: VisitorPage, asked: PageRequest): Html {
  const contact = contactOf(asked.contact);
  const host = asked.host || asked.url.host;
  const help =
    contact && contactLead ? html`<span>${contactLead} <a href="${contact.href}">${contact.label}</a></span>` : null;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · ${host}</title>
<link rel="icon" href="/favicon.ico">
<style>${trusted(STYLE)}</style>
</head>
<body>
${FLIGHTS[flight]}
<main>
${main}
</main>
<footer><span>${host}</span>${help}</footer>
</body>
</html>
`;
}
