import { html } from 'hono/html';
import { PER_MINUTE } from '#api/accounts/account-windows';
import { USAGE_EXAMPLE } from '#api/accounts/usage';
import { LISTED_LINK } from '#api/links/managed-link';
import { request, response, type Section } from './pieces';

export const manage: Section = {
  id: 'manage',
  title: 'Listing, editing, deleting',
  text: (place) => html`
<p>Links belong to the account, so any of its keys can read and change all of them. The newest come first:</p>
${request(place, 200, 'GET', '/links?status=active&limit=50')}
${response(place, { links: [LISTED_LINK], nextCursor: null })}
<p>To read on, ask again with <code>cursor</code> and the same parameters, until <code>nextCursor</code> is <code>null</code>. A
page may be short, or even empty, and not be the last. Nothing is skipped or repeated, whatever is made and deleted meanwhile.
<code>prefix</code> finds codes by their beginning, <code>search</code> what stands inside a code or a destination.
Lists by any of these three are searches, of which an account has ${PER_MINUTE.search} a minute; beyond that you get 429 with
<code>SEARCH_LIMIT_EXCEEDED</code>.</p>
<p>An edit changes what it names and leaves the rest; <code>null</code> takes an option away:</p>
${request(place, 200, 'PATCH', '/links/Promo', { url: 'https://example.com/sale', maxClicks: 1000 })}
${response(place, { ...LISTED_LINK, url: 'https://example.com/sale', maxClicks: 1000 })}
<p>Edits of a link with a click limit hold at once, all others within about a minute, when the last location has heard. More
time, or more clicks, bring an expired link back to life. A deleted one stays gone, and its visits answer 410:</p>
${request(place, 204, 'DELETE', '/links/members')}
<p>One response shows what your key may do, and what is left of its limits:</p>
${request(place, 200, 'GET', '/usage')}
${response(place, USAGE_EXAMPLE)}`,
};
