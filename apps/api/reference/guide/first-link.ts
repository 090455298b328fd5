import { html } from 'hono/html';
import { LIMITED_LINK, PLAIN_LINK } from '#api/links/link-record';
import { answer, command, request, type Section } from './pieces';

export const firstLink: Section = {
  id: 'first-link',
  title: 'A first link',
  text: (place) => html`
<p>Every request carries an API key, which begins with <code>sl_</code>. Keep it where your program keeps its secrets; a
browser is no such place, and the API answers no page of another origin. Put yours into <code>KEY</code> to run the examples of
this page as they stand:</p>
<pre><code>export KEY=sl_…</code></pre>
<p>Then send a URL:</p>
${request(place, 201, 'POST', '/shorten', { url: PLAIN_LINK.url })}
${answer(place, PLAIN_LINK)}
<p>The link works at once, everywhere:</p>
${command(`curl -si '${place.short}/${PLAIN_LINK.shortCode}'`, 302)}
<p>The destination is never fetched. It is checked against threat lists before the link is made; what they flag is refused with
<code>BLOCKED</code>. A link to an address of a private network, or to this service itself, is no valid URL.</p>`,
};

export const options: Section = {
  id: 'options',
  title: 'Aliases, limits and passwords',
  text: (place) => html`
<p>A link may have a code of your choice, an end in time, an end by clicks, and a password. All of them are optional, and can
be combined:</p>
${request(place, 201, 'POST', '/shorten', {
  url: LIMITED_LINK.url,
  alias: LIMITED_LINK.alias,
  expiresIn: 604_800,
  maxClicks: LIMITED_LINK.maxClicks,
})}
${answer(place, LIMITED_LINK)}
<ul>
<li><code>alias</code> has letters, digits and hyphens. Upper and lower case are the same when it is followed; you get it back as you typed it.
System words, brands and authorities are reserved. A code has one owner for ever: you may take your own expired alias again,
nobody else can.</li>
<li><code>expiresIn</code> is in seconds, from 60 to ten years. Afterwards visits answer 410, to the millisecond.</li>
<li><code>maxClicks</code> counts redirects, and exactly: however many click at once, no visitor beyond the limit is sent on.
Previews, prefetches and HEAD requests cost no click.</li>
<li><code>password</code> is asked for on a page before the redirect. It is stored as a hash, and in no answer.</li>
</ul>
<p>A script opens a protected link with a header, so that the password stands in no address and no log:</p>
${request(place, 201, 'POST', '/shorten', { url: 'https://example.com/for-members', alias: 'members', password: 'correct horse' })}
${command(`curl -si '${place.short}/members' -H 'X-Link-Password: correct horse'`, 302)}
<p>Anybody may put <code>+</code> behind a short address to see where it leads first.</p>
${command(`curl -s '${place.short}/${PLAIN_LINK.shortCode}+'`, 200)}`,
};
