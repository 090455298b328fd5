/** The first page of the reference: a first call, every operation, the conventions, the scopes and the headers. */
import { html } from 'hono/html';
import { chapterPath, EXAMPLE_API, nameChapter } from '#api/docs/files';
import { HEADER_GROUPS, HEADERS } from '#api/http/header-table';
import { PLAIN_LINK } from '#api/links/link-record';
import type { SampleRequest } from '#api/samples/request';
import { endpointNamed } from '../endpoints';
import { makeErrorExample } from '../openapi/error-bodies';
import { filterField, inline, LEGACY, type Markup, OPERATOR, paragraphs, type ReferencePage } from '../page';
import { COPY, jsonSample, requestSample } from '../samples/sample';
import { type Description, isPage, listOperations, type Placed } from './description';
import { breakable, verb } from './operation';
import { findAddress } from './places';

/** Shows the link to an operation. */
export const row = (placed: Placed): Markup => {
  const { method, path, operation } = placed;
  return html`<li id="${operation.operationId}"><a href="${findAddress(placed)}">${verb(method)}<span>${operation.summary}</span><code>${breakable(path)}</code></a></li>`;
};

const makeId = (chapter: string): string => `${nameChapter(chapter)}-endpoints`;

/** Lists the operations of a chapter. The pages of the documentation itself are collapsed. */
function chapterList(document: Description, { name, description }: Description['tags'][number]): Markup {
  const operations = listOperations(document).filter(({ operation }) => operation.tags[0] === name);
  const pages = operations.filter(isPage);
  const list = (some: readonly Placed[]) => html`<ul class="operations">${some.map(row)}</ul>`;
  return html`<section class="chapter" id="${makeId(name)}"><h3><a href="${chapterPath(name)}">${name}</a></h3><p>${inline(description)}</p>
${list(operations.filter((placed) => !isPage(placed)))}${
  pages.length === 0
    ? ''
    : html`<details class="folded"><summary>Pages of this documentation</summary>${list(pages)}</details>`
}</section>`;
}

/** Returns the scopes, each with the operations that need it. */
function groupByScope(document: Description): ReadonlyMap<string, readonly Placed[]> {
  const scopes = new Map<string, Placed[]>();
  for (const placed of listOperations(document)) {
    for (const scope of new Set(placed.operation.security.flatMap(({ apiKey = [] }) => apiKey)))
      scopes.set(scope, [...(scopes.get(scope) ?? []), placed]);
  }
  return scopes;
}

type Convention = { readonly id: string; readonly title: string; readonly text: string };

/** Splits the introduction of the document into its first paragraph and its sections. */
export function parseIntroduction({ info }: Description): {
  readonly lead: string;
  readonly conventions: readonly Convention[];
} {
  const [lead = '', ...sections] = info.description.split('\n\n## ');
  return {
    lead,
    conventions: sections.map((section) => {
      const [title = '', ...text] = section.split('\n\n');
      return { id: title.toLowerCase().replaceAll(' ', '-'), title, text: text.join('\n\n') };
    }),
  };
}

const FIRST_CALL: SampleRequest = {
  api: EXAMPLE_API,
  method: 'POST',
  address: '/v2/shorten',
  body: { url: PLAIN_LINK.url },
  access: 'key',
  response: 'json',
};

const QUICK_START = html`<section id="quick-start" aria-labelledby="quick-start-title"><h2 id="quick-start-title"><a href="#quick-start">Quick start</a></h2>
<dl class="terms">
<div><dt>Base URL</dt><dd><code>${EXAMPLE_API}</code> ${COPY}</dd></div>
<div><dt>Authentication</dt><dd><code>Authorization: Bearer sl_…</code><br>Every <code>/v2</code> request needs an API key, which you create in
the console. Keep it on your server.</dd></div>
<div><dt>OpenAPI 3.1</dt><dd><a href="/openapi.json">openapi.json</a> describes the API for programs.</dd></div>
</dl>
<p>Put your key into the environment variable <code>KEY</code>, and create a link:</p>
${requestSample(FIRST_CALL)}
${jsonSample('Response 201', PLAIN_LINK)}</section>`;

