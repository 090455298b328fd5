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
  title: 'Many links at once',
  text: (deployment) => html`
<p>A batch makes up to ${MAX_ITEMS} links. Each item is the body that would make its link alone, with the same options:</p>
${request(deployment, 200, 'POST', '/shorten/batch', { urls: ITEMS })}
${response(deployment, RESPONSE)}
<p>The response is 200 even if items were refused. <code>summary.failed</code> is their number, and <code>results</code> has one
result per item, in your order. The result of a refused item has the <code>statusCode</code>, <code>message</code> and
<code>errorType</code> of the error that its own request would have got, and your <code>url</code> and <code>alias</code>. An item
does not affect the others, except that the first of two items with one alias gets it. An empty list and a list of more than
${MAX_ITEMS} items are refused with 400, and no link is made.</p>
<p>With <code>atomic=true</code> a batch makes all of its links or none. If one item is refused, the response is 400 and no link is
made. The other items then have <code>BATCH_ABORTED</code>, and you may send them again without the refused ones:</p>
${request(deployment, 400, 'POST', '/shorten/batch?atomic=true', { urls: ITEMS })}
${response(deployment, NOTHING_MADE)}
<p>A batch is one request, so it counts once in your minute and once in your month. If the service limits how many links a key may
make in a month, each link of the batch counts. Items beyond that limit are refused with 429, <code>LINK_QUOTA_EXCEEDED</code>.</p>
<p>With an <code>Idempotency-Key</code> you may repeat a batch like any other request, and no link is made twice. A 200 is stored
with its refused items. To try those again, send them under another key.</p>
${request(deployment, 200, 'POST', '/shorten/batch', NEWSLETTER, { headers: { 'Idempotency-Key': 'newsletter-7' } })}`,
};
