/**
 * Makes the HTML document of a page of the documentation, with the Markdown of its descriptions and the field that
 * filters its rows.
 */
import { html, raw } from 'hono/html';
import { themeForm } from '#api/console/theme-form';
import { CONSOLE_LINK, CONTACT_LINK, chapterPath, OPERATOR_GROUPS, operatorPath } from '#api/docs/files';
import { TAGS } from '#api/http/endpoint';

export type Markup = ReturnType<typeof html>;

/** A section of a page. */
type Entry = {
  readonly id: string;
  readonly title: string;
  /** The heading above the first of several sections that belong together. */
  readonly group?: string;
  /** Whether it is a part of the section before it. */
  readonly isPart?: true;
  /** The method of an endpoint. */
  readonly method?: string;
};

/** A page in the menu. */
type Listed = readonly [path: string, label: string, method?: string];

export type ReferencePage = {
  readonly title: string;
  /** The path of the page. */
  readonly path: string;
  /** The sections of the page, for its table of contents. */
  readonly contents: readonly Entry[];
  /** Where the table of contents stands: below the page's name in the menu, or in the margin beside the text. */
  readonly contentsIn: 'menu' | 'margin';
  /** The pages of one endpoint each, with the page that has them all. The menu lists them below it. */
  readonly among?: { readonly path: string; readonly pages: readonly Listed[] };
  readonly lead: Markup;
  readonly main: Markup;
};

/** The chapter of the operator, which stands apart from those of developers. */
export const OPERATOR = 'Operator';
/** The chapter of the endpoint for older programs, which comes last. */
export const LEGACY = 'Legacy';

type Group = {
  readonly title?: string;
  readonly pages: readonly Listed[];
  /** Whether its pages are folded unless one of them is shown. */
  readonly isFolded?: true;
};

/** The pages, in the order of the menu. */
export const GROUPS: readonly Group[] = [
  {
    title: 'Get started',
    pages: [
      ['/docs/guide', 'Guide'],
      ['/docs', 'API overview'],
    ],
  },
  {
    title: 'API reference',
    pages: [
      ...Object.keys(TAGS)
        .filter((tag) => tag !== OPERATOR && tag !== LEGACY)
        .map((tag) => [chapterPath(tag), tag] as const),
      ['/docs/reference/errors', 'Errors'],
    ],
  },
  {
    title: 'Self-hosting',
    isFolded: true,
    pages: [
      [chapterPath(OPERATOR), 'Operator API'],
      ...OPERATOR_GROUPS.map((group) => [operatorPath(group), group] as const),
    ],
  },
  { pages: [[chapterPath(LEGACY), LEGACY]] },
];

export const writeDocument = (page: ReferencePage): Markup => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${page.title} · Swiftlet</title>
<link rel="icon" href="/docs/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/docs/tokens.css">
<link rel="stylesheet" href="/docs/style.css">
<script src="/docs/script.js" defer></script>
<script src="/docs/theme.js" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the page</a>
<header>
<a class="brand" href="/docs/guide"><img src="/docs/icon.svg" alt="" width="28" height="28">Swiftlet <span>Docs</span></a>
${SEARCH}${THEME_FORM}${raw(CONSOLE_LINK)}
</header>
<details class="menu"><summary>${page.title} <span class="soft">Menu</span></summary>
<nav aria-label="Documentation">${GROUPS.map((group) => menuGroup(group, page))}</nav></details>
<main id="main"${page.contentsIn === 'margin' ? html` class="text"` : ''}>
<div class="lead">${page.lead}</div>
${page.contents.length > 0 ? onThisPage(page) : ''}
${page.main}
${neighbours(page)}
<footer><a href="/openapi.json">OpenAPI</a>${raw(CONSOLE_LINK)}${raw(CONTACT_LINK)}</footer>
</main>
</body>
</html>
`;

function menuGroup({ title, pages, isFolded }: Group, shown: ReferencePage): Markup {
  const list = html`<ul>${pages.map(([address, label]) => html`<li>${pageLink(address, label, shown)}</li>`)}</ul>`;
  if (isFolded) {
    const isOpen = pages.some(([address]) => address === shown.path || address === shown.among?.path);
    return html`<details class="group"${isOpen ? raw(' open') : ''}><summary>${title}</summary>${list}</details>`;
  }
  return html`${title === undefined ? html`<hr>` : html`<p>${title}</p>`}${list}`;
}

/** Links to the pages before and after a page, in the order of the menu. A page outside it has none. */
function neighbours({ path, among }: ReferencePage): Markup {
  const all = among?.pages ?? GROUPS.flatMap(({ pages }) => pages);
  const here = all.findIndex(([address]) => address === path);
  if (here < 0) return html``;
  const link = (step: -1 | 1, label: string) => {
    const [address, title] = all[here + step] ?? [];
    if (address === undefined) return '';
    return html`<a href="${address}" rel="${step < 0 ? 'prev' : 'next'}"><span>${label}</span> ${title}</a>`;
  };
  return html`<nav class="neighbours" aria-label="Neighboring pages">${link(-1, 'Previous')}${link(1, 'Next')}</nav>`;
}

/** The search of all pages. Without a script it is a link to the list of endpoints. */
const SEARCH = html`<search class="finder"><input id="search" role="combobox" aria-label="Search docs" aria-expanded="false" aria-controls="results" aria-autocomplete="list" aria-keyshortcuts="/" autocomplete="off" autocapitalize="none" spellcheck="false" placeholder="Search docs"><kbd>/</kbd><a href="/docs#operations">Find an endpoint</a>
<div class="found" hidden><div id="results" role="listbox" aria-label="Results"></div></div><p class="unseen" role="status"></p></search>`;

/** The choice of the console. The worker marks what is chosen, or removes the form where there is no console. */
const THEME_FORM = raw(themeForm());

/** Links to a page. The link to the shown page may have its table of contents, or the pages among which it is. */
function pageLink(address: string, label: string, { path, contents, contentsIn, among }: ReferencePage): Markup {
  if (address === path)
    return html`<a href="${address}" aria-current="page">${label}</a>${contentsIn === 'menu' && contents.length > 0 ? entryList(contents) : ''}`;
  return html`<a href="${address}">${label}</a>${among?.path === address ? pageList(among.pages, path) : ''}`;
}

/** Lists the pages of single endpoints. @param shown the path of the one that is shown */
const pageList = (pages: readonly Listed[], shown: string): Markup =>
  html`<ul class="endpoints">${pages.map(
    ([path, label, method]) =>
      html`<li><a href="${path}"${path === shown ? html` aria-current="page"` : ''}>${label}${method === undefined ? '' : methodMark(method)}</a></li>`,
  )}</ul>`;

/** Lists the sections of a page. The script marks the one that is read. */
const entryList = (entries: readonly Entry[]): Markup =>
  html`<ul class="contents">${entries.map(
    ({ id, title, group, isPart, method }) =>
      html`<li${isPart ? html` class="within"` : ''}>${group === undefined ? '' : html`<b>${group}</b>`}<a href="#${id}">${title}${method === undefined ? '' : methodMark(method)}</a></li>`,
  )}</ul>`;

/** The method of an endpoint, short enough for the menu. */
const methodMark = (method: string): Markup =>
  html` <span class="method ${method.toLowerCase()}">${method.replace('DELETE', 'DEL')}</span>`;

/** The table of contents beside a text. A narrow window shows it closed, above the text, as it does on all pages. */
const onThisPage = ({ contents, contentsIn }: ReferencePage): Markup =>
  html`<details class="margin${contentsIn === 'menu' ? ' narrow' : ''}"><summary>On this page</summary><nav aria-label="On this page"><p>On this page</p>${entryList(contents)}</nav></details>`;

const INLINE = /`([^`]+)`|\*\*(.+?)\*\*|\[([^\]]+)\]\(([^)]+)\)/g;

