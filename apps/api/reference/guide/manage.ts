import { html } from 'hono/html';
import { PER_MINUTE } from '#api/accounts/account-windows';
import { USAGE_EXAMPLE } from '#api/accounts/usage';
import { LISTED_LINK } from '#api/links/managed-link';
import { answer, request, type Section } from './pieces';

export const manage: Section = {
  id: 'manage',
  title: 'Listing, editing, deleting',
  text: (place) => html`
<p>Links belong to the account, so any of its keys can read and change all of them. The newest come first:</p>
${request(place, 200, 'GET', '/links?status=active&limit=50')}
${answer(place, { links: [LISTED_LINK], nextCursor: null })}
<p>For the next page send <code>nextCursor</code> as <code>cursor</code> with the same parameters, until it is <code>null</code>. A
page may be short, or even empty, and not be the last. No link is skipped or repeated while others are made and deleted.
<code>prefix</code> finds codes by their beginning, <code>search</code> finds a text inside a code or a destination.
A list with <code>status</code>, <code>prefix</code> or <code>search</code> is a search. An account has ${PER_MINUTE.search} searches
a minute; beyond that you get 429 with <code>SEARCH_LIMIT_EXCEEDED</code>.</p>
<p>An edit changes the fields it names and leaves the rest; <code>null</code> removes an option:</p>
${request(place, 200, 'PATCH', '/links/Promo', { url: 'https://example.com/sale', maxClicks: 1000 })}
${answer(place, { ...LISTED_LINK, url: 'https://example.com/sale', maxClicks: 1000 })}
<p>Edits of a link with a click limit hold at once; all others reach every location within about a minute. A later end or a higher
click limit makes an expired link active again. A deleted link stays deleted, and visits to it are 410:</p>
${request(place, 204, 'DELETE', '/links/members')}
<p>One response shows what your key may do, and what is left of its limits:</p>
${request(place, 200, 'GET', '/usage')}
${answer(place, USAGE_EXAMPLE)}`,
};
