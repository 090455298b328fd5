import { html } from 'hono/html';
import { LIMITED_LINK, PLAIN_LINK } from '#api/links/link-record';
import { command, request, response, type Section } from './pieces';

export const firstLink: Section = {
  id: 'first-link',
  title: 'A first link',
  text: (place) => html`
<p>Every request needs an API key, which begins with <code>sl_</code>. Store it where your program stores its secrets. A browser is
no such place: the API has no CORS headers, so pages of another origin cannot read its responses. Put your key into
<code>KEY</code> to run the examples of this page as they are:</p>
<pre><code>export KEY=sl_…</code></pre>
<p>Then send a URL:</p>
${request(place, 201, 'POST', '/shorten', { url: PLAIN_LINK.url })}
${response(place, PLAIN_LINK)}
<p>The link works at once, everywhere:</p>
${command(`curl -si '${place.short}/${PLAIN_LINK.shortCode}'`, 302)}
<p>The destination is never fetched. It is checked against threat lists before the link is made. A destination that they flag is
refused with <code>BLOCKED</code>. An address of a private network or of this service itself is refused with
<code>INVALID_URL</code>.</p>`,
};

export const options: Section = {
  id: 'options',
  title: 'Aliases, limits and passwords',
  text: (place) => html`
<p>A link may have a code of your choice, an end in time, a click limit and a password. All of them are optional, and can
be combined:</p>
${request(place, 201, 'POST', '/shorten', {
  url: LIMITED_LINK.url,
  alias: LIMITED_LINK.alias,
  expiresIn: 604_800,
  maxClicks: LIMITED_LINK.maxClicks,
})}
${response(place, LIMITED_LINK)}
<ul>
<li><code>alias</code> has letters, digits and hyphens. It is shown as you typed it; visitors may type it in any case.
System words, brands and authorities are reserved. A code has one owner for ever: you may take your own expired alias again,
nobody else can.</li>
<li><code>expiresIn</code> is in seconds, from 60 to ten years. After that, to the millisecond, visits are 410.</li>
<li><code>maxClicks</code> counts redirects exactly: however many visitors click at once, none beyond the limit is redirected.
Previews, prefetches and HEAD requests do not count as clicks.</li>
<li><code>password</code> is what visitors must type on a page before the redirect. It is stored as a hash, and no response shows it.</li>
</ul>
<p>A script sends the password of a protected link in a header, so that it is in no address and no log:</p>
${request(place, 201, 'POST', '/shorten', { url: 'https://example.com/for-members', alias: 'members', password: 'correct horse' })}
${command(`curl -si '${place.short}/members' -H 'X-Link-Password: correct horse'`, 302)}
<p>Anybody may put <code>+</code> behind a short address to see the destination without being redirected:</p>
${command(`curl -s '${place.short}/${PLAIN_LINK.shortCode}+'`, 200)}`,
};
