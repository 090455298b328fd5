import { html } from 'hono/html';
import { MAX_BULK } from '#api/links/bulk-request';
import { request, type Section } from './pieces';

export const bulkChanges: Section = {
  id: 'bulk',
  title: 'Change many links at once',
  text: (deployment) => html`
<p>One request can make the same change to up to ${MAX_BULK} links. As with a batch, each link has its own result, in your order, and a
refused link doesn’t stop the others:</p>
${request(deployment, 200, 'POST', '/links/bulk', { shortCodes: ['Promo', '3ud92su'], change: { expiresIn: 604_800 } })}
<p>Use <code>addTags</code> and <code>removeTags</code> to change some tags of these links. Their other tags stay:</p>
${request(deployment, 200, 'POST', '/links/bulk', { shortCodes: ['Promo', '3ud92su'], change: { addTags: ['Winter'] } })}
<p>To delete the links, send <code>"delete": true</code> instead of <code>change</code>, and set <code>confirm</code> to the number of
links. To choose links by their properties, send a <code>filter</code> instead of <code>shortCodes</code>. It takes the parameters of
the list, for example <code>{"tag": "Winter"}</code>, and may match up to ${MAX_BULK} links.</p>`,
};
