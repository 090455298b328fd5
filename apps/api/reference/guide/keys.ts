import { html } from 'hono/html';
import { KEY_SELF_EXAMPLE } from '#api/accounts/key-self';
import { request, response, type Section } from './pieces';

export const restrictedKeys: Section = {
  id: 'keys',
  title: 'Keys for others',
  text: (deployment) => html`
<p>A key may do everything, unless its owner restricts it in the console: its scopes, an end, lower limits, its own links only, and
the origins of pages that may use it. A call beyond its scopes is 403 <code>INSUFFICIENT_SCOPE</code>, which names the scope. A
key for its own links gets 404 for every other link. A key can read what it may do:</p>
${request(deployment, 200, 'GET', '/key')}
${response(deployment, KEY_SELF_EXAMPLE)}
<p>A key in a web page can be read by everybody who opens the page. Give such a key the scope <code>links:create</code>, its own links
only, low limits, and the origin of the page. The list of origins stops the pages of others, and not a thief with
<code>curl</code>.</p>
<p>If you find a key that has leaked, end it for its owner: send POST to <code>${deployment.api}/v2/key/revoke</code> with that key.
It then works nowhere.</p>`,
};
