/** The pages that show a link without redirecting: the preview for a visitor who adds `+`, and the page for robots. */
import type { VisitorPage } from './document';
import { type Html, html } from './html';

/** A link to preview. `location` comes from a customer and may be hostile. `createdAt` is epoch milliseconds. */
type Previewed = { readonly code: string; readonly location: string; readonly createdAt: number };

/**
 * Returns the preview page; null for a destination that is not http(s). Its button leads to the short URL, so that the
 * next visit is checked and counted like any other. No destination becomes an href.
 */
export function previewPage({ code, location, createdAt }: Previewed): VisitorPage | null {
  const destination = URL.parse(location);
  if (destination === null || !/^https?:$/.test(destination.protocol)) return null;
  const title = `This link leads to ${destination.host}`;
  return {
    status: 200,
    title,
    main: html`<h1>This link leads to <span>${destination.host}</span></h1>
<p class="whole" dir="ltr">${withHostBold(destination)}</p>
<p class="soft">Created on ${day(createdAt)}. Go on only if you know this site and expected to get there.</p>
<a class="deed" href="/${code}" rel="nofollow">Continue to this site</a>`,
    flight: 'flying',
    contactLead: 'Does it look harmful?',
  };
}

/**
 * Returns the whole destination with its host in bold, because only the host tells whose site it is:
 * `https://bank.example@evil.example/` belongs to evil.example.
 */
function withHostBold({ href, host, protocol }: URL): Html {
  const path = href.indexOf('/', protocol.length + 2);
  const start = path - host.length; // a parsed http(s) URL always has a path right after its host
  const steps = href.slice(path).split(/(?=[/?&])/);
  return html`${href.slice(0, start)}<b>${host}</b>${steps.map((step) => html`<wbr>${step}`)}`;
}

const day = (moment: number): Html => {
  const date = new Date(moment);
  const words = date.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return html`<time datetime="${date.toISOString().slice(0, 10)}">${words}</time>`;
};

/** The page for robots at limited and protected links, such as those that make link previews in chats. */
export const ROBOT_STUB: VisitorPage = {
  status: 200,
  title: 'A short link',
  main: html`<h1>A short link</h1>
<p>Open it in a browser to see where it leads.</p>`,
  flight: 'flying',
  contactLead: null,
};
