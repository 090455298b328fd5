import { html } from 'hono/html';
import { PER_MINUTE } from '#api/accounts/account-windows';
import { USAGE_EXAMPLE } from '#api/accounts/usage';
import { MAX_BULK } from '#api/links/bulk-request';
import { DETAILED_LINK, PLAIN_LINK } from '#api/links/link-record';
import { LISTED_LINK } from '#api/links/managed-link';
import { LISTED_TAG } from '#api/links/tag-record';
import { request, response, type Section } from './pieces';

const UPSERTED = { url: PLAIN_LINK.url, title: 'Hello, in winter', tags: ['Winter', 'mail'] };
const UPSERTED_LINK = { ...DETAILED_LINK, status: 'active', expiredReason: null, hasPassword: false };

export const manage: Section = {
  id: 'manage',
  title: 'Listing, editing, deleting',
  text: (deployment) => html`
<p>Links belong to the account, so any of its keys can read and change all of them. The newest come first:</p>
${request(deployment, 200, 'GET', '/links?status=active&limit=50')}
${response(deployment, { links: [LISTED_LINK], nextCursor: null })}
<p>To read the next page, repeat the request with <code>cursor</code>, until <code>nextCursor</code> is <code>null</code>. A page
that is short or even empty need not be the last. No link is skipped or repeated, even if links are made and deleted meanwhile.
<code>prefix</code> finds codes by their beginning. <code>search</code> finds a text in a code, a title, a destination or notes.
<code>tag</code>, which may be repeated, finds links with all of these tags or, with <code>tags=any</code>, with one of them.
<code>externalId</code> finds the link with your own id, and <code>createdFrom</code> and <code>createdTo</code> those of a time.
<code>sort=clicks</code> lists the thousand most clicked links, <code>sort=lastClick</code> the last clicked ones. Their order is kept
for ten minutes. All these may be combined:</p>
${request(deployment, 200, 'GET', '/links?tag=Winter&tag=mail&createdFrom=2026-11-01&sort=clicks')}
<p>Lists with any of these parameters are searches, of which an account has ${PER_MINUTE.search} a minute.
Beyond that you get 429 with <code>SEARCH_LIMIT_EXCEEDED</code>.</p>
<p>An edit changes the options that it names and leaves the others. <code>null</code> removes an option:</p>
${request(deployment, 200, 'PATCH', '/links/Promo', { url: 'https://example.com/sale', maxClicks: 1000 })}
${response(deployment, { ...LISTED_LINK, url: 'https://example.com/sale', maxClicks: 1000 })}
<p>A title, notes and tags help you to find a link again. Your own id, the <code>externalId</code>, makes repeated calls safe: the
first call makes the link, with 201, and later calls change it, with 200:</p>
${request(deployment, 201, 'PUT', '/links?externalId=campaign-1042', UPSERTED)}
${response(deployment, UPSERTED_LINK)}
<p>With <code>ifExists=return</code> you get one link for each destination: 201 with a new link, and 200 with the same link from then
on. A link that has got an expiry, a click limit or a password, or that was made without <code>ifExists</code>, is not returned. An
<code>alias</code> is 400, and with a 200 the other fields of the body do nothing:</p>
${request(deployment, 201, 'POST', '/shorten?ifExists=return', { url: PLAIN_LINK.url })}
${response(deployment, PLAIN_LINK)}
<p>An edit of a link with a click limit takes effect at once. Any other edit takes effect everywhere within about a minute. More time
or more clicks make an expired link work again.</p>
<p>One request may change up to ${MAX_BULK} links in the same way. Each link has a result, in your order, as in a batch, and a refused
link does not stop the others. With <code>"delete": true</code> instead of <code>change</code> the request deletes the links; then
<code>confirm</code> must be the number of links. Instead of codes the request may have a <code>filter</code> with parameters of
the list, such as <code>{"tag": "Winter"}</code>, that names up to ${MAX_BULK} links:</p>
${request(deployment, 200, 'POST', '/links/bulk', { shortCodes: ['Promo', 'members'], change: { expiresIn: 604_800 } })}
<p><code>addTags</code> and <code>removeTags</code> in <code>change</code> give tags to these links or take them away. The other
tags of each link stay:</p>
${request(deployment, 200, 'POST', '/links/bulk', { shortCodes: ['Promo', 'members'], change: { addTags: ['Winter'] } })}
<p>A deleted link stays gone, and its visits get 410:</p>
${request(deployment, 204, 'DELETE', '/links/members')}
<p>Tags are made with links. They have colors and can be renamed, which all their links show at once:</p>
${request(deployment, 200, 'GET', '/tags')}
${response(deployment, { tags: [{ ...LISTED_TAG, links: 12, clicks: 480 }], nextCursor: null })}
<p><code>PATCH ${deployment.api}/v2/tags/Winter</code> takes a <code>name</code>, a <code>color</code> or both. <code>DELETE</code> takes the tag from
its links, which stay. <code>GET /v2/stats?tag=Winter</code> sums up the statistics of the links with a tag.</p>
<p>One response shows the permissions of your key, and what is left of its limits:</p>
${request(deployment, 200, 'GET', '/usage')}
${response(deployment, USAGE_EXAMPLE)}`,
};