/**
 * Shows a line of Markdown.
 * @param anchors the ids of the fields that the page describes, by name. Code that begins with such a name links there
 */
export function inline(text: string, anchors: ReadonlyMap<string, string> = new Map()): Markup {
  const parts: Markup[] = [];
  let end = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, code, bold, label, address] = match;
    const before = text.slice(end, match.index);
    end = match.index + whole.length;
    const anchor = anchors.get(code?.split('=', 1)[0] ?? '');
    if (anchor !== undefined) parts.push(html`${before}<a href="#${anchor}"><code>${code}</code></a>`);
    else if (code !== undefined) parts.push(html`${before}<code>${code}</code>`);
    else if (bold !== undefined) parts.push(html`${before}<strong>${bold}</strong>`);
    else parts.push(html`${before}<a href="${address}">${label}</a>`);
  }
  return html`${parts}${text.slice(end)}`;
}

/**
 * Shows the paragraphs, lists, tables and warnings of a text. Each line of a list begins with a hyphen, or with a
 * number, and a warning with `>`.
 */
export const paragraphs = (text: string, anchors?: ReadonlyMap<string, string>): Markup =>
  html`${text.split('\n\n').map((block) => {
    if (block.startsWith('|')) return table(block);
    const lines = block.split('\n').map((line) => html`<li>${inline(line.replace(/^(?:-|\d+\.) /, ''), anchors)}</li>`);
    if (block.startsWith('> ')) return caution(block.slice(2), anchors);
    if (block.startsWith('- ')) return html`<ul class="rules">${lines}</ul>`;
    if (block.startsWith('1. ')) return html`<ol class="rules">${lines}</ol>`;
    return html`<p>${inline(block, anchors)}</p>`;
  })}`;

/** Shows a warning, whose first words are bold. */
function caution(text: string, anchors?: ReadonlyMap<string, string>): Markup {
  const end = text.search(/[.:](?: |$)/) + 1;
  return html`<aside class="caution"><p><strong>${inline(text.slice(0, end), anchors)}</strong>${inline(text.slice(end), anchors)}</p></aside>`;
}

/** Shows a table. Its second line separates the heads from the rows. */
function table(block: string): Markup {
  const [heads = [], , ...rows] = block.split('\n').map((line) => line.split('|').slice(1, -1));
  const cells = (row: readonly string[]) => row.map((cell) => html`<td>${inline(cell.trim())}</td>`);
  return html`<table><thead><tr>${heads.map((head) => html`<th scope="col">${head.trim()}</th>`)}</tr></thead><tbody>${rows.map(
    (row) => html`<tr>${cells(row)}</tr>`,
  )}</tbody></table>`;
}

/** @param unit what a row is, for the count of rows */
export const filterField = (unit: string, words: string): Markup =>
  html`<div class="filter" data-unit="${unit}" hidden><input type="search" aria-label="Filter the ${unit}s" autocomplete="off" spellcheck="false" placeholder="${words}"><p role="status"></p></div>`;
