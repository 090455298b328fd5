import { html } from 'hono/html';
import { KEY_SELF_EXAMPLE } from '#api/accounts/key-self';
import { request, response, type Section } from './pieces';

export const restrictedKeys: Section = {
  id: 'keys',
  title: 'Restrict a key',
  endpoints: ['getKey', 'revokeOwnKey'],
  text: (deployment) => html`
<p>A new key has full access. In the console you can limit it to certain scopes, to the links that it created itself and to the web
origins that may use it. You can also give it an expiry date and lower limits. A call outside its scopes is refused with 403
<code>INSUFFICIENT_SCOPE</code>, which names the missing scope. If a key is limited to its own links, every other link is 404. A key can
look up its own permissions:</p>
${request(deployment, 200, 'GET', '/key')}
${response(deployment, KEY_SELF_EXAMPLE)}
<h3>Keys in web pages</h3>
<p>Everyone who opens a web page can read the keys in it. Give such a key only the scope <code>links:create</code>, its own links, low
limits and the origin of your page. The origin keeps other web pages from using the key, but it doesn’t stop a thief with
<code>curl</code>. A key with origins can’t revoke itself, because any visitor could end it. Revoke it in the console.</p>
<h3>Leaked keys</h3>
<p>Anyone who finds a leaked key without origins can revoke it: send POST to <code>${deployment.api}/v2/key/revoke</code> with that key. It stops
working everywhere, for good.</p>`,
};
