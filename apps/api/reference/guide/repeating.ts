import { html } from 'hono/html';
import { RESPONSE_KEPT_HOURS } from '#domain/idempotency';
import { request, type Section } from './pieces';

const ORDER = { url: 'https://example.com/orders/1042' };

export const repeating: Section = {
  id: 'again',
  title: 'Repeating a request safely',
  text: (deployment) => html`
<p>When a connection breaks you cannot know whether the link was made. Send <code>Idempotency-Key</code> with a text of your choice,
up to 255 characters. Choose another text for each link or batch. Then repeat the request as often as you like:</p>
${request(deployment, 201, 'POST', '/shorten', ORDER, { headers: { 'Idempotency-Key': 'order-1042' }, showsHeaders: true })}
<p>The client for JavaScript does both for you: its retries make nothing twice. The response to a repeated request has the same
status and body as the first response, with <code>Idempotent-Replayed: true</code>. A successful response
is stored for ${RESPONSE_KEPT_HOURS} hours. You may send a refused request again under the same key. A request with another body
under that key gets 422. A 409 means that the first request is still running.</p>
<p>Repeat after 429 and 503 once <code>Retry-After</code> is over. Repeat after any other 5xx or a lost connection in a second or two,
and then with growing pauses. Do not repeat after any other 4xx: the request will be refused again.</p>`,
};

export const polling: Section = {
  id: 'asking',
  title: 'Polling instead of webhooks',
  text: (deployment) => html`
<p>There are no webhooks: the service never calls you, so you need no public address and verify no signatures. Poll the statistics
instead. How often depends on what you want to know:</p>
<ul>
<li>Whether a link with a click limit is spent: its numbers are exact at every moment.</li>
<li>How many clicks another link has: its numbers are at most 5 seconds old, so polling more often shows nothing new.</li>
<li>Where visitors come from: once an hour is enough, and one request for the whole account is cheaper than one for each link.</li>
</ul>
${request(deployment, 200, 'GET', '/stats?groupBy=day,referrer&limit=20')}
<p>Each such request counts as a call.</p>`,
};
