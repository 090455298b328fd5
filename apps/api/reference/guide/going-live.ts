/** The guide: limits, errors, retries, polling and the rights of a key. */
import { html } from 'hono/html';
import { KEY_SELF_EXAMPLE } from '#api/accounts/key-record';
import { USAGE_EXAMPLE } from '#api/accounts/usage';
import { namePlan } from '#api/console/words';
import { EXAMPLE_SHORT } from '#api/docs/files';
import { HEADERS } from '#api/http/header-table';
import { KEY_HEADERS } from '#api/http/headers';
import { PLAIN_LINK } from '#api/links/link-record';
import { ACCOUNT_STATISTICS_EXAMPLE } from '#api/statistics/statistics-record';
import { RESPONSE_KEPT_HOURS } from '#domain/idempotency';
import { PLAN_FEATURES, PLAN_LIMITS, PLANS, type Plan, type PlanPolicy } from '#domain/plans';
import { endpointNamed } from '../endpoints';
import { makeErrorExample } from '../openapi/error-bodies';
import type { Markup } from '../page';
import { code, request, response, type Section, table } from './pieces';

const count = (amount: number): string => amount.toLocaleString('en');
const NO = html`<span class="soft"><span aria-hidden="true">–</span><span class="unseen">no</span></span>`;
const YES = html`<span class="yes"><span aria-hidden="true">✓</span><span class="unseen">yes</span></span>`;
const fromLength = (minimum: number | null): Markup => (minimum === null ? NO : html`min. ${minimum}`);
const mark = (isGranted: boolean): Markup => (isGranted ? YES : NO);

export const limits: Section = {
  id: 'limits',
  title: 'Plans and rate limits',
  endpoints: ['getUsage'],
  text: (deployment) => html`
<p>Every key has the plan of its account. The plan sets how many calls the key can make and which options its links can have. An option
that your plan lacks is refused with 403.</p>
${planTable(deployment.planPolicy)}
<p>The limit per minute covers 60 seconds from your first request. The month is a calendar month in UTC. Every request with a valid key
counts as one call, and so does a batch. The links that bulk requests name also count by the minute, for all keys of the account together. A 429 doesn’t count toward the month, and a 5xx is refunded.</p>
<p>Every response tells you what is left:</p>
${table(
  ['Header', 'Value'],
  KEY_HEADERS.map((name) => [code(name), HEADERS[name].description]),
)}
<p>Beyond a limit you get 429, and <code>Retry-After</code> tells you how many seconds to wait. To avoid that, slow down as
<code>X-RateLimit-Remaining</code> approaches 0.</p>
<p>One request shows the features of your key and what is left of its limits:</p>
${request(deployment, 200, 'GET', '/usage')}
${response(deployment, USAGE_EXAMPLE)}`,
};

/** A row for each limit and option, so that the table is as narrow as a phone. */
function planTable(planPolicy: PlanPolicy): Markup {
  const row = (name: Markup | string, cell: (plan: Plan) => Markup | string): Markup =>
    html`<tr><th scope="row">${name}</th>${PLANS.map((plan) => html`<td>${cell(plan)}</td>`)}</tr>`;
  const listFeatures = (plan: Plan) => PLAN_FEATURES[planPolicy][plan];
  return html`<table class="plans"><thead><tr><td></td>${PLANS.map((plan) => html`<th scope="col">${namePlan(plan)}</th>`)}</tr></thead><tbody>
${row('Requests a minute', (plan) => count(PLAN_LIMITS[plan].requestsPerMinute))}
${row('Links in bulk a minute', (plan) => count(PLAN_LIMITS[plan].bulkLinksPerMinute))}
${row('Calls a month', (plan) => count(PLAN_LIMITS[plan].callsPerMonth))}
${row('Days of filtered statistics', (plan) => count(PLAN_LIMITS[plan].filterDays))}
${row('UTM templates in the console', (plan) => count(PLAN_LIMITS[plan].utmTemplates))}
${row(html`${code('alias')}, characters`, (plan) => fromLength(listFeatures(plan).minAliasLength))}
${row(code('expiresIn'), (plan) => mark(listFeatures(plan).expiresIn))}
${row(code('maxClicks'), (plan) => mark(listFeatures(plan).maxClicks))}
${row(code('password'), (plan) => mark(listFeatures(plan).password))}
</tbody></table>`;
}

