/** Compares status, headers and body of every response of the API worker with /openapi.json. */
import type * as z from 'zod';
import type { Endpoint } from '#api/http/endpoint';
import { HEADERS, type HeaderName } from '#api/http/header-table';
import type { ResponseHeaders } from '#api/http/response';
import { ENDPOINTS } from '#api/reference/endpoints';
import { envelopeSchema } from '#api/reference/openapi/error-bodies';
import { collectResponses, type Response as Described } from '#api/reference/openapi/responses';

/** Headers that any response may have, although the document does not declare them for it. */
const UNDECLARED_HEADERS = [
  'Allow',
  'Cache-Control',
  'Content-Type',
  'Content-Length',
  'X-Content-Type-Options',
  'Vary',
];

/** The schema of the errors of requests that match no endpoint. */
const OUTSIDE_ENDPOINTS = envelopeSchema(['HTTPS_REQUIRED', 'UNKNOWN_ROUTE', 'METHOD_NOT_ALLOWED', 'FAULT']);

/** Whether a request is for the console, which the document does not describe. */
const isConsole = ({ url }: Request): boolean => /^\/console(\/|$)/.test(new URL(url).pathname);

/** Whether a browser gets the page of an address that leads nowhere, which the document describes in words only. */
const isNotFoundPage = ({ headers }: Request, { status, headers: got }: Response): boolean =>
  status === 404 &&
  headers.get('Accept')?.includes('text/html') === true &&
  got.get('Content-Type')?.startsWith('text/html') === true;

type Route = { readonly endpoint: Endpoint; readonly path: RegExp; readonly responses: ReadonlyMap<number, Described> };

const makePattern = (path: string) => new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`);

/** The routes. Fixed paths come first, because they take precedence over paths with parameters. */
const ROUTES: readonly Route[] = ENDPOINTS.map((endpoint) => ({
  endpoint,
  path: makePattern(endpoint.path),
  responses: collectResponses(endpoint),
})).sort((one, other) => Number(one.endpoint.path.includes(':')) - Number(other.endpoint.path.includes(':')));

function findRoute({ method, url }: Request): Route | undefined {
  const { pathname } = new URL(url);
  const endpointMethod = method === 'HEAD' ? 'GET' : method;
  return ROUTES.find(({ endpoint, path }) => endpoint.method === endpointMethod && path.test(pathname));
}

/**
 * Checks a response.
 * @returns the same response, with a new body
 * @throws Error if the document does not describe it
 */
export async function checkedAgainstDocument(request: Request, response: Response): Promise<Response> {
  if (isConsole(request) || isNotFoundPage(request, response)) return response;
  const bytes = await response.arrayBuffer();
  const route = findRoute(request);
  const what = `${request.method} ${new URL(request.url).pathname} answered ${response.status}`;
  try {
    if (route === undefined) checkOutsideEndpoints(request, response, bytes);
    else checkDescribed(route, request, response, bytes);
  } catch (error) {
    throw new Error(`${what}, which is not described: ${(error as Error).message}`);
  }
  return new Response(bytes.byteLength > 0 ? bytes : null, response);
}

function checkOutsideEndpoints({ method }: Request, response: Response, bytes: ArrayBuffer): void {
  if (response.status === 204 && method === 'OPTIONS' && response.headers.has('Allow')) return;
  checkHeaders({}, response.headers);
  if (method !== 'HEAD') checkBody(OUTSIDE_ENDPOINTS, response, bytes);
}

function checkDescribed({ responses }: Route, { method }: Request, response: Response, bytes: ArrayBuffer): void {
  const described = responses.get(response.status);
  if (described === undefined) throw new Error('no such status');
  checkHeaders(described.headers, response.headers);
  if (method === 'HEAD') return;
  const type = response.headers.get('Content-Type')?.split(';')[0] ?? null;
  if (type !== null && described.types.includes(type)) return;
  if (described.schema !== null) checkBody(described.schema, response, bytes);
  else if (type !== null || bytes.byteLength > 0) throw new Error(`a body of type ${type}`);
}

/**
 * @throws Error if a promised header is missing, if a header does not match its schema, or if a header is undescribed
 */
function checkHeaders(described: ResponseHeaders, headers: Headers): void {
  for (const [name, presence] of Object.entries(described)) {
    const value = headers.get(name);
    if (value === null && presence === 'always') throw new Error(`${name} is missing`);
    if (value !== null && !HEADERS[name as HeaderName].schema.safeParse(value).success)
      throw new Error(`${name}: ${value}`);
  }
  const known = new Set([...Object.keys(described), ...UNDECLARED_HEADERS].map((name) => name.toLowerCase()));
  const unknown = [...headers.keys()].filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`the headers ${unknown.join(', ')}`);
}

function checkBody(schema: z.ZodType, { status, headers }: Response, bytes: ArrayBuffer): void {
  const type = headers.get('Content-Type');
  if (!/^application\/json\b/.test(type ?? '')) throw new Error(`Content-Type ${type}`);
  const body = JSON.parse(new TextDecoder().decode(bytes));
  const { error } = schema.safeParse(body);
  if (error !== undefined) throw new Error(`${JSON.stringify(body).slice(0, 500)}: ${error.message}`);
  if (status >= 400 && body.statusCode !== status) throw new Error(`statusCode ${body.statusCode}`);
}