/** Shows a convention, with the example that belongs to it after its first paragraph. */
function conventionSection({ id, title, text }: Convention): Markup {
  const [first = '', ...others] = text.split('\n\n');
  const example =
    id === 'errors' ? jsonSample('Response 400', makeErrorExample(endpointNamed('shorten'), 'ALIAS_TAKEN')) : '';
  return html`<section id="${id}" class="convention" aria-labelledby="${id}-title"><h3 id="${id}-title"><a href="#${id}">${title}</a></h3>${paragraphs(first)}${example}${paragraphs(others.join('\n\n'))}</section>`;
}

/** Makes the first page of the reference. */
export function overviewPage(document: Description): ReferencePage {
  const { lead, conventions } = parseIntroduction(document);
  const own = document.tags.filter(({ name }) => !(name in APART));
  return {
    title: 'API overview',
    path: '/docs',
    contentsIn: 'margin',
    contents: [
      { id: 'quick-start', title: 'Quick start' },
      { id: 'operations', title: 'Endpoints' },
      ...own.map(({ name }) => ({ id: makeId(name), title: name, isPart: true as const })),
      ...conventions.map(({ id, title }, index) => (index === 0 ? { id, title, group: 'Conventions' } : { id, title })),
      { id: 'scopes', title: 'Scopes', group: 'Details' },
      { id: 'headers', title: 'Response headers' },
    ],
    lead: html`<h1>API overview</h1><p>${inline(lead)}</p>`,
    main: html`${QUICK_START}
<section id="operations" aria-labelledby="operations-title"><h2 id="operations-title"><a href="#operations">Endpoints</a></h2>
${filterField('endpoint', 'Filter endpoints, e.g. delete tag')}${own.map((tag) => chapterList(document, tag))}${listsApart(document)}</section>
<h2 class="part">Conventions</h2>
${conventions.map(conventionSection)}
<section id="scopes" aria-labelledby="scopes-title"><h2 id="scopes-title"><a href="#scopes">Scopes</a></h2>
<p>A key has full access, or only the scopes that you choose in the console. Each scope allows these endpoints:</p>
<dl class="terms">${[...groupByScope(document)].map(
      ([scope, operations]) =>
        html`<div><dt><code>${scope}</code></dt><dd>${operations.map(
          (placed, index) =>
            html`${index > 0 ? ', ' : ''}<a href="${findAddress(placed)}">${placed.operation.summary}</a>`,
        )}</dd></div>`,
    )}</dl></section>
<section id="headers" aria-labelledby="headers-title"><h2 id="headers-title"><a href="#headers">Response headers</a></h2>
${headerGroups(document)}</section>`,
  };
}

/** The chapters that a developer does not begin with, and what the list says of them. */
const APART: Readonly<Record<string, string>> = {
  [LEGACY]: 'Endpoint for older programs',
  [OPERATOR]: 'Endpoints for operators',
};

/** The endpoints of these chapters, collapsed. The filter opens them if it finds one. */
const listsApart = (document: Description): Markup =>
  html`${document.tags
    .filter(({ name }) => name in APART)
    .map(
      (tag) =>
        html`<details class="folded"><summary>${APART[tag.name]}</summary>${chapterList(document, tag)}</details>`,
    )}`;

/** The group that a reader unfolds. */
const FOLDED_GROUP = 'Browser security';

/** Shows all headers by their groups. */
function headerGroups({ components: { headers } }: Description): Markup {
  const list = (group: string) =>
    html`<dl class="terms">${Object.entries(HEADERS).map(([name, row]) => {
      if (row.group !== group) return '';
      const { description, example } = headers[name] ?? {};
      return html`<div id="${name}"><dt><code>${name}</code></dt><dd>${description}<code class="example">${example}</code></dd></div>`;
    })}</dl>`;
  return html`${HEADER_GROUPS.map((group) =>
    group === FOLDED_GROUP
      ? html`<details class="folded-heads"><summary>${group}</summary>${list(group)}</details>`
      : html`<h3>${group}</h3>${list(group)}`,
  )}`;
}