export const errors: Section = {
  id: 'errors',
  title: 'Handle errors',
  text: (deployment) => html`
<p>Every error has the same JSON envelope:</p>
${response(deployment, makeErrorExample(endpointNamed('shorten'), 'ALIAS_TAKEN'))}
<p>Base your code on <code>errorType</code>, which never changes. <code>message</code> is for people, and its wording may change. A 429 or
503 also has <code>retryAfter</code>. A 500 has a <code>requestId</code>; send it to the operator of the service, who can find the cause
with it. The reference explains <a href="/docs/reference/errors">every error and what to do about it</a>.</p>
<p>Swiftlet checks your permissions first, then the form of the request, then whether the link exists. The response reports the first
check that failed. A link of another account is 404, just like a code that doesn’t exist.</p>`,
};

const ORDER = { url: 'https://example.com/orders/1042' };
const ORDER_LINK = { ...PLAIN_LINK, ...ORDER, shortUrl: `${EXAMPLE_SHORT}/9tz4wcm`, shortCode: '9tz4wcm' };

const STATISTICS = {
  ...ACCOUNT_STATISTICS_EXAMPLE,
  breakdown: {
    ...ACCOUNT_STATISTICS_EXAMPLE.breakdown,
    referrer: [
      { value: 'news.example', clicks: 19 },
      { value: 'mail.example', clicks: 12 },
    ],
  },
};

export const repeating: Section = {
  id: 'again',
  title: 'Retry safely',
  endpoints: ['shorten', 'shortenBatch'],
  text: (deployment) => html`
<p>If the connection breaks, you can’t know whether a link was created. Send an <code>Idempotency-Key</code>, a text of up to 255
characters that you choose anew for each link or batch. Then you can repeat the request as often as you like, and still create only one
link:</p>
${request(deployment, 201, 'POST', '/shorten', ORDER, { headers: { 'Idempotency-Key': 'order-1042' }, showsHeaders: true })}
${response(deployment, ORDER_LINK)}
<p>A repeated request gets the status and body of the first response, with the header <code>Idempotent-Replayed: true</code>. Successful
responses are stored for ${RESPONSE_KEPT_HOURS} hours. A refused request stores nothing, so you can send it again with the same key.
After a success, a different request with that key gets 422. A 409 means that the first request is still running.</p>
${table(
  ['Response', 'What to do'],
  [
    ['429 or 503', html`Wait as long as <code>Retry-After</code> says, then repeat the request.`],
    ['Other 5xx, lost connection', 'Wait a second or two, then repeat the request with growing pauses.'],
    ['Other 4xx', 'Don’t repeat the request unchanged. It would be refused again.'],
  ],
)}
<p>The JavaScript client does all of this for you.</p>`,
};

export const polling: Section = {
  id: 'asking',
  title: 'Poll for changes',
  endpoints: ['getAccountStatistics'],
  text: (deployment) => html`
<p>Poll the statistics to notice changes. You need no public endpoint for webhooks and have no signatures to verify. How often makes
sense depends on the question:</p>
<ul>
<li><strong>Has a link reached its click limit?</strong> Its clicks are exact at any moment. Visitors and the time of the last click follow within
5 seconds.</li>
<li><strong>How many clicks does a link have?</strong> Without a click limit, numbers are at most 5 seconds old. Polling more often
shows nothing new.</li>
<li><strong>Where do visitors come from?</strong> Once an hour is enough. One request for the whole account saves calls compared with one
for each link.</li>
</ul>
${request(deployment, 200, 'GET', '/stats?groupBy=day,referrer&limit=20')}
${response(deployment, STATISTICS)}
<p>Each request counts as a call.</p>`,
};

export const restrictedKeys: Section = {
  id: 'keys',
  title: 'Restrict a key',
  endpoints: ['getKey', 'revokeOwnKey'],
  text: (deployment) => html`
<p>A new key has full access. In the console you can limit it to certain scopes, to the links that it created itself and to the web
origins that may use it. You can also give it an expiry date and lower limits. A call outside its scopes is refused with 403
<code>INSUFFICIENT_SCOPE</code>, which names the missing scope. If a key is limited to its own links, every other link is 404. A key can
look up its own permissions:</p>
${request(deployment, 200, 'GET', '/key')}
${response(deployment, KEY_SELF_EXAMPLE)}
<h3>Keys in web pages</h3>
<p>Everyone who opens a web page can read the keys in it. Give such a key only the scope <code>links:create</code>, its own links, low
limits and the origin of your page. The origin keeps other web pages from using the key, but it doesn’t stop a thief with
<code>curl</code>. A key with origins can’t revoke itself, because any visitor could end it. Revoke it in the console.</p>
<h3>Leaked keys</h3>
<p>Anyone who finds a leaked key without origins can revoke it: send POST to <code>${deployment.api}/v2/key/revoke</code> with that key. It stops
working everywhere, for good.</p>`,
};
