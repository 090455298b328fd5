/**
 * Makes the pages of a chapter, the operations of a tag: one with all, and one for each. The operator's chapter has a
 * page for each of its groups.
 */
import { html } from 'hono/html';
import {
  chapterFile,
  chapterPath,
  endpointFile,
  nameChapter,
  nameEndpoint,
  OPERATOR_GROUPS,
  type OperatorGroup,
  operatorChapter,
  operatorPath,
} from '#api/docs/files';
import { inline, type Markup, OPERATOR, type ReferencePage } from '../page';
import { type Description, isPage, listOperations, type Placed } from './description';
import { operationSection } from './operation';
import { row } from './overview';
import { findAddress, findOperatorGroup, operatorIndex, operatorLead } from './places';

type Tag = Description['tags'][number];

/** Returns the pages of a chapter and those of its endpoints by the names of their files. */
export function chapterPages(document: Description, tag: Tag): Readonly<Record<string, ReferencePage>> {
  const operations = listOperations(document).filter(({ operation }) => operation.tags[0] === tag.name);
  const base = { path: chapterPath(tag.name), contentsIn: 'menu' } as const;
  const chapter = nameChapter(tag.name);
  if (tag.name !== OPERATOR)
    return {
      [chapterFile(chapter)]: { ...base, ...chapterPage(document, tag, operations) },
      ...endpointPages(document, { chapter, title: tag.name, path: base.path }, operations),
    };
  return {
    [chapterFile(chapter)]: { ...base, ...operatorIndex(tag.description, operations, row) },
    ...Object.assign({}, ...OPERATOR_GROUPS.map((group) => operatorPages(document, group, operations))),
  };
}

/** Returns the page of a group of the operator, and those of its endpoints. */
function operatorPages(document: Description, group: OperatorGroup, operations: readonly Placed[]) {
  const own = operations.filter((placed) => findOperatorGroup(placed) === group);
  const [chapter, path] = [operatorChapter(group), operatorPath(group)];
  return {
    [chapterFile(chapter)]: {
      path,
      contentsIn: 'menu',
      title: `${group} · Operator API`,
      contents: listContents(own),
      lead: operatorLead(group),
      main: sections(document, own),
    },
    ...endpointPages(document, { chapter, title: group, path }, own),
  };
}

/** What the pages of endpoints say of their chapter. */
type Whole = { readonly chapter: string; readonly title: string; readonly path: string };

/** Returns the pages of one endpoint each. The pages of the documentation have none. */
function endpointPages(
  document: Description,
  { chapter, title, path }: Whole,
  operations: readonly Placed[],
): Readonly<Record<string, ReferencePage>> {
  const all = operations.filter((placed) => !isPage(placed));
  const pages = all.map((placed) => [findAddress(placed), placed.operation.summary, placed.method] as const);
  return Object.fromEntries(
    all.map((placed): [string, ReferencePage] => {
      const { operationId, summary } = placed.operation;
      const whole = html`<a href="${path}#${operationId}">${title}</a>`;
      return [
        endpointFile(chapter, nameEndpoint(operationId)),
        {
          title: `${summary} · ${title}`,
          path: findAddress(placed),
          contentsIn: 'menu',
          contents: [],
          among: { path, pages },
          lead: html`<p class="chapter-name">${whole}</p><h1 id="${operationId}-title">${summary}</h1>`,
          main: operationSection(document, placed, true),
        },
      ];
    }),
  );
}

function chapterPage(document: Description, tag: Tag, operations: readonly Placed[]) {
  const pages = operations.filter(isPage);
  const others = operations.filter((placed) => !isPage(placed));
  const hasKey = operations.some(({ operation: { security } }) => security.some((one) => 'apiKey' in one));
  return {
    title: tag.name,
    contents: listContents(others),
    lead: html`<h1>${tag.name}</h1><p>${inline(tag.description)}</p>${hasKey ? HEADERS_NOTE : ''}`,
    main: html`${sections(document, others)}${pages.length === 0 ? '' : pageNote(pages)}`,
  };
}

const HEADERS_NOTE = html`<p class="note">Every response also has the <a href="/docs#headers">headers with your limits</a>.</p>`;

const sections = (document: Description, operations: readonly Placed[]): Markup =>
  html`${operations.map((placed) => operationSection(document, placed))}`;

/** Returns the table of contents. A page with a single operation needs none. */
const listContents = (operations: readonly Placed[]): ReferencePage['contents'] =>
  operations.length > 1
    ? operations.map(({ method, operation: { operationId, summary } }) => ({ id: operationId, title: summary, method }))
    : [];

/** Names the addresses of the documentation, which no program calls. */
const pageNote = (pages: readonly Placed[]): Markup =>
  html`<section class="pages" id="documentation-pages" aria-label="Documentation pages"><details><summary>Addresses of this documentation</summary><p>This documentation is part of the
service. It needs no key, and may be cached for five minutes: ${pages.map(
    ({ method, path, operation: { operationId } }, index) =>
      html`${index === 0 ? '' : index === pages.length - 1 ? ' and ' : ', '}<code id="${operationId}">${method} ${path}</code>`,
  )}.</p></details></section>`;
