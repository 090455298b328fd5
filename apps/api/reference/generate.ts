/**
 * Generates /openapi.json, the pages of /docs and the index of their search from the endpoints, before the build of the
 * worker, which therefore contains neither these texts nor the code that makes them.
 */
import {
  chapterFile,
  EXAMPLE_API,
  EXAMPLE_SHORT,
  guideFile,
  NOT_FOUND_FILE,
  OPENAPI_FILE,
  QR_FILE,
  REFERENCE_FILE,
  SEARCH_INDEX_FILE,
} from '#api/docs/files';
import { ERRORS } from '#domain/errors';
import { PLAN_POLICIES } from '#domain/plans';
import { ENDPOINTS } from './endpoints';
import { GUIDE_SECTIONS, guidePage } from './guide';
import { EXAMPLE_QR } from './guide/links';
import { openApiDocument } from './openapi/document';
import { GROUPS, writeDocument } from './page';
import { chapterPages } from './pages/chapter';
import { type Description, listOperations, type Placed, resolveParameter, resolveSchema } from './pages/description';
import { ERROR_GROUPS } from './pages/error-groups';
import { errorsPage } from './pages/errors';
import { NOT_FOUND_PAGE } from './pages/not-found';
import { fieldId } from './pages/operation';
import { overviewPage, parseIntroduction } from './pages/overview';
import { findAddress } from './pages/places';

/** Returns the text of each generated file by the file's name. */
export function generateFiles(): Record<string, string> {
  const text = JSON.stringify(openApiDocument(ENDPOINTS));
  const document: Description = JSON.parse(text);
  const pages = {
    [REFERENCE_FILE]: overviewPage(document),
    [NOT_FOUND_FILE]: NOT_FOUND_PAGE,
    [chapterFile('errors')]: errorsPage(document),
    ...Object.fromEntries(document.tags.flatMap((tag) => Object.entries(chapterPages(document, tag)))),
    ...Object.fromEntries(
      PLAN_POLICIES.map((planPolicy) => [
        guideFile(planPolicy),
        guidePage({ api: EXAMPLE_API, short: EXAMPLE_SHORT, planPolicy }),
      ]),
    ),
  };
  return {
    [OPENAPI_FILE]: text,
    [SEARCH_INDEX_FILE]: `export default ${JSON.stringify(searchIndex(document))};\n`,
    [QR_FILE]: EXAMPLE_QR,
    ...Object.fromEntries(
      Object.entries(pages).map(([name, page]) => [name, withPlainQuotes(withLongCode(String(writeDocument(page))))]),
    ),
  };
}

/** Marks code that is too long to stay on one line of a phone. */
const withLongCode = (page: string): string =>
  page.replace(/(?<!<pre[^>]*>)<code>([^<]{25,})<\/code>/g, '<code class="long">$1</code>');

/**
 * Writes quotation marks as themselves. Only attributes need references for them, and samples have thousands of them.
 */
const withPlainQuotes = (page: string): string =>
  page.replace(/>[^<]+/g, (text) => text.replaceAll('&quot;', '"').replaceAll('&#39;', "'"));

/** What is found: its title, what the list shows beside it, its address, and words that find it if nothing else is. */
type Found = readonly [title: string, hint: string, address: string, more?: string];
type Kind = 'Page' | 'Guide' | 'Endpoint' | 'Error' | 'Overview' | 'Field' | 'Header';

/** Returns everything that can be found, by its kind. Of equal matches, the search shows the earlier first. */
export function searchIndex(document: Description): readonly (readonly [Kind, readonly Found[]])[] {
  const operations = listOperations(document);
  return [
    ['Endpoint', operations.map(endpoint)],
    ['Guide', GUIDE_SECTIONS.map(({ id, title, chapter }): Found => [title, chapter, `/docs/guide#${id}`])],
    ['Page', GROUPS.flatMap(({ title = '', pages }) => pages.map(([path, label]): Found => [label, title, path]))],
    ['Error', ERROR_GROUPS.flatMap(({ errors }) => Object.entries(errors).map(error))],
    [
      'Overview',
      [
        ...parseIntroduction(document).conventions.map(({ id, title }): Found => [title, '', `/docs#${id}`]),
        ['Scopes', 'What a key may do', '/docs#scopes'],
      ],
    ],
    ['Field', listFieldsOnce(operations.flatMap((placed) => findFields(document, placed)))],
    [
      'Header',
      Object.entries(document.components.headers).map(
        ([name, { description }]): Found => [name, description, `/docs#${name}`],
      ),
    ],
  ];
}

const endpoint = (placed: Placed): Found => [
  placed.operation.summary,
  `${placed.method} ${placed.path}`,
  findAddress(placed),
  firstSentence(placed.operation.description),
];

const error = ([type, [meaning]]: readonly [string, readonly [string, string]]): Found => [
  type,
  `${listStatuses(type).join(', ')} · ${meaning.replaceAll('`', '')}`,
  `/docs/reference/errors#${type}`,
];

const firstSentence = (text: string): string => (text.split(/\. |\n/, 1)[0] ?? '').replaceAll('`', '');

/** The statuses of the responses that have an errorType. */
const listStatuses = (type: string): readonly number[] => [
  ...new Set(
    Object.values(ERRORS)
      .filter(({ errorType }) => errorType === type)
      .map(({ status }) => status),
  ),
];

/** Returns one entry for the fields of a name, which says how many further endpoints have it. */
function listFieldsOnce(fields: readonly Found[]): readonly Found[] {
  return fields
    .filter(([name], n) => fields.findIndex(([other]) => other === name) === n)
    .map(([name, summary, address]) => {
      const others = fields.filter(([other]) => other === name).length - 1;
      return [name, others === 0 ? summary : `${summary}, and ${others} more`, address] as const;
    });
}

/** Returns the parameters and the fields of the body, without the headers, which several operations share. */
function findFields(document: Description, placed: Placed): readonly Found[] {
  const { operation } = placed;
  const parameters = operation.parameters.map((one) => resolveParameter(document, one));
  const { schema } = operation.requestBody?.content['application/json'] ?? {};
  const { properties = {} } = schema === undefined ? {} : resolveSchema(document, schema);
  const names = [
    ...parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    ...Object.keys(properties as object),
  ];
  return [...new Set(names)].map((name) => [
    name,
    operation.summary,
    `${findAddress(placed)}#${fieldId(operation, name)}`,
  ]);
}
