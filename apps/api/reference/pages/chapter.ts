/** Makes the page of a chapter: the operations of a tag. */
import { html } from 'hono/html';
import { chapterPath } from '#api/docs/files';
import { type Markup, OPERATOR, type ReferencePage } from '../page';
import { type Description, isPage, operationsOf, type Placed } from './description';
import { inline } from './markdown';
import { operationSection, verb } from './operation';
import { AUTHENTICATION, groupsOf } from './operator';

/** Makes the page of a chapter. */
export function chapterPage(document: Description, tag: Description['tags'][number]): ReferencePage {
  const operations = operationsOf(document).filter(({ operation }) => operation.tags[0] === tag.name);
  const base = { path: chapterPath(tag.name), contentsIn: 'menu' } as const;
  if (tag.name === OPERATOR) return { ...base, ...operatorPage(document, tag, operations) };
  const pages = operations.filter(isPage);
  const others = operations.filter((placed) => !isPage(placed));
  const contents = [
    ...others.map(({ operation: { operationId, summary } }) => ({ id: operationId, title: summary })),
    ...(pages.length === 0 ? [] : [PAGES]),
  ];
  return {
    ...base,
    title: tag.name,
    contents: contents.length > 1 ? contents : [],
    lead: html`<h1>${tag.name}</h1><p>${inline(tag.description)}</p>`,
    main: html`${others.map((placed) => operationSection(document, placed))}${pages.length === 0 ? '' : pageTable(pages)}`,
  };
}

function operatorPage(
  document: Description,
  { description }: Description['tags'][number],
  operations: readonly Placed[],
) {
  const groups = groupsOf(operations);
  const title = 'Operator API';
  return {
    title,
    contents: [{ id: 'authentication', title: 'Authentication' }, ...groups],
    lead: html`<h1>${title}</h1><p>${inline(description)}</p>`,
    main: html`${AUTHENTICATION}${groups.map(
      ({ id, title: name, operations: own }) =>
        html`<div class="group" id="${id}"><h2><a href="#${id}">${name}</a></h2>${own.map((placed) => operationSection(document, placed))}</div>`,
    )}`,
  };
}

const PAGES = { id: 'documentation-pages', title: 'Documentation pages' };

/** Lists the pages and files of the documentation, which need no samples. */
const pageTable = (pages: readonly Placed[]): Markup =>
  html`<section class="operation plain" id="${PAGES.id}" aria-labelledby="${PAGES.id}-title">
<h2 id="${PAGES.id}-title"><a href="#${PAGES.id}">${PAGES.title}</a></h2>
<p>This documentation is part of the service. Its pages need no script, and load nothing from other hosts. Each response has an
<code>ETag</code>, and may be cached for five minutes.</p>
<ul class="paths">${pages.map(
    ({ method, path, operation: { operationId, description } }) =>
      html`<li id="${operationId}"><span>${verb(method)} <code>${path}</code></span><p>${inline(description)}</p></li>`,
  )}</ul></section>`;
