/** Makes the OpenAPI 3.1 document of the API from the declarations of the endpoints (spec.openapis.org/oas/v3.1.1). */
import * as z from 'zod';
import { type Access, type Endpoint, followsPreference, TAGS } from '#api/http/endpoint';
import { HEADERS, type HeaderName } from '#api/http/header-table';
import { KEY_FORM } from '#api/http/idempotency';
import type { ResponseHeaders } from '#api/http/response';
import { STRICT } from '#api/http/validation';
import { RESPONSE_KEPT_HOURS } from '#domain/idempotency';
import { listAlternatives } from '#domain/key-rights';
import { type JsonSchema, toJsonSchemas, toTextSchema } from './json-schemas';
import { collectResponses, type Response } from './responses';

/**
 * The introduction of /openapi.json, in Markdown. Its first paragraph leads, and its sections are the conventions of
 * all endpoints. The page /docs shows both.
 */
const INTRODUCTION = `Create and manage short links, read their statistics and draw their QR codes. The [guide](/docs/guide) shows how to use the API step by step.

## Requests and responses

Requests and responses are JSON, unless an endpoint says otherwise. Send a body with \`Content-Type: application/json\`. A response is the object itself, without a wrapper. Times are ISO 8601 in UTC.

Unknown properties of a body are ignored; with \`Prefer: handling=strict\` they are refused, and unknown parameters too. Properties that only the service sets (\`shortCode\`, \`shortUrl\`, \`createdAt\`, \`expiresAt\`, \`clickCount\`) are refused. \`HEAD\` works wherever \`GET\` does, and \`OPTIONS\` works everywhere. Responses may be cached only if their \`Cache-Control\` allows it.

## Errors

Every error has the same JSON envelope. Base your code on \`errorType\`, which is stable; \`message\` is for people. The [list of errors](/docs/reference/errors) says what each one means and what to do.

The response reports the first check that failed, in this order:

| Check | Status |
|---|---|
| 1. https | 403 |
| 2. Address and method | 404, or 405 with \`Allow\` |
| 3. Maintenance | 503 |
| 4. Key | 401 |
| 5. Limits per minute and per month | 429 |
| 6. Rights of the key | 403 |
| 7. Body | 400 or 413 |
| 8. Plan | 403 |
| 9. Switches, fields, alias and destination | 400 |

## Rate limits

Each key has a limit per minute and a limit per calendar month. The headers of every response show what is left. Beyond a limit you get 429, and \`Retry-After\` says how many seconds to wait. The guide has the [limits of each plan](/docs/guide#limits).

## Idempotency

Send an \`Idempotency-Key\` with a request that creates links, and you can repeat it safely. For 24 hours, the same request gets the stored response again, with \`Idempotent-Replayed: true\`.

## Paging

Lists have a \`limit\` and a \`nextCursor\`. Send it as \`cursor\` to get the next page, until it is \`null\`. A short page isn’t necessarily the last one.

## Keys in web pages

Responses have CORS headers only for a restricted key that lists the origins of its pages. Never put any other key into a web page.

## Visits

Short links live on a host of their own. A visit gets \`302\` with \`Location\`, \`404\` for an unknown code, or \`410\` for an expired or blocked link. Browsers get errors as pages, and all other clients get the same envelope as from the API.

A protected link takes its password from the form on its page, from JSON \`{"password": "…"}\` sent by \`POST\`, or from the header \`X-Link-Password\`. Add \`+\` to the address of a link to see its destination instead of following it.`;

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
  const responses = new Map(endpoints.map((endpoint) => [endpoint, collectResponses(endpoint)]));
  const all = [...responses.values()].flatMap((byStatus) => [...byStatus.values()]);
  const outputs = toJsonSchemas(
    new Map(all.flatMap((response) => (response.schema === null ? [] : [[response, response.schema]]))),
    'output',
  );
  const inputs = toJsonSchemas(
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
      description: describeOperation(endpoint),
      security: describeSecurity(endpoint),
      parameters: describeParameters(endpoint),
      ...describeRequestBody(endpoint, inputs.schemas.get(endpoint)),
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
          { description, schema: toTextSchema(schema), example },
        ]),
      ),
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/** Returns the ways to authorize an operation. A way with an API key names the scopes that the key needs. */
function describeSecurity(endpoint: Endpoint): readonly object[] {
  if (endpoint.access !== 'key') return SECURITY[endpoint.access];
  return listAlternatives(endpoint.scope).map((scopes) => ({ apiKey: scopes }));
}

