/** The pages that show a link without redirecting: the preview for a visitor who adds `+`, and the page for robots. */
import type { VisitorPage } from './document';
import { type Html, html } from './html';

/** A link to preview. `location` comes from a customer and may be hostile. `createdAt` is epoch milliseconds. */
type Previewed = { readonly code: string; readonly location: string; readonly createdAt: number };

/** From this length on, an address takes more than four lines of a telephone, and can be unfolded. */
const LONG = 200;

/**
 * Returns the preview page; null for a destination that is not http(s). Its button leads to the short URL, so that the
 * next visit is checked and counted like any other. No destination becomes an href.
 */
export function previewPage({ code, location, createdAt }: Previewed): VisitorPage | null {
  const destination = URL.parse(location);
  if (destination === null || !/^https?:$/.test(destination.protocol)) return null;
  const { host, href, username, password } = destination;
  const isMisleading = username !== '' || password !== '';
  return {
    status: 200,
    title: `This link leads to ${host}`,
    main: html`<h1><small>This link leads to</small> ${labelsOf(host)}</h1>
${isMisleading ? MISLEADING : null}
<div class="whole"><div dir="ltr">${withHostBold(destination)}</div>${href.length > LONG ? UNFOLD : null}</div>
<p>The link was created on ${day(createdAt)}. Continue only if you know this site and expected to get there.</p>
<a class="deed${isMisleading ? ' mild' : ''}" href="/${code}" rel="nofollow">Continue${isMisleading ? ' anyway' : ''}</a>`,
    flight: 'flying',
    contactLead: 'Does it look harmful?',
  };
}

const UNFOLD = html`<details><summary>Whole address</summary></details>`;

/** Warns of a name before the host, with which a stranger's address looks like that of a known site. */
const MISLEADING = html`<p class="wrong warn"><strong>This address looks like another one.</strong> What stands before the @ is not the site. The site is the one named above.</p>`;

/** Returns a host that breaks only before its dots, as far as its labels fit a line. */
const labelsOf = (host: string): Html[] => host.split(/(?=\.)/).map((label) => html`<span>${label}</span>`);

/**
 * Returns the whole destination with its host in bold, because only the host tells whose site it is:
 * `https://bank.example@evil.example/` belongs to evil.example. A name before the host has the colour of errors.
 */
function withHostBold({ href, host, protocol }: URL): Html {
  const path = href.indexOf('/', protocol.length + 2);
  const start = path - host.length; // a parsed http(s) URL always has a path right after its host
  const name = protocol.length + 2;
  return html`${href.slice(0, name)}${start > name ? html`<i>${breakable(href.slice(name, start))}</i>` : null}<b>${labelsOf(host)}</b>${breakable(href.slice(path))}`;
}

/** Returns an address that can break before each slash, dot and parameter. */
const breakable = (text: string): Html[] => text.split(/(?=[/.?&])/).map((step) => html`<wbr>${step}`);

const day = (moment: number): Html => {
  const date = new Date(moment);
  const words = date.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return html`<time datetime="${date.toISOString().slice(0, 10)}">${words}</time>`;
};

/** The page for robots at limited and protected links, such as those that make link previews in chats. */
export const ROBOT_STUB: VisitorPage = {
  status: 200,
  title: 'This is a short link',
  main: html`<h1>This is a short link</h1>
<p>Open it in a browser to see where it leads.</p>`,
  flight: 'flying',
  contactLead: null,
};
