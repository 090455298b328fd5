/** The guide: what one does with the API, in the order in which one does it. */
import { html } from 'hono/html';
import type { Endpoint } from '#api/http/endpoint';
import { again, asking } from './guide/again';
import { batches } from './guide/batches';
import { errors } from './guide/errors';
import { firstLink, options } from './guide/first-link';
import { limits } from './guide/limits';
import { manage } from './guide/manage';
import type { Place, Section } from './guide/pieces';
import { qr } from './guide/qr';
import { statistics } from './guide/statistics';
import type { ReferencePage } from './page';

const sectionsOf = (endpoints: readonly Endpoint[]): readonly Section[] => [
  firstLink,
  options,
  batches,
  manage,
  limits,
  errors(endpoints),
  again,
  qr,
  statistics,
  asking,
];

/** @param endpoints all there are: the table of errors is made from theirs */
export const guidePage = (endpoints: readonly Endpoint[], place: Place): ReferencePage => {
  const sections = sectionsOf(endpoints);
  return {
    title: 'Guide',
    path: '/docs/guide',
    main: html`<div class="guide">
<div class="lead">
<h1>Short links, from your program</h1>
<p>One request makes a link, and the link works at once, near every visitor. This page takes you from a key to everything a link
can do. Each endpoint by itself stands in the <a href="/docs">reference</a>, and for machines in
<a href="/openapi.json">openapi.json</a>.</p>
</div>
<nav class="contents" aria-label="On this page"><ol>${sections.map(
      ({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`,
    )}</ol></nav>
<article>${sections.map(
      ({ id, title, text }) => html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title">${title}</h2>${text(place)}
</section>
`,
    )}</article>
</div>`,
  };
};
