/** The page of the guide. It shows the use of the API, in the order in which a reader needs it. */
import { html } from 'hono/html';
import { batches } from './guide/batches';
import { bulkChanges } from './guide/bulk-changes';
import { errors } from './guide/errors';
import { firstLink, options } from './guide/first-link';
import { restrictedKeys } from './guide/keys';
import { limits } from './guide/limits';
import { editing, listing } from './guide/manage';
import { ownIds } from './guide/own-ids';
import type { Deployment, Section } from './guide/pieces';
import { qr } from './guide/qr';
import { polling, repeating } from './guide/repeating';
import { statistics } from './guide/statistics';
import { tags } from './guide/tags';
import type { ReferencePage } from './page';

type Chapter = { readonly title: string; readonly sections: readonly Section[] };

const CHAPTERS: readonly Chapter[] = [
  { title: 'First steps', sections: [firstLink, options] },
  { title: 'Working with links', sections: [batches, listing, editing, bulkChanges, ownIds, tags, qr] },
  { title: 'Measuring clicks', sections: [statistics, polling] },
  { title: 'Going live', sections: [limits, errors, repeating, restrictedKeys] },
];

export const guidePage = (deployment: Deployment): ReferencePage => ({
  title: 'Guide',
  path: '/docs/guide',
  contentsIn: 'margin',
  contents: CHAPTERS.flatMap(({ title: group, sections }) =>
    sections.map(({ id, title }, index) => (index === 0 ? { id, title, group } : { id, title })),
  ),
  lead: html`<h1>Create short links from your code</h1>
<p>One request creates a short link, and the link works right away, everywhere. This guide takes you from your API key to production.
For every endpoint and field, see the <a href="/docs">API overview</a>.</p>`,
  main: html`<article>${CHAPTERS.map(
    ({ title: chapter, sections }) =>
      html`${sections.map(
        ({ id, title, text }, index) => html`<section id="${id}" aria-labelledby="${id}-title">
${index === 0 ? html`<p class="chapter-name">${chapter}</p>` : ''}<h2 id="${id}-title"><a href="#${id}">${title}</a></h2>${text(deployment)}
</section>
`,
      )}`,
  )}</article>`,
});
