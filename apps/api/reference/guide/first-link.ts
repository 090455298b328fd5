import { html } from 'hono/html';
import { LIMITED_LINK, PLAIN_LINK } from '#api/links/link-record';
import { commandSample } from '../samples/sample';
import { command, request, response, type Section } from './pieces';

export const firstLink: Section = {
  id: 'first-link',
  title: 'A first link',
  text: (deployment) => html`
<p>Every request needs an API key, which begins with <code>sl_</code>. Store it where your program stores its secrets. A browser is
no such place, unless the key is <a href="#keys">restricted</a> to what strangers may do. Put your key into
<code>KEY</code> to run the examples of this page as they are:</p>
${commandSample('export KEY=sl_…')}
<p>The JavaScript needs Node, Deno or Bun and the package <code>swiftlet-client</code>, which you get from the operator of the service.
The Python needs the package <code>requests</code>, and the PHP its extension <code>curl</code>.</p>
<p>Then send a URL:</p>
${request(deployment, 201, 'POST', '/shorten', { url: PLAIN_LINK.url })}
${response(deployment, PLAIN_LINK)}
<p>The link works at once, everywhere:</p>
${command(`curl -si '${deployment.short}/${PLAIN_LINK.shortCode}'`, 302)}
<p>The destination is never fetched. It is checked against threat lists before the link is made. A destination that they flag is
refused with <code>BLOCKED</code>. An address of a private network or of this service itself is refused with
<code>INVALID_URL</code>.</p>`,
};

export const options: Section = {
  id: 'options',
  title: 'Aliases, limits and passwords',
  text: (deployment) => html`
<p>A link may have a code of your choice, an expiry time, a click limit and a password. All of them are optional, and can
be combined:</p>
${request(deployment, 201, 'POST', '/shorten', {
  url: LIMITED_LINK.url,
  alias: LIMITED_LINK.alias,
  expiresIn: 604_800,
  maxClicks: LIMITED_LINK.maxClicks,
})}
${response(deployment, LIMITED_LINK)}
<ul>
<li><code>alias</code> has letters, digits and hyphens. It is shown as you typed it; visitors may type it in any case.
System words, brands and authorities are reserved. A code has one owner for ever: only you may use your own expired alias
again.</li>
<li><code>expiresIn</code> is in seconds, from 60 to ten years. After that time, to the millisecond, visits get 410.</li>
<li><code>maxClicks</code> is the exact number of redirects. No visitor beyond it is redirected, even if many click at once.
Previews, prefetches and HEAD requests do not count as clicks.</li>
<li><code>password</code> is what visitors must type on a page before the redirect. It is stored as a hash, and no response shows it.</li>
</ul>
<p>A script sends the password of a protected link in a header, so that no address and no log contains the password:</p>
${request(deployment, 201, 'POST', '/shorten', { url: 'https://example.com/for-members', alias: 'members', password: 'correct horse' })}
${command(`curl -si '${deployment.short}/members' -H 'X-Link-Password: correct horse'`, 302)}
<p>Anybody may append <code>+</code> to a short URL to see the destination without being redirected:</p>
${command(`curl -s '${deployment.short}/${PLAIN_LINK.shortCode}+'`, 200)}`,
};
