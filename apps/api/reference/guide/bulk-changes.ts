import { html } from 'hono/html';
import { MAX_BULK } from '#api/links/bulk-request';
import { PLAIN_LINK } from '#api/links/link-record';
import { LISTED_LINK } from '#api/links/managed-link';
import { request, response, type Section } from './pieces';

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
