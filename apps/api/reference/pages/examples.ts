/**
 * Shows the examples of an operation: which secret it needs, and each request in several languages with its response.
 */
import { html } from 'hono/html';
import { chapterPath, EXAMPLE_API, OPENAPI_FILE } from '#api/docs/files';
import type { SampleRequest } from '#api/samples/request';
import { type Markup, OPERATOR } from '../page';
import { fileSample, jsonSample, pictureSample, requestSample, textSample, wordSample } from '../samples/sample';
import {
  type Description,
  listSuccesses,
  type Media,
  type Operation,
  type Placed,
  resolveParameter,
} from './description';
import { listErrors } from './errors';
import { findMainStatus } from './responses';

const JSON_TYPE = 'application/json';
const BINARY_TYPE = 'application/octet-stream';
const THREATS = 'threats.bin';

/** A request with its response. The title is that of the body, or of the response. */
type Example = { readonly title: string; readonly request: SampleRequest; readonly response: Markup | '' };

/** Returns the request of an operation without its body: with each required parameter, and those with an example. */
function makeSampleRequest(document: Description, { method, path, operation }: Placed): SampleRequest {
  const shown = operation.parameters
    .map((one) => resolveParameter(document, one))
    .filter((one) => one.required || (one.in === 'query' && one.schema.examples !== undefined));
  const findExample = (name: string): string => {
    const schema = shown.find((one) => one.name === name)?.schema;
    const [example = name] = (schema?.examples ?? schema?.enum ?? []) as unknown[];
    return encodeURIComponent(String(example));
  };
  const query = shown.filter((one) => one.in === 'query').map(({ name }) => `${name}=${findExample(name)}`);
  const isUpload = operation.requestBody?.content[BINARY_TYPE] !== undefined;
  return {
    api: EXAMPLE_API,
    method,
    address:
      path.replace(/\{(\w+)\}/g, (_, name) => findExample(name)) + (query.length > 0 ? `?${query.join('&')}` : ''),
    access: readAccess(operation),
    response: responseForm(operation),
    upload: isUpload ? { file: THREATS, type: BINARY_TYPE } : undefined,
    saveAs: listSuccesses(operation)[0]?.[1].content?.[BINARY_TYPE] === undefined ? undefined : THREATS,
  };
}

/** Returns the content of the first response. */
function responseForm({ responses }: Operation): SampleRequest['response'] {
  const [first] = Object.values(responses);
  const types = Object.keys(first?.content ?? {});
  if (types.length === 0) return 'nothing';
  if (types.includes(JSON_TYPE)) return 'json';
  return types.some((type) => type.startsWith('image/')) ? 'picture' : 'text';
}

type JsonExample = { readonly status: string; readonly title: string; readonly value: unknown };

/** Returns the examples of JSON responses, those of the main status first. */
function listJsonExamples(operation: Operation): readonly JsonExample[] {
  const main = findMainStatus(operation);
  return [...listSuccesses(operation)]
    .sort(([one], [other]) => Number(other === main) - Number(one === main))
    .flatMap(([status, { content }]) =>
      Object.entries(content?.[JSON_TYPE]?.examples ?? {}).map(([title, { value }]) => ({ status, title, value })),
    );
}

const jsonResponse = ({ status, value }: JsonExample): Markup => jsonSample(`Response ${status}`, value);

/** The first lines of the document, as a program that formats it shows them. */
function documentSample({ openapi, info }: Description): Markup {
  const first = {
    openapi,
    info: { ...info, description: `${info.description.split(',')[0]}…` },
    servers: [{ url: '/' }],
  };
  const lines = JSON.stringify(first, null, 2).split('\n').slice(0, 9);
  return fileSample('Response 200', lines.join('\n'), OPENAPI_FILE);
}

/** Shows a response that has no example as JSON. */
function otherResponse(document: Description, operation: Operation): Markup | '' {
  const [status = '', { content = {} } = {}] = listSuccesses(operation)[0] ?? [];
  const [[type, { example }] = ['', {} as Media]] = Object.entries(content);
  const title = `Response ${status}`;
  if (operation.operationId === 'getOpenApi') return documentSample(document);
  if (type === '') return wordSample(`${title} · No content`);
  if (type === BINARY_TYPE) return wordSample(`${title} · A binary file`);
  if (type.startsWith('image/')) return pictureSample(`${title} · ${type}`);
  return example === undefined ? '' : textSample(`${title} · ${type}`, example);
}

