/** The page of the guide. It shows the use of the API, in the order in which a reader needs it. */
import { html } from 'hono/html';
import { batches } from './guide/batches';
import { errors } from './guide/errors';
import { firstLink, options } from './guide/first-link';
import { restrictedKeys } from './guide/keys';
import { limits } from './guide/limits';
import { manage } from './guide/manage';
import type { Deployment, Section } from './guide/pieces';
import { qr } from './guide/qr';
import { polling, repeating } from './guide/repeating';
import { statistics } from './guide/statistics';
import type { ReferencePage } from './page';

const SECTIONS: readonly Section[] = [
  firstLink,
  options,
  batches,
  manage,
  limits,
  restrictedKeys,
  errors,
  repeating,
  qr,
  statistics,
  polling,
];

export const guidePage = (deployment: Deployment): ReferencePage => ({
  title: 'Guide',
  path: '/docs/guide',
  contents: SECTIONS,
  main: html`<div class="lead">
<h1>Create short links from your code</h1>
<p>One request makes a link, and the link works at once, at the location nearest to each visitor. This page leads from an API
key to everything that a link can do. The <a href="/docs">reference</a> describes each endpoint by itself;
<a href="/openapi.json">openapi.json</a> is the same for machines.</p>
</div>
<article>${SECTIONS.map(
    ({ id, title, text }) => html`<section id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${title}</a></h2>${text(deployment)}
</section>
`,
  )}</article>`,
});
