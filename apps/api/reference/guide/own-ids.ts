import { html } from 'hono/html';
import { DETAILED_LINK, PLAIN_LINK } from '#api/links/link-record';
import { request, response, type Section } from './pieces';

const UPSERTED = { url: PLAIN_LINK.url, title: 'Hello, in winter', tags: ['Winter', 'mail'] };
const UPSERTED_LINK = { ...DETAILED_LINK, status: 'active', expiredReason: null, hasPassword: false };

export const ownIds: Section = {
  id: 'own-ids',
  title: 'Avoid duplicate links',
  endpoints: ['upsertLink', 'shorten'],
  text: (deployment) => html`
<h3>One link for each of your own ids</h3>
<p>Give a link an <code>externalId</code>, such as the id of a campaign in your database, and you don’t need to remember whether the link
exists. The first call creates it with 201, and later calls update it with 200:</p>
${request(deployment, 201, 'PUT', '/links?externalId=campaign-1042', UPSERTED)}
${response(deployment, UPSERTED_LINK)}
<h3>One link for each destination</h3>
<p>With <code>ifExists=return</code>, the first call creates a link with 201, and every later call for the same destination returns that
link with 200:</p>
${request(deployment, 201, 'POST', '/shorten?ifExists=return', { url: PLAIN_LINK.url })}
${response(deployment, PLAIN_LINK)}
<p>Only a link that was itself created with <code>ifExists=return</code> is returned, and only as long as it has no expiry time, click
limit or password. When an existing link is returned, the other fields of your request are ignored. You can’t combine
<code>ifExists</code> with an <code>alias</code>; that request is refused with 400.</p>`,
};
