/** The page of the guide. It shows the use of the API, in the order in which a reader needs it. */
import { html } from 'hono/html';
import { chapterPath, nameEndpoint } from '#api/docs/files';
import { endpointNamed } from './endpoints';
import { firstLink, options } from './guide/first-link';
import { errors, limits, polling, repeating, restrictedKeys } from './guide/going-live';
import { batches, bulkChanges, editing, listing, ownIds, qr, statistics, tags } from './guide/links';
import type { Deployment, Section } from './guide/pieces';
import type { Markup, ReferencePage } from './page';

type Chapter = { readonly title: string; readonly about: string; readonly sections: readonly Section[] };

const CHAPTERS: readonly Chapter[] = [
  { title: 'First steps', about: 'From your key to a link that redirects.', sections: [firstLink, options] },
  {
    title: 'Working with links',
    about: 'Batches, lists, edits, tags and QR codes.',
    sections: [batches, listing, editing, bulkChanges, ownIds, tags, qr],
  },
  { title: 'Measuring clicks', about: 'Clicks, visitors and where they come from.', sections: [statistics, polling] },
  {
    title: 'Going live',
    about: 'Limits, errors, retries and restricted keys.',
    sections: [limits, errors, repeating, restrictedKeys],
  },
];

/** The sections with their chapters, in the order of the page. */
export const GUIDE_SECTIONS = CHAPTERS.flatMap(({ title: chapter, sections }) =>
  sections.map(({ id, title }) => ({ id, title, chapter })),
);

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
  main: html`<article><ul class="cards">${CHAPTERS.map(
    ({ title, about, sections: [first] }) =>
      html`<li><a href="#${first?.id}"><b>${title}</b><span>${about}</span></a></li>`,
  )}</ul>${CHAPTERS.map(
    ({ title: chapter, sections }) =>
      html`${sections.map(
        ({ id, title, endpoints, text }, index) => html`<section id="${id}" aria-labelledby="${id}-title">
${index === 0 ? html`<p class="chapter-name">${chapter}</p>` : ''}<h2 id="${id}-title"><a href="#${id}">${title}</a></h2>${text(deployment)}${endpoints === undefined ? '' : referenceLinks(endpoints)}
</section>
`,
      )}`,
  )}</article>`,
});

/** Links to endpoints in the reference. */
function referenceLinks(ids: readonly string[]): Markup {
  const links = ids.map((id) => {
    const { tag, summary } = endpointNamed(id);
    return html`<a href="${chapterPath(tag)}/${nameEndpoint(id)}">${summary}</a>`;
  });
  return html`<p class="see">Reference: ${links.map((link, index) => html`${index > 0 ? ', ' : ''}${link}`)}</p>`;
}
