import { html } from 'hono/html';
import { RESPONSE_KEPT_HOURS } from '#domain/idempotency';
import { command, type Place, request, type Section } from './pieces';

const once = ({ api }: Place): string =>
  [
    `curl -si '${api}/v2/shorten'`,
    `-H "Authorization: Bearer $KEY"`,
    `-H 'Content-Type: application/json'`,
    `-H 'Idempotency-Key: order-1042'`,
    `-d '{"url":"https://example.com/orders/1042"}'`,
  ].join(' \\\n  ');

export const again: Section = {
  id: 'again',
  title: 'Doing things once',
  text: (place) => html`
<p>When a connection breaks you cannot know whether the link was made. Send <code>Idempotency-Key</code> with a text of your
choice, up to 255 characters, one per thing you want done; then repeat the request as often as you like:</p>
${command(once(place), 201)}
${command(once(place), 201)}
<p>The second answer is the first one, to the letter, with <code>Idempotent-Replayed: true</code>. That holds for ${RESPONSE_KEPT_HOURS} hours and
for what succeeded; what was refused may be tried again under the same key. Another body under it is 422, and 409 says that
the first request is still running.</p>
<p>Repeat on 429 and 503 after <code>Retry-After</code>, and on any other 5xx or a lost connection after a second or two, with
growing pauses. Do not repeat another 4xx: it will be refused again.</p>`,
};

export const asking: Section = {
  id: 'asking',
  title: 'Asking instead of being called',
  text: (place) => html`
<p>There are no webhooks: nothing here calls you, so you need no public address and no signature to verify. Ask instead. How
often is worth it depends on what you want to know:</p>
<ul>
<li>Whether a link with a click limit is spent: its numbers are exact the moment you ask.</li>
<li>How many clicks another link has: numbers are at most 5 seconds behind, so asking more often shows nothing new.</li>
<li>Who came from where: once an hour is plenty, and one request for the whole account is cheaper than one per link.</li>
</ul>
${request(place, 200, 'GET', '/stats?groupBy=day,referrer&limit=20')}
<p>Each question is a call and counts like one.</p>`,
};
