/** The pages that show a link without following it: the preview for a person who adds `+`, and the page for robots. */
import type { VisitorPage } from './document';
import { type Html, html } from './html';

/** The link to preview. `location` comes from a customer and may be hostile. `createdAt` is epoch milliseconds. */
type Previewed = { readonly code: string; readonly location: string; readonly createdAt: number };

/**
 * The preview page; null for a destination that is not http(s). Its button leads to the short address, so that the
 * visit is evaluated and counted like any other, and no destination becomes an href.
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
 * The whole destination with its host in bold, because only the host says whose site it is:
 * `https://bank.example@evil.example/` belongs to evil.example.
 */
function withHostBold({ href, host, protocol }: URL): Html {
  const path = href.indexOf('/', protocol.length + 2);
  const start = path - host.length; // a parsed http(s) address always has a path, and its host stands right before
  const steps = href.slice(path).split(/(?=[/?&])/);
  return html`${href.slice(0, start)}<b>${host}</b>${steps.map((step) => html`<wbr>${step}`)}`;
}

const day = (moment: number): Html => {
  const date = new Date(moment);
  const words = date.toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
  return html`<time datetime="${date.toISOString().slice(0, 10)}">${words}</time>`;
};

/** The page for the robots that make link previews in chats: the destination itself costs a click or a password. */
export const ROBOT_STUB: VisitorPage = {
  status: 200,
  title: 'A short link',
  main: html`<h1>A short link</h1>
<p>Open it in a browser to see where it leads.</p>`,
  flight: 'flying',
  contactLead: null,
};
