import { html } from 'hono/html';
import { EXAMPLE_SHORT } from '#api/docs/files';
import { ABORTED, type BatchRecord, MADE_AND_REFUSED, MAX_ITEMS } from '#api/links/batch-record';
import { LIMITED_LINK, PLAIN_LINK } from '#api/links/link-record';
import { command, type Place, request, response, type Section } from './pieces';

const URL = 'https://example.com/autumn';
const MADE = { ...PLAIN_LINK, shortCode: 'k7wq4ha', shortUrl: `${EXAMPLE_SHORT}/k7wq4ha`, url: URL };

/** The second item has the alias that an earlier example of the guide has taken. */
const ITEMS = [{ url: URL }, { url: 'https://example.com/sale', alias: LIMITED_LINK.alias }];

const [, REFUSED] = MADE_AND_REFUSED.results;
const RESPONSE = { ...MADE_AND_REFUSED, results: [{ index: 0, success: true, ...MADE }, REFUSED] } as BatchRecord;
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
${response(place, RESPONSE)}
<p>The answer is 200 even where items were refused: look at <code>summary.failed</code>, then at the <code>results</code>, one per
item and in your order. A refused one says what its own request would have been answered, in <code>statusCode</code>,
<code>message</code> and <code>errorType</code>, and repeats your <code>url</code> and <code>alias</code>. No item changes what
becomes of another, but where two want one alias: the first has it. An empty list, or more than ${MAX_ITEMS} items, is a 400, and
nothing is made.</p>
<p>Where half of them is of no use to you, ask for all or nothing with <code>atomic=true</code>. Then one refusal makes the answer
a 400 and no link is made; the items with nothing wrong say <code>BATCH_ABORTED</code>, and may be sent again without the others:</p>
${request(place, 400, 'POST', '/shorten/batch?atomic=true', { urls: ITEMS })}
${response(place, NOTHING_MADE)}
<p>A batch is one request: it counts once against your minute and your month. Where the service limits how many links a key may
make in a month, each link that is made counts against that; once it is used up, the items that are left are refused with 429
each, <code>LINK_QUOTA_EXCEEDED</code>.</p>
<p>With an <code>Idempotency-Key</code> a batch may be repeated like any other request, and makes no link twice. A 200 is kept
as it was, refused items included: to try those again, send them under another key.</p>
${command(once(place), 200)}
${command(once(place), 200)}`,
};
