/** Makes the OpenAPI 3.1 document of the API from the declarations of the endpoints (spec.openapis.org/oas/v3.1.1). */
import { type Access, type Endpoint, TAGS } from '#api/http/endpoint';
import { HEADERS, type HeaderName } from '#api/http/headers';
import { alternativesOf } from '#domain/scopes';
import { INTRODUCTION } from './introduction';
import { type JsonSchema, jsonSchemasOf, textSchemaOf } from './json-schemas';
import { parameterComponents, parametersOf } from './parameters';
import { type Response, responsesOf } from './responses';

const SECURITY: Record<Exclude<Access, 'key'>, readonly object[]> = {
  open: [],
  address: [],
  operator: [{ operatorToken: [] }],
  backup: [{ operatorToken: [], backupToken: [] }],
};

const SECURITY_SCHEMES = {
  apiKey: { type: 'http', scheme: 'bearer', description: 'An API key: `Authorization: Bearer sl_…`.' },
  operatorToken: { type: 'http', scheme: 'bearer', description: 'The operator’s token, the secret `ADMIN_TOKEN`.' },
  backupToken: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Backup-Token',
    description: 'A second token of the operator, the secret `BACKUP_TOKEN`, which is set only while it is needed.',
  },
};

/** Makes the document. Its server is `/`, the host from which the client has read the document. */
export function openApiDocument(endpoints: readonly Endpoint[]) {
  const responses = new Map(endpoints.map((endpoint) => [endpoint, responsesOf(endpoint)]));
  const all = [...responses.values()].flatMap((byStatus) => [...byStatus.values()]);
  const outputs = jsonSchemasOf(
    new Map(all.flatMap((response) => (response.schema === null ? [] : [[response, response.schema]]))),
    'output',
  );
  const inputs = jsonSchemasOf(
    new Map(endpoints.flatMap((endpoint) => (endpoint.body === undefined ? [] : [[endpoint, endpoint.body.schema]]))),
    'input',
  );
  const operations = endpoints.map((endpoint) => ({
    path: endpoint.path.replace(/:(\w+)/g, '{$1}'),
    method: endpoint.method.toLowerCase(),
    operation: {
      tags: [endpoint.tag],
      operationId: endpoint.id,
      summary: endpoint.summary,
      description: descriptionOf(endpoint),
      security: securityOf(endpoint),
      parameters: parametersOf(endpoint),
      ...requestBodyOf(endpoint, inputs.schemas.get(endpoint)),
      responses: Object.fromEntries(
        [...(responses.get(endpoint) ?? [])].map(([status, response]) => [
          status,
          responseObject(response, outputs.schemas.get(response)),
        ]),
      ),
    },
  }));
  return {
    openapi: '3.1.1',
    info: { title: 'Swiftlet', version: '2', description: INTRODUCTION },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS)
      .filter(([name]) => endpoints.some(({ tag }) => tag === name))
      .map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(
      [...new Set(operations.map(({ path }) => path))].map((path) => [
        path,
        Object.fromEntries(
          operations.filter((one) => one.path === path).map(({ method, operation }) => [method, operation]),
        ),
      ]),
    ),
    components: {
      schemas: { ...inputs.components, ...outputs.components },
      parameters: parameterComponents(),
      headers: Object.fromEntries(
        Object.entries(HEADERS).map(([name, { description, schema, example }]) => [
          name,
          { description, schema: textSchemaOf(schema), example },
        ]),
      ),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** Returns the ways to authorize an operation. A way with an API key names the scopes that the key needs. */
function securityOf(endpoint: Endpoint): readonly object[] {
  if (endpoint.access !== 'key') return SECURITY[endpoint.access];
  return alternativesOf(endpoint.scope).map((scopes) => ({ apiKey: scopes }));
}

/** Returns the description of an operation. Its last paragraph has the scopes and the reach that a key needs for it. */
function descriptionOf({ access, scope = null, reach, description }: Endpoint): string {
  if (access !== 'key') return description;
  const named = alternativesOf(scope).map((scopes) => scopes.map((one) => `\`${one}\``).join(' and '));
  const ofScope = scope === null ? 'It needs no scope.' : `It needs the scope ${named.join(' or ')}.`;
  return `${description}\n\n${ofScope}${reach === 'account' ? ' Keys limited to their own links get 403 `OWN_LINKS_ONLY`.' : ''}`;
}

function requestBodyOf({ body, upload }: Endpoint, schema: JsonSchema | undefined) {
  if (upload !== undefined) return { requestBody: { required: true, content: { [upload]: { schema: {} } } } };
  if (body === undefined) return {};
  const content = { 'application/json': { schema, examples: shown(body.examples) } };
  return { requestBody: { required: body.isOptional !== true, content } };
}

function responseObject({ description, headers, examples, types, texts }: Response, schema: JsonSchema | undefined) {
  const content = {
    ...(schema && { 'application/json': { schema, examples: shown(examples) } }),
    ...Object.fromEntries(types.map((type) => [type, texts[type] === undefined ? {} : { example: texts[type] }])),
  };
  return {
    description,
    ...(headers.size > 0 && { headers: Object.fromEntries([...headers].map(headerReference)) }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

/** Returns a reference to a header's component, with a note if only some of the responses have the header. */
const headerReference = ([name, isAlways]: [HeaderName, boolean]) => [
  name,
  {
    $ref: `#/components/headers/${name}`,
    ...(!isAlways && { description: `Only on some of these responses. ${HEADERS[name].description}` }),
  },
];

const shown = (examples: { readonly [name: string]: unknown }) =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));
