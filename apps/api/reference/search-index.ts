/** What the search of the documentation finds: pages, sections of the guide, endpoints, errors, fields and headers. */
import { GUIDE_SECTIONS } from './guide';
import { GROUPS } from './page';
import { type Description, operationsOf, type Placed, parameterOf, schemaOf } from './pages/description';
import { ERROR_GROUPS } from './pages/error-groups';
import { fieldId } from './pages/operation';
import { introductionOf } from './pages/overview';
import { addressOf, pagePathOf } from './pages/places';

/** What is found: its title, what the list shows beside it, and its address. */
type Found = readonly [title: string, hint: string, address: string];
type Kind = 'Page' | 'Guide' | 'Endpoint' | 'Error' | 'Overview' | 'Field' | 'Header';

/** Returns everything that can be found, by its kind. Of equal matches, the search shows the earlier first. */
export function searchIndex(document: Description): readonly (readonly [Kind, readonly Found[]])[] {
  const operations = operationsOf(document);
  return [
    ['Endpoint', operations.map(endpoint)],
    ['Guide', GUIDE_SECTIONS.map(({ id, title, chapter }): Found => [title, chapter, `/docs/guide#${id}`])],
    ['Page', GROUPS.flatMap(({ title = '', pages }) => pages.map(([path, label]): Found => [label, title, path]))],
    ['Error', ERROR_GROUPS.flatMap(({ errors }) => Object.entries(errors).map(error))],
    [
      'Overview',
      [
        ...introductionOf(document).conventions.map(({ id, title }): Found => [title, '', `/docs#${id}`]),
        ['Scopes', 'What a key may do', '/docs#scopes'],
      ],
    ],
    ['Field', operations.flatMap((placed) => fieldsOf(document, placed))],
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
  addressOf(placed),
];

const error = ([type, [meaning]]: readonly [string, readonly [string, string]]): Found => [
  type,
  meaning.replaceAll('`', ''),
  `/docs/reference/errors#${type}`,
];

/** Returns the parameters and the fields of the body, without the headers, which several operations share. */
function fieldsOf(document: Description, placed: Placed): readonly Found[] {
  const { operation } = placed;
  const parameters = operation.parameters.map((one) => parameterOf(document, one));
  const { schema } = operation.requestBody?.content['application/json'] ?? {};
  const { properties = {} } = schema === undefined ? {} : schemaOf(document, schema);
  const names = [
    ...parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    ...Object.keys(properties as object),
  ];
  return [...new Set(names)].map((name) => [
    name,
    operation.summary,
    `${pagePathOf(placed)}#${fieldId(operation, name)}`,
  ]);
}
