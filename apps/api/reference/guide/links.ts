/** The guide: many links at once, lists, edits, tags, QR codes and statistics. */
import { html } from 'hono/html';
import { PER_MINUTE } from '#api/accounts/account-windows';
import { EXAMPLE_SHORT } from '#api/docs/files';
import { ABORTED, type BatchRecord, MADE_AND_REFUSED, MAX_ITEMS } from '#api/links/batch-record';
import { MAX_BULK } from '#api/links/bulk-body';
import { DETAILED_LINK, LIMITED_LINK, LISTED_LINK, PLAIN_LINK } from '#api/links/link-record';
import { LISTED_TAG } from '#api/links/tags';
import { drawQrCode } from '#api/qr/picture';
import { DEFAULT_LEVEL, EXAMPLE_COLOR } from '#api/qr/query';
import { LINK_STATISTICS_EXAMPLE } from '#api/statistics/statistics-record';
import { GROUPINGS } from '#domain/breakdown';
import { QR_PICTURE, textSample } from '../samples/sample';
import { code, request, response, type Section } from './pieces';

const AUTUMN_URL = 'https://example.com/autumn';
const MADE = { ...PLAIN_LINK, shortCode: 'k7wq4ha', shortUrl: `${EXAMPLE_SHORT}/k7wq4ha`, url: AUTUMN_URL };

/** The items of the examples. The alias of the second item is taken by an earlier example of the guide. */
const ITEMS = [{ url: AUTUMN_URL }, { url: 'https://example.com/sale', alias: LIMITED_LINK.alias }];

const [, REFUSED] = MADE_AND_REFUSED.results;
const RESPONSE = { ...MADE_AND_REFUSED, results: [{ index: 0, success: true, ...MADE }, REFUSED] } as BatchRecord;
const NOTHING_MADE = { ...ABORTED, results: [{ ...ABORTED.results[0], url: AUTUMN_URL }, REFUSED] };

const NEWSLETTER = { urls: [{ url: 'https://example.com/news/1' }, { url: 'https://example.com/news/2' }] };

export const batches: Section = {
  id: 'batches',
  title: 'Create many links at once',
  endpoints: ['shortenBatch'],
  text: (deployment) => html`
<p>A batch creates up to ${MAX_ITEMS} links. Each item has the same fields as the request for a single link:</p>
${request(deployment, 200, 'POST', '/shorten/batch', { urls: ITEMS })}
${response(deployment, RESPONSE)}
<p>The response is 200 even if some items were refused. <code>summary.failed</code> tells you how many, and <code>results</code> has one
result per item, in your order. A refused item has the <code>statusCode</code>, <code>message</code> and <code>errorType</code> that it
would have got as a request of its own, together with your <code>url</code> and <code>alias</code>.</p>
<p>Items don’t affect each other, with one exception: if two items ask for the same alias, the first one gets it. A list that is empty
or has more than ${MAX_ITEMS} items is refused with 400.</p>
<h3>All or nothing</h3>
<p>With <code>atomic=true</code>, a batch creates either all of its links or none. If any item is refused, the response is 400. The valid
items are marked <code>BATCH_ABORTED</code>, and you can send them again without the refused ones:</p>
${request(deployment, 400, 'POST', '/shorten/batch?atomic=true', { urls: ITEMS })}
${response(deployment, NOTHING_MADE)}
<h3>How a batch counts</h3>
<p>A batch is one request, so it counts once toward your limit per minute and once toward your monthly calls. If the service limits the
links that a key may create each month, every link counts. Items beyond that limit are refused with 429 and
<code>LINK_QUOTA_EXCEEDED</code>.</p>
<p>Send an <a href="#again"><code>Idempotency-Key</code></a>, and you can repeat a batch without creating any link twice. A 200 is stored
together with its refused items, so use a new key to try those again:</p>
${request(deployment, 200, 'POST', '/shorten/batch', NEWSLETTER, { headers: { 'Idempotency-Key': 'newsletter-7' } })}`,
};

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
<div><dt><code>host</code></dt><dd>Finds links to a host, such as <code>example.com</code>, and its subdomains.</dd></div>
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