/** Returns the description of an operation. Its last paragraph has the scopes and the reach that a key needs for it. */
function describeOperation({ access, scope = null, reach, description }: Endpoint): string {
  if (access !== 'key') return description;
  const named = listAlternatives(scope).map((scopes) => scopes.map((one) => `\`${one}\``).join(' and '));
  const ofScope = scope === null ? 'It needs no scope.' : `It needs the scope ${named.join(' or ')}.`;
  return `${description}\n\n${ofScope}${reach === 'account' ? ' Keys limited to their own links get 403 `OWN_LINKS_ONLY`.' : ''}`;
}

function describeRequestBody({ body, upload }: Endpoint, schema: JsonSchema | undefined) {
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
    ...(Object.keys(headers).length > 0 && { headers: describeHeaders(headers) }),
    ...(Object.keys(content).length > 0 && { content }),
  };
}

/** Returns references to the components of headers, with a note if only some of the responses have the header. */
const describeHeaders = (headers: ResponseHeaders) =>
  Object.fromEntries(
    Object.entries(headers).map(([name, presence]) => [
      name,
      {
        $ref: `#/components/headers/${name}`,
        ...(presence === 'sometimes' && {
          description: `Only on some of these responses. ${HEADERS[name as HeaderName].description}`,
        }),
      },
    ]),
  );

const shown = (examples: { readonly [name: string]: unknown }) =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));

type Location = 'path' | 'query' | 'header';

/** Returns the parameters of an endpoint. OpenAPI describes Authorization and Content-Type elsewhere. */
function describeParameters({
  access,
  params = {},
  query,
  headers = {},
  isIdempotent,
  isConditional,
}: Endpoint): object[] {
  const ofQuery = query instanceof z.ZodObject ? (query.shape as Record<string, z.ZodType>) : {};
  return [
    ...Object.entries(params).map(parameterIn('path')),
    ...Object.entries(ofQuery).map(parameterIn('query')),
    ...Object.entries(headers).map(parameterIn('header')),
    ...(isConditional ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
    ...(followsPreference({ access }) ? [{ $ref: '#/components/parameters/Prefer' }] : []),
    ...(isIdempotent ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

const parameterIn =
  (location: Location) =>
  ([name, schema]: [string, z.ZodType]): object => {
    const { description, ...shown } = toTextSchema(schema);
    const isRequired = location === 'path' || (location === 'query' && !schema.safeParse(undefined).success);
    return {
      name,
      in: location,
      ...(isRequired && { required: true }),
      description,
      schema: shown,
      // A list is one parameter. Commas separate its values.
      ...(shown.type === 'array' && { style: 'form', explode: false }),
    };
  };

const IdempotencyKey = z
  .string()
  .regex(KEY_FORM)
  .meta({
    description: `A text of your choice, 1 to 255 printable ASCII characters. If you repeat the request with the same text within ${RESPONSE_KEPT_HOURS} hours, you get the first response again, and nothing new is created.`,
    examples: ['order-1042'],
  });

const Prefer = z.string().meta({
  description:
    '`handling=strict` refuses fields and parameters that do not exist, with 400 and the nearest name that does. Without it, unknown fields are dropped.',
  examples: [STRICT],
});

const IfNoneMatch = z
  .string()
  .meta({ description: 'The `ETag` of the version you have. If it is still current, you get 304 without a body.' });

/** The components to which `describeParameters` refers. */
const parameterComponents = (): object => ({
  IdempotencyKey: parameterIn('header')(['Idempotency-Key', IdempotencyKey]),
  Prefer: parameterIn('header')(['Prefer', Prefer]),
  IfNoneMatch: parameterIn('header')(['If-None-Match', IfNoneMatch]),
});
