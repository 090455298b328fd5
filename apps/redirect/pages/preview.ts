/** What a link shows of itself before anybody follows it: to a person who asks with `+`, and to a robot. */
import type { VisitorPage } from './document';
import { type Html, html } from './html';

/** Where a link leads and since when. `location` is what a customer wrote: hostile until shown otherwise. */
type Previewed = { readonly code: string; readonly location: string; readonly createdAt: number };

/**
 * The preview page; null for a destination that no browser should be sent to. It goes on by the short address, so that
 * the visit is evaluated and counted like any other, and no destination is ever an href here.
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

/** The whole address, with the one part bold that says whose site it is: `https://bank.example@evil.example/` is evil's. */
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

/** For the robots that draw link previews in chats, where showing the destination would cost a click or a password. */
export const ROBOT_STUB: VisitorPage = {
  status: 200,
  title: 'A short link',
  main: html`<h1>A short link</h1>
<p>Open it in a browser to see where it leads.</p>`,
  flight: 'flying',
  contactLead: null,
};
