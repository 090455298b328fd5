/**
 * Makes the response with a page: the HTML document around the page's content, and the headers that all pages share.
 * `html` escapes texts, so that a browser never reads a visitor's or customer's text as markup.
 */
import { showPath } from '#domain/short-address';
import { BIRD, FLIGHT_BOX, FLIGHTS, type Flight } from '#drawings/flight';
import { parseContact } from '#store/contact';
import { STYLE, STYLE_HASH } from './style';

export type VisitorPage = {
  readonly status: number;
  /** The document's title. It says what happened. */
  readonly title: string;
  /**
   * Returns the content of `<main>`, which has the h1.
   * @param address the short address of the visit
   * @param host the host of short links, by which the service is known
   */
  readonly main: (address: Html, host: string) => Html;
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

const PAGE_HEADERS = {
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
export function makePageResponse(
  page: VisitorPage,
  visit: PageVisit,
  extraHeaders: Record<string, string> = {},
): Response {
  const secure = visit.url.protocol === 'https:' && { 'Strict-Transport-Security': `max-age=${YEAR_SECONDS}` };
  const body = visit.request.method === 'HEAD' ? null : renderDocument(page, visit).text;
  return new Response(body, { status: page.status, headers: { ...PAGE_HEADERS, ...secure, ...extraHeaders } });
}

function renderDocument({ title, main, flight, contactLead = 'Need help?' }: VisitorPage, visit: PageVisit): Html {
  const contact = parseContact(visit.contact);
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
${renderFlight(flight)}
<main>
${main(html`<code>${host}<b>${showPath(visit.url.pathname)}</b></code>`, host)}
</main>
${help}
</body>
</html>
`;
}

/** Returns the drawing for a cause: a swiftlet and the trail of its flight. Screen readers skip it. */
function renderFlight(cause: Flight): Html {
  const { trail, bird } = FLIGHTS[cause];
  const { viewBox, preserveAspectRatio } = FLIGHT_BOX;
  return trusted(
    `<svg viewBox="${viewBox}" preserveAspectRatio="${preserveAspectRatio}" aria-hidden="true"><path class="trail" d="${trail}"/><path d="${BIRD}" transform="${bird}"/></svg>`,
  );
}

/** The icon. Its blue is visible on light and dark tab bars. */
export const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-33 -33 66 66"><path fill="#6f87cf" d="${BIRD}" transform="rotate(38)"/></svg>`;

/** A text that is markup. Only `html` and `trusted` make instances. */
export class Html {
  constructor(readonly text: string) {}
}

/** Turns a constant of our own into markup without escaping. No text of a visitor or a customer may be passed. */
const trusted = (text: string): Html => new Html(text);

/** Escapes the five characters that are special in text and in quoted attributes. Our markup quotes every attribute. */
const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

type Value = Html | readonly Html[] | string | number | null;

/** Makes markup from a template. Values are escaped unless they are markup; null adds nothing. */
export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  let text = parts[0] as string;
  values.forEach((value, index) => {
    text += render(value) + parts[index + 1];
  });
  return new Html(text);
}

function render(value: Value): string {
  if (value === null) return '';
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('');
  return escapeHtml(String(value));
}
