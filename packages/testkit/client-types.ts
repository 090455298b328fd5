/** Generates the types of the client from the API's OpenAPI document. */
import { compile } from 'json-schema-to-typescript';

type Schema = { readonly [keyword: string]: unknown };
type Content = { readonly content?: { readonly 'application/json'?: { readonly schema: Schema } } };
type Parameter = { readonly name: string; readonly in: string; readonly description?: string; readonly schema: Schema };
type Operation = {
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses: { readonly [status: string]: Content };
};
type ApiDescription = {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
  readonly components: { readonly schemas: { readonly [name: string]: Schema } };
};

const BANNER = `// Generated from /openapi.json by: npx vitest run packages/client/api-types.node.test.ts -u`;

/** The operations that the client's methods call, and the type names of their bodies, queries and responses. */
const OPERATIONS: readonly {
  at: readonly [method: string, path: string];
  body?: string;
  query?: string;
  response?: string;
}[] = [
  { at: ['post', '/v2/shorten'], body: 'LinkRequest', response: 'Link' },
  { at: ['post', '/v2/shorten/batch'], response: 'Batch' },
  { at: ['get', '/v2/links'], query: 'LinksQuery', response: 'LinkList' },
  { at: ['post', '/v2/links/bulk'], body: 'BulkRequest', response: 'Bulk' },
  { at: ['get', '/v2/links/{shortCode}'], response: 'ManagedLink' },
  { at: ['patch', '/v2/links/{shortCode}'], body: 'LinkEdit', response: 'ManagedLink' },
  { at: ['delete', '/v2/links/{shortCode}'] },
  { at: ['get', '/v2/stats/{shortCode}'], query: 'StatisticsQuery', response: 'LinkStatistics' },
  { at: ['get', '/v2/stats'], query: 'AccountStatisticsQuery', response: 'AccountStatistics' },
  { at: ['get', '/v2/tags'], response: 'TagList' },
  { at: ['patch', '/v2/tags/{name}'], body: 'TagChange', response: 'Tag' },
  { at: ['delete', '/v2/tags/{name}'] },
  { at: ['get', '/v2/qr/{shortCode}'], query: 'QrQuery' },
  { at: ['get', '/v2/usage'], response: 'Usage' },
  { at: ['get', '/v2/key'], response: 'KeySelf' },
  { at: ['post', '/v2/key/revoke'] },
];

/**
 * The text of packages/client/api-types.ts.
 * @throws Error naming an operation or a schema that the document lacks
 */
export async function clientTypes(api: ApiDescription): Promise<string> {
  const known = OPERATIONS.map(({ at: [method, path], ...parts }) => {
    const operation = api.paths[path]?.[method];
    if (operation === undefined) throw new Error(`There is no ${method} ${path}`);
    return { operation, ...parts };
  });
  const types = known.flatMap(({ operation, body, query, response }) => [
    ...(body ? [[body, named(body, findJson(operation.requestBody))]] : []),
    ...(query ? [[query, named(query, makeQuery(operation))]] : []),
    ...(response ? [[response, named(response, findJson(operation.responses[200] ?? operation.responses[201]))]] : []),
  ]);
  const all = {
    type: 'object',
    properties: { ...Object.fromEntries(types), ErrorType: makeErrorType(api, known) },
    components: {
      schemas: Object.fromEntries(
        Object.entries(api.components.schemas).map(([name, one]) => [name, named(name, one)]),
      ),
    },
  };
  const text = await compile(all as Parameters<typeof compile>[0], 'Everything', {
    additionalProperties: false,
    bannerComment: BANNER,
    ignoreMinAndMaxItems: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  // The compiler needs one schema that contains all the others; the client does not need its type.
  return text.replace(/^export interface Everything \{.*?^\}\n/ms, '');
}

/** Gives a schema a title, the name of its type. References have the name of their target; strings need no type. */
const named = (title: string, schema: Schema): Schema =>
  '$ref' in schema || schema.type === 'string' ? schema : { title, ...schema };

function findJson(part: Content | undefined): Schema {
  const schema = part?.content?.['application/json']?.schema;
  if (schema === undefined) throw new Error('An operation has no JSON, and the table names a type for it');
  return schema;
}

const makeQuery = ({ parameters = [] }: Operation): Schema => ({
  type: 'object',
  properties: Object.fromEntries(
    parameters
      .filter((parameter) => parameter.in === 'query')
      .map(({ name, description, schema }) => [name, { ...schema, description }]),
  ),
});

/** The enum of every errorType in the responses of these operations. */
function makeErrorType(api: ApiDescription, known: readonly { readonly operation: Operation }[]): Schema {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const walk = (part: unknown): void => {
    if (typeof part !== 'object' || part === null || seen.has(part)) return;
    seen.add(part);
    const { errorType, $ref } = part as { errorType?: { const?: string }; $ref?: string };
    if (errorType?.const !== undefined) found.add(errorType.const);
    if ($ref !== undefined) walk(api.components.schemas[$ref.replace('#/components/schemas/', '')]);
    Object.values(part).forEach(walk);
  };
  for (const { operation } of known) walk(operation.responses);
  return { title: 'ErrorType', description: 'The code of a refusal, for programs.', enum: [...found].sort() };
}
