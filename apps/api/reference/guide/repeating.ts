import { html } from 'hono/html';
import { EXAMPLE_SHORT } from '#api/docs/files';
import { PLAIN_LINK } from '#api/links/link-record';
import { ACCOUNT_STATISTICS_EXAMPLE } from '#api/statistics/statistics-record';
import { RESPONSE_KEPT_HOURS } from '#domain/idempotency';
import { request, response, type Section, table } from './pieces';

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
