/** Makes the first page of the reference: every operation, what all have in common, the scopes and the headers. */
import { html } from 'hono/html';
import { chapterPath } from '#api/docs/files';
import { type Markup, OPERATOR, type ReferencePage } from '../page';
import { type Description, operationsOf, type Placed } from './description';
import { inline, paragraphs } from './markdown';
import { verb } from './operation';

const row = (chapter: string, { method, path, operation: { operationId: id, summary } }: Placed): Markup =>
  html`<li id="${id}"><a href="${chapterPath(chapter)}#${id}">${verb(method)}<span>${summary}</span><code>${path}</code></a></li>`;

function chapterList(document: Description, { name, description }: Description['tags'][number]): Markup {
  const operations = operationsOf(document).filter(({ operation }) => operation.tags[0] === name);
  return html`<section class="chapter"><h3><a href="${chapterPath(name)}">${name}</a></h3><p>${inline(description)}</p>
<ul class="operations">${operations.map((placed) => row(name, placed))}</ul></section>`;
}

/** Returns the scopes, each with the operations that need it. */
function scopesOf(document: Description): ReadonlyMap<string, readonly Placed[]> {
  const scopes = new Map<string, Placed[]>();
  for (const placed of operationsOf(document)) {
    for (const scope of new Set(placed.operation.security.flatMap(({ apiKey = [] }) => apiKey)))
      scopes.set(scope, [...(scopes.get(scope) ?? []), placed]);
  }
  return scopes;
}

export function overviewPage(document: Description): ReferencePage {
  const [lead = '', ...basics] = document.info.description.split('\n\n');
  const own = document.tags.filter(({ name }) => name !== OPERATOR);
  const operators = document.tags.filter(({ name }) => name === OPERATOR);
  return {
    title: 'API reference',
    path: '/docs',
    contents: [
      { id: 'operations', title: 'Operations' },
      { id: 'basics', title: 'In common' },
      { id: 'scopes', title: 'Scopes' },
      { id: 'headers', title: 'Headers' },
    ],
    main: html`<div class="lead"><h1>API reference</h1><p>${inline(lead)} For programs the same is at
<a href="/openapi.json">openapi.json</a>.</p></div>
<search hidden><label for="find">Find an operation <kbd>/</kbd></label>
<input id="find" type="search" autocomplete="off" spellcheck="false" placeholder="delete tag" aria-keyshortcuts="/">
<p role="status"></p></search>
<section id="operations" aria-labelledby="operations-title"><h2 id="operations-title">Operations</h2>
${own.map((tag) => chapterList(document, tag))}</section>
<section id="basics" aria-labelledby="basics-title"><h2 id="basics-title">What all operations have in common</h2>
<div class="prose">${paragraphs(basics.join('\n\n'))}</div></section>
<section id="scopes" aria-labelledby="scopes-title"><h2 id="scopes-title">Scopes of a key</h2>
<dl class="terms">${[...scopesOf(document)].map(
      ([scope, operations]) =>
        html`<div><dt><code>${scope}</code></dt><dd>${operations.map(
          ({ operation: { operationId, summary, tags } }, index) =>
            html`${index > 0 ? ', ' : ''}<a href="${chapterPath(tags[0])}#${operationId}">${summary}</a>`,
        )}</dd></div>`,
    )}</dl></section>
<section id="headers" aria-labelledby="headers-title"><h2 id="headers-title">Headers of responses</h2>
<dl class="terms">${Object.entries(document.components.headers).map(
      ([name, { description, example }]) =>
        html`<div id="${name}"><dt><code>${name}</code></dt><dd>${description} <code class="example">${example}</code></dd></div>`,
    )}</dl></section>
<section class="apart" aria-label="For operators">${operators.map((tag) => chapterList(document, tag))}</section>`,
  };
}