const { shortUrl, shortCode, url } = PLAIN_LINK;

const CHANGED = {
  results: [
    { index: 0, success: true, ...LISTED_LINK },
    { index: 1, success: true, ...LISTED_LINK, shortUrl, shortCode, url },
  ],
  summary: { total: 2, succeeded: 2, failed: 0 },
};

export const bulkChanges: Section = {
  id: 'bulk',
  title: 'Change many links at once',
  endpoints: ['bulkLinks'],
  text: (deployment) => html`
<p>One request can make the same change to up to ${MAX_BULK} links. As with a batch, each link has its own result, in your order, and a
refused link doesn’t stop the others:</p>
${request(deployment, 200, 'POST', '/links/bulk', { shortCodes: ['Promo', '3ud92su'], change: { expiresIn: 604_800 } })}
${response(deployment, CHANGED)}
<p>Use <code>addTags</code> and <code>removeTags</code> to change some tags of these links. Their other tags stay:</p>
${request(deployment, 200, 'POST', '/links/bulk', { shortCodes: ['Promo', '3ud92su'], change: { addTags: ['Winter'] } })}
<p>To delete the links, send <code>"delete": true</code> instead of <code>change</code>, and set <code>confirm</code> to the number of
links. To choose links by their properties, send a <code>filter</code> instead of <code>shortCodes</code>. It takes the parameters of
the list, for example <code>{"tag": "Winter"}</code>, and may match up to ${MAX_BULK} links. It needs <code>confirm</code> for a
change too: list the links first, and send their number.</p>`,
};

const UPSERTED = { url: PLAIN_LINK.url, title: 'Hello, in winter', tags: ['Winter', 'mail'] };
const UPSERTED_LINK = { ...DETAILED_LINK, status: 'active', expiredReason: null, hasPassword: false };

export const ownIds: Section = {
  id: 'own-ids',
  title: 'Avoid duplicate links',
  endpoints: ['upsertLink', 'shorten'],
  text: (deployment) => html`
<h3>One link for each of your own ids</h3>
<p>Give a link an <code>externalId</code>, such as the id of a campaign in your database, and you don’t need to remember whether the link
exists. The first call creates it with 201, and later calls update it with 200:</p>
${request(deployment, 201, 'PUT', '/links?externalId=campaign-1042', UPSERTED)}
${response(deployment, UPSERTED_LINK)}
<h3>One link for each destination</h3>
<p>With <code>ifExists=return</code>, the first call creates a link with 201, and every later call for the same destination returns that
link with 200:</p>
${request(deployment, 201, 'POST', '/shorten?ifExists=return', { url: PLAIN_LINK.url })}
${response(deployment, PLAIN_LINK)}
<p>Only a link that was itself created with <code>ifExists=return</code> is returned, and only as long as it has no expiry time, click
limit or password. When an existing link is returned, the other fields of your request are ignored. You can’t combine
<code>ifExists</code> with an <code>alias</code>; that request is refused with 400.</p>`,
};

const TAGGED = { url: 'https://example.com/winter', tags: [LISTED_TAG.name] };
const TAGGED_LINK = { ...PLAIN_LINK, ...TAGGED, shortUrl: `${EXAMPLE_SHORT}/m3x9kd2`, shortCode: 'm3x9kd2' };

