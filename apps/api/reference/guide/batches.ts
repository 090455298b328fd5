import { html } from 'hono/html';
import { EXAMPLE_SHORT } from '#api/docs/files';
import { ABORTED, type BatchRecord, MADE_AND_REFUSED, MAX_ITEMS } from '#api/links/batch-record';
import { LIMITED_LINK, PLAIN_LINK } from '#api/links/link-record';
import { request, response, type Section } from './pieces';

const URL = 'https://example.com/autumn';
const MADE = { ...PLAIN_LINK, shortCode: 'k7wq4ha', shortUrl: `${EXAMPLE_SHORT}/k7wq4ha`, url: URL };

/** The items of the examples. The alias of the second item is taken by an earlier example of the guide. */
const ITEMS = [{ url: URL }, { url: 'https://example.com/sale', alias: LIMITED_LINK.alias }];

const [, REFUSED] = MADE_AND_REFUSED.results;
const RESPONSE = { ...MADE_AND_REFUSED, results: [{ index: 0, success: true, ...MADE }, REFUSED] } as BatchRecord;
const NOTHING_MADE = { ...ABORTED, results: [{ ...ABORTED.results[0], url: URL }, REFUSED] };

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