/** Returns the examples of the responses that a request can have with `Accept`. */
function acceptedExamples(request: SampleRequest, operation: Operation): readonly Example[] {
  return listSuccesses(operation).flatMap(([status, { content = {} }]) =>
    Object.entries(content).flatMap(([type, { example }]) =>
      content[JSON_TYPE] === undefined || example === undefined
        ? []
        : {
            title: type.slice(type.indexOf('/') + 1).toUpperCase(),
            request: { ...request, headers: { Accept: type }, response: 'text' as const },
            response: textSample(`Response ${status} · ${type}`, example),
          },
    ),
  );
}

/** Returns the examples of an operation. A body is followed by the response with its title. */
function listExamples(document: Description, placed: Placed): readonly Example[] {
  const { operation } = placed;
  const request = makeSampleRequest(document, placed);
  const bodies = Object.entries(operation.requestBody?.content[JSON_TYPE]?.examples ?? {});
  const all = listJsonExamples(operation);
  if (bodies.length === 0) {
    const [first] = all;
    const title = first?.title ?? '';
    const response = first === undefined ? otherResponse(document, operation) : jsonResponse(first);
    return [{ title, request, response }, ...acceptedExamples(request, operation)];
  }
  return bodies.map(([title, { value }], index) => {
    const response = all.find((one) => one.title === title) ?? (index === 0 ? all[0] : undefined);
    const shown = response === undefined ? '' : jsonResponse(response);
    return {
      title,
      request: { ...request, body: value },
      response: all.length === 0 ? otherResponse(document, operation) : shown,
    };
  });
}

/** The most examples of an operation. The stylesheet has a rule for each. */
const MOST = 4;

/** Shows the examples. Radio buttons choose among several, without script. */
export function examples(document: Description, placed: Placed): Markup {
  const { operationId } = placed.operation;
  const all = listExamples(document, placed);
  if (all.length > MOST) throw new Error(`static/style.css shows no more than ${MOST} examples: ${operationId}`);
  return html`${
    all.length === 1
      ? ''
      : html`<fieldset class="choice"><legend>Example</legend>${all.map(
          ({ title }, index) =>
            html`<label><input type="radio" name="example-${operationId}"${index === 0 ? html` checked` : ''}>${title}</label>`,
        )}</fieldset>`
  }${all.map(({ request, response }) => html`<div>${requestSample(request)}${response}</div>`)}`;
}

function readAccess({ security: [first] }: Operation): SampleRequest['access'] {
  if (first === undefined) return undefined;
  if ('apiKey' in first) return 'key';
  return 'backupToken' in first ? 'backup' : 'operator';
}

const scopeList = (scopes: readonly string[]): Markup =>
  html`${scopes.map((scope, index) => html`${index > 0 ? ' and ' : ''}<a href="/docs#scopes"><code>${scope}</code></a>`)}`;

const TOKENS = { operator: 'Operator token', backup: 'Operator and backup tokens' };

export function neededSecret(operation: Operation): Markup {
  const access = readAccess(operation);
  if (access === undefined) return html``;
  if (access !== 'key')
    return html`<span class="access"><a href="${chapterPath(OPERATOR)}#authentication">${TOKENS[access]}</a></span>`;
  const exception = listErrors(operation).some(({ errorType }) => errorType === 'OWN_LINKS_ONLY')
    ? ', unless it is limited to its own links'
    : '';
  const ways = operation.security.map(({ apiKey = [] }) => apiKey).filter((scopes) => scopes.length > 0);
  if (ways.length === 0) return html`<span class="access">Any API key${exception}</span>`;
  return html`<span class="access">API key with ${ways.map((scopes, index) => html`${index > 0 ? ' or ' : ''}${scopeList(scopes)}`)}${exception}</span>`;
}