export const tags: Section = {
  id: 'tags',
  title: 'Organize links with tags',
  endpoints: ['listTags', 'changeTag', 'deleteTag'],
  text: (deployment) => html`
<p>A title, notes and tags help you find a link again. Visitors never see them. A tag is created as soon as a link uses it:</p>
${request(deployment, 201, 'POST', '/shorten', TAGGED)}
${response(deployment, TAGGED_LINK)}
<p>Give the tag a color. To rename it, send a new <code>name</code>; all of its links show that name at once:</p>
${request(deployment, 200, 'PATCH', `/tags/${LISTED_TAG.name}`, { color: LISTED_TAG.color })}
${response(deployment, LISTED_TAG)}
<p><code>GET /v2/tags</code> lists your tags with the number of their links. <code>DELETE</code> removes a tag and keeps its links.
<code>GET /v2/stats?tag=Winter</code> adds up the clicks of all links with a tag.</p>`,
};

const PICTURE = drawQrCode(`${EXAMPLE_SHORT}/Promo`, {
  format: 'svg',
  size: 300,
  level: DEFAULT_LEVEL,
  margin: 4,
  color: EXAMPLE_COLOR,
  bgColor: 'ffffff',
});

/** The picture of the example, as text. */
export const EXAMPLE_QR = String(PICTURE.body);

export const qr: Section = {
  id: 'qr',
  title: 'Make QR codes',
  endpoints: ['getQr'],
  text: (deployment) => html`
<p>A QR code takes a link onto paper. You get a PNG, or an SVG that stays sharp at any size:</p>
${request(deployment, 200, 'GET', `/qr/Promo?format=svg&color=${EXAMPLE_COLOR}`, undefined, { response: 'picture' })}
<p>${QR_PICTURE}</p>
<p>The QR code contains only the short address. If you edit the link later, printed codes lead to the new destination. Colors and sizes
that phones couldn’t scan are refused. With <code>track=true</code>, visits through the QR code are also counted as scans.</p>
<p>With <code>logo=true</code> your logo is in the middle, once you have uploaded it on the page of any QR code in the console. The code
then repairs more errors, so that phones still read it. For large print take an SVG: a PNG ends at 2,000 pixels, which are 17 cm at
300 dpi.</p>
<p>Store the picture instead of requesting it again and again. A request with <code>If-None-Match</code> gets 304 as long as the picture
hasn’t changed.</p>`,
};

const CSV = `grouping,value,clicks
day,2026-11-19,12
day,2026-11-20,19`;

export const statistics: Section = {
  id: 'statistics',
  title: 'Read statistics',
  endpoints: ['getLinkStatistics', 'getAccountStatistics'],
  text: (deployment) => html`
<p>Every link has statistics, even after it has expired:</p>
${request(deployment, 200, 'GET', '/stats/Promo?groupBy=browser')}
${response(deployment, LINK_STATISTICS_EXAMPLE)}
<p><code>groupBy</code> takes one or more of these, separated by commas: ${GROUPINGS.map((name, index) => html`${index > 0 ? ', ' : ''}${code(name)}`)}.
<code>start</code> and <code>end</code> are days, and <code>tz</code> sets their time zone. With one of them, <code>range</code>
has the clicks, visitors, bots and QR scans of these days beside the totals. For a spreadsheet, ask for CSV with the
header <code>Accept: text/csv</code>:</p>
${request(deployment, 200, 'GET', '/stats?groupBy=day', undefined, { headers: { Accept: 'text/csv' }, response: 'text' })}
${textSample('Response', CSV)}
<p>To see only a part of the clicks, filter by any grouping but the day: <code>country=DE&amp;device=Mobile</code> counts mobile clicks
from Germany in <code>range</code>, <code>breakdown</code> and <code>topLinks</code>. Your plan says how many days filters reach back.</p>
${request(deployment, 200, 'GET', '/stats/Promo?groupBy=browser&country=DE')}
<p>Swiftlet never stores the IP address of a visitor. <code>uniqueVisitors</code> adds up the distinct visitors of each day. Visits by
bots count in <code>botHits</code> and not as clicks. If a visitor sends <code>DNT: 1</code> or <code>Sec-GPC: 1</code>, only the click
itself is counted.</p>`,
};
