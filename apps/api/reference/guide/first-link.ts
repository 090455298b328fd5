/** The guide: the first link, and its options. */
import { html } from 'hono/html';
import { EXAMPLE_SHORT } from '#api/docs/files';
import { LIMITED_LINK, PLAIN_LINK } from '#api/links/link-record';
import { version } from '#package.json';
import { commandSample } from '../samples/sample';
import { command, request, response, type Section } from './pieces';

const MEMBERS_URL = 'https://example.com/for-members';
const PROTECTED_LINK = {
  ...PLAIN_LINK,
  shortUrl: `${EXAMPLE_SHORT}/members`,
  shortCode: 'members',
  url: MEMBERS_URL,
  alias: 'members',
};

/** Installs the client from the file that `npm pack` makes of packages/client. */
const INSTALL_CLIENT = `npm install ./swiftlet-client-${version}.tgz`;

export const firstLink: Section = {
  id: 'first-link',
  title: 'Create your first link',
  endpoints: ['shorten'],
  text: (deployment) => html`
<p>Every request needs an API key, which starts with <code>sl_</code>. Treat it like a password: keep it on your server, out of your
repository and out of the browser. A web page may use only a <a href="#keys">restricted key</a>.</p>
<aside><h3>What the examples need</h3>
<p>JavaScript runs on Node.js, Deno or Bun with the package <code>swiftlet-client</code>. The operator of the service gives you its
file. Install it from the folder that you saved it to. Python needs the package <code>requests</code>, and PHP needs the
<code>curl</code> extension.</p></aside>
${commandSample(INSTALL_CLIENT)}
<p>To run the examples in this guide as they are, store your key in the environment variable <code>KEY</code>:</p>
${commandSample('export KEY=sl_…')}
<p>Then send the address that you want to shorten:</p>
${request(deployment, 201, 'POST', '/shorten', { url: PLAIN_LINK.url })}
${response(deployment, PLAIN_LINK)}
<p>Follow the new link to see it redirect:</p>
${command(`curl -si '${deployment.short}/${PLAIN_LINK.shortCode}'`, 302)}
<p>Swiftlet never opens the destination. It checks the address against threat lists before it creates the link. A flagged address is
refused with <code>BLOCKED</code>. An address on a private network, or on this service itself, is refused with
<code>INVALID_URL</code>.</p>`,
};

export const options: Section = {
  id: 'options',
  title: 'Choose an alias, a limit or a password',
  endpoints: ['shorten'],
  text: (deployment) => html`
<p>A link can have a code of your choice, an expiry time, a click limit and a password. Every option is optional, and you can
combine them:</p>
${request(deployment, 201, 'POST', '/shorten', {
  url: LIMITED_LINK.url,
  alias: LIMITED_LINK.alias,
  expiresIn: 604_800,
  maxClicks: LIMITED_LINK.maxClicks,
})}
${response(deployment, LIMITED_LINK)}
<dl>
<div><dt><code>alias</code></dt><dd>Letters, digits and hyphens. The link keeps your spelling, and visitors can type it in any case. System
words, well-known brands and authorities are reserved. An alias stays yours forever: after its link has expired, only you can use it
again.</dd></div>
<div><dt><code>expiresIn</code></dt><dd>Seconds from now, from 60 up to ten years. After that, visitors get 410.</dd></div>
<div><dt><code>maxClicks</code></dt><dd>The exact number of redirects. Nobody gets past the limit, even if thousands click at the same
moment. Previews, prefetches and HEAD requests don’t count.</dd></div>
<div><dt><code>password</code></dt><dd>Visitors enter it on a page before they are redirected. Swiftlet stores only a hash and never shows the
password again.</dd></div>
</dl>
<p>A script can open a protected link, too. It sends the password in a header, so the password appears in no address and no log:</p>
${request(deployment, 201, 'POST', '/shorten', { url: MEMBERS_URL, alias: 'members', password: 'correct horse' })}
${response(deployment, PROTECTED_LINK)}
${command(`curl -si '${deployment.short}/members' -H 'X-Link-Password: correct horse'`, 302)}
<p>To see where a link leads without following it, add <code>+</code> to its address. Anyone can do this:</p>
${command(`curl -s '${deployment.short}/${PLAIN_LINK.shortCode}+'`, 200)}`,
};
