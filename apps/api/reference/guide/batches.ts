import { html } from 'hono/html';
import { EXAMPLE_SHORT } from '#api/docs/files';
import { ABORTED, type BatchRecord, MADE_AND_REFUSED, MAX_ITEMS } from '#api/links/batch-record';
import { LIMITED_LINK, PLAIN_LINK } from '#api/links/link-record';
import { answer, command, type Place, request, type Section } from './pieces';

const URL = 'https://example.com/autumn';
const MADE = { ...PLAIN_LINK, shortCode: 'k7wq4ha', shortUrl: `${EXAMPLE_SHORT}/k7wq4ha`, url: URL };

/** The second item has the alias that an earlier example of the guide has taken. */
const ITEMS = [{ url: URL }, { url: 'https://example.com/sale', alias: LIMITED_LINK.alias }];

const [, REFUSED] = MADE_AND_REFUSED.results;
const ANSWER = { ...MADE_AND_REFUSED, results: [{ index: 0, success: true, ...MADE }, REFUSED] } as BatchRecord;
const NOTHING_MADE = { ...ABORTED, results: [{ ...ABORTED.results[0], url: URL }, REFUSED] };

const once = ({ api }: Place): string =>
  [
    `curl -si '${api}/v2/shorten/batch'`,
    `-H "Authorization: Bearer $KEY"`,
    `-H 'Content-Type: application/json'`,
    `-H 'Idempotency-Key: newsletter-7'`,
    `-d '{"urls":[{"url":"https://example.com/news/1"},{"url":"https://example.com/news/2"}]}'`,
  ].join(' \\\n  ');

export const batches: Section = {
  id: 'batches',
  title: 'Many links at once',
  text: (place) => html`
<p>A batch makes up to ${MAX_ITEMS} links. Each item is the body that would make its link alone, with the same options:</p>
${request(place, 200, 'POST', '/shorten/batch', { urls: ITEMS })}
${answer(place, ANSWER)}
<p>The response is 200 even if items were refused: check <code>summary.failed</code>, then the <code>results</code>, one for each
item and in your order. The result of a refused item has the <code>statusCode</code>, <code>message</code> and
<code>errorType</code> that a request of its own would get, and repeats your <code>url</code> and <code>alias</code>. No item
affects another, except that of two items with one alias the first gets it. An empty list, or more than ${MAX_ITEMS} items, is a 400,
and nothing is made.</p>
<p>If a part of the links is of no use to you, ask for all or none with <code>atomic=true</code>. Then one refused item makes the
response a 400, and no link is made. The items with nothing wrong have <code>BATCH_ABORTED</code>; you may send them again without
the others:</p>
${request(place, 400, 'POST', '/shorten/batch?atomic=true', { urls: ITEMS })}
${answer(place, NOTHING_MADE)}
<p>A batch is one request: it counts once in your minute and once in your month. If the service limits how many links a key may
make in a month, each link that is made counts. Once that quota is used up, each remaining item is refused with 429
<code>LINK_QUOTA_EXCEEDED</code>.</p>
<p>With an <code>Idempotency-Key</code> a batch may be repeated like any other request, and makes no link twice. A 200 is stored
as it was, with its refused items. To try these again, send them under another key.</p>
${command(once(place), 200)}
${command(once(place), 200)}`,
};
