/** The pages that show a link without redirecting: the previews for a visitor who adds `+`, and the page for robots. */
import { type Visit, wantsHtml } from '../visits/request';
import { type Html, html, makePageResponse, type VisitorPage } from './document';

/** A link to preview. `location` comes from a customer and may be hostile. `createdAt` is epoch milliseconds. */
type Previewed = { readonly code: string; readonly location: string; readonly createdAt: number };

/** A host with more characters gets a smaller heading, and is not repeated on the button. */
const LONG_HOST = 24;

/** How much of a user name, and of what follows the host, is shown before the address is unfolded. */
const SHOWN_NAME = 40;
const SHOWN_PATH = 100;

/**
 * Returns the preview page; null for a destination that is not http(s). Its button leads to the short URL, so that the
 * next visit is checked and counted like any other. No destination becomes an href.
 */
export function makePreviewPage({ code, location, createdAt }: Previewed): VisitorPage | null {
  const destination = URL.parse(location);
  if (destination === null || !/^https?:$/.test(destination.protocol)) return null;
  const { host } = destination;
  const isLong = host.length > LONG_HOST;
  const imitated = findImitated(destination);
  const warning = imitated ? renderImitation(imitated, host) : renderWarning(destination);
  return {
    status: 200,
    title: `This link leads to ${host}`,
    main: (
      address,
    ) => html`<h1${isLong ? html` class="long"` : null}><small>${address} leads to</small> ${splitLabels(host)}</h1>
${warning}
${renderAddress(destination)}
<p>Created on ${renderDay(createdAt)}</p>
<p>Continue only if you know this site and expected to get there.${warning && html`\n<b>Otherwise close this page.</b>`}</p>
<a${warning ? null : html` class="deed"`} href="/${code}" rel="nofollow">Continue${warning ? ' anyway' : isLong ? '' : ` to ${host}`}</a>`,
    flight: imitated ? 'turned' : 'flying',
    contactLead: 'Does it look harmful?',
  };
}

/** Returns the host that an address imitates by its user name, such as `www.bank.example`. */
function findImitated({ hostname, username }: URL): string | null {
  // A name up to its end or to an encoded character, except the @ of a mail address.
  const [likeHost] = /^[\w-]+(\.[\w-]+)+(?=$|%(?!40))/.exec(username) ?? [];
  return likeHost && likeHost !== hostname ? likeHost : null;
}

const renderImitation = (
  site: string,
  host: string,
): Html => html`<p class="warn"><b>This is not ${cut(site, SHOWN_NAME)}.</b>
The link leads to ${host}, the name after the @.</p>`;

/** Returns a warning of a name or a password before the host; null for an address without. */
function renderWarning({ username, password }: URL): Html | null {
  const parts = [username && 'a user name', password && 'a password'].filter(Boolean);
  return parts.length === 0
    ? null
    : html`<p class="warn"><b>This address carries ${parts.join(' and ')}.</b>
The site is the one named above.</p>`;
}

/** Returns a host that breaks only before its dots, as far as its labels fit a line. */
const splitLabels = (host: string): Html[] => host.split(/(?=\.)/).map((label) => html`<span>${label}</span>`);

/**
 * Returns the destination with its host in bold, because only the host tells whose site it is:
 * `https://bank.example@evil.example/` belongs to evil.example.
 * A password and the rest of a long address show once the address is unfolded.
 */
function renderAddress({ href, host, protocol, username, password }: URL): Html {
  const path = href.indexOf('/', protocol.length + 2); // a parsed http(s) URL always has a path after its host
  const name = username || password ? `${cut(username, SHOWN_NAME)}${password && ':•••'}@` : '';
  const rest = cut(href.slice(path), SHOWN_PATH);
  const isWhole = `${protocol}//${name}${host}${rest}` === href;
  return html`<div class="whole" dir="ltr">${protocol}//${name && makeBreakable(name)}<b>${splitLabels(host)}</b>${makeBreakable(rest)}${isWhole ? null : html`<details><summary>Whole address</summary>${makeBreakable(href)}</details>`}</div>`;
}

const cut = (text: string, length: number): string => (text.length > length ? `${text.slice(0, length)}…` : text);

/** Returns an address that can break before each slash, dot and parameter. */
const makeBreakable = (text: string): Html[] => text.split(/(?=[/.?&])/).map((step) => html`<wbr>${step}`);

const renderDay = (moment: number): Html => {
  const date = new Date(moment);
  const words = date.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return html`<time datetime="${date.toISOString().slice(0, 10)}">${words}</time>`;
};

/** The page for robots at limited and protected links, such as those that make link previews in chats. */
export const ROBOT_STUB: VisitorPage = {
  status: 200,
  title: 'This is a short link',
  main: (address) => html`<h1>This is a short link</h1>
${address}
<p>Open it in a browser to see where it leads.</p>`,
  flight: 'flying',
  contactLead: null,
};

type Guarded = { readonly code: string; readonly isProtected: boolean; readonly isLimited: boolean };

/** The sentence that says what opening the link costs. */
function writeSentence({ isProtected, isLimited }: Guarded): string {
  const facts = [isProtected && 'asks for a password', isLimited && 'opens a limited number of times'];
  return `This link ${facts.filter(Boolean).join(' and ')}.`;
}

/**
 * The preview of a protected or limited link. It shows nothing that costs a password or a click: neither the
 * destination nor how many clicks are left (specification 11.10).
 */
export const makeGuardedPage = (guarded: Guarded): VisitorPage => ({
  status: 200,
  title: 'Before you open this link',
  main: (address) => html`<h1>Before you open this link</h1>
${address}
<p>${writeSentence(guarded)}
${guarded.isLimited ? 'Looking at this page does not count.' : 'You see where it leads once you enter it.'}</p>
<a class="deed" href="/${guarded.code}" rel="nofollow">Open the link</a>`,
  flight: 'flying',
});

const TEXT_HEADERS = {
  'Content-Type': 'text/plain; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'X-Robots-Tag': 'noindex',
  Vary: 'Accept',
};

/** Returns the page, or its sentence as text for a client that wants no page. */
export const respondWithGuardedPreview = (guarded: Guarded, visit: Visit): Response =>
  wantsHtml(visit.request)
    ? makePageResponse(makeGuardedPage(guarded), visit)
    : new Response(`${writeSentence(guarded)}\n`, { headers: TEXT_HEADERS });
