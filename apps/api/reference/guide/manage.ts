import { html } from 'hono/html';
import { PER_MINUTE } from '#api/accounts/account-windows';
import { LISTED_LINK } from '#api/links/managed-link';
import { request, response, type Section } from './pieces';

export const listing: Section = {
  id: 'listing',
  title: 'List and search links',
  endpoints: ['listLinks'],
  text: (deployment) => html`
<p>Links belong to your account, so each of its keys can read and change all of them, unless the key is restricted. The newest links
come first:</p>
${request(deployment, 200, 'GET', '/links?status=active&limit=50')}
${response(deployment, { links: [LISTED_LINK], nextCursor: null })}
<p>For the next page, repeat the request with <code>cursor</code> set to <code>nextCursor</code>. Continue until <code>nextCursor</code> is
<code>null</code>; a short or empty page isn’t necessarily the last one. No link is skipped or listed twice, even while links are
created and deleted.</p>
<p>These parameters narrow down the list. You can combine them:</p>
<dl>
<div><dt><code>search</code></dt><dd>Finds text in codes, titles, destinations and notes.</dd></div>
<div><dt><code>prefix</code></dt><dd>Finds codes that start with a text.</dd></div>
<div><dt><code>tag</code></dt><dd>Finds links with a tag. Repeat it for links that have all of these tags, or add <code>tags=any</code> for
links that have at least one.</dd></div>
<div><dt><code>externalId</code></dt><dd>Finds the link with <a href="#own-ids">your own id</a>.</dd></div>
<div><dt><code>createdFrom</code></dt><dd>With <code>createdTo</code>, finds links that were created in a period.</dd></div>
<div><dt><code>sort</code></dt><dd><code>clicks</code> lists the thousand most clicked links, and <code>lastClick</code> the most recently
clicked ones. The order stays the same for ten minutes while you read its pages.</dd></div>
</dl>
${request(deployment, 200, 'GET', '/links?tag=Winter&tag=mail&createdFrom=2026-11-01&sort=clicks')}
<p>A list with any of these parameters is a search. An account can make ${PER_MINUTE.search} searches a minute; after that, you get 429
with <code>SEARCH_LIMIT_EXCEEDED</code>.</p>`,
};

export const editing: Section = {
  id: 'editing',
  title: 'Edit or delete a link',
  endpoints: ['getLink', 'editLink', 'deleteLink'],
  text: (deployment) => html`
<p>An edit changes only the options that you send. Set an option to <code>null</code> to remove it:</p>
${request(deployment, 200, 'PATCH', '/links/Promo', { url: 'https://example.com/sale', maxClicks: 1000 })}
${response(deployment, { ...LISTED_LINK, url: 'https://example.com/sale', maxClicks: 1000 })}
<p>If the link has a click limit, the edit takes effect at once. Otherwise it takes up to about a minute to reach every location. You can
bring an expired link back by giving it more time or more clicks.</p>
<p>Deleting a link is final. From then on, its visitors get 410:</p>
${request(deployment, 204, 'DELETE', '/links/members')}`,
};
