/** Shows the examples of an operation: each request, in several languages, with its response. */
import { html } from 'hono/html';
import { EXAMPLE_API, OPENAPI_FILE } from '#api/docs/files';
import type { SampleRequest } from '#api/samples/request';
import type { Markup } from '../page';
import { pictureSample, wordSample } from '../samples/response';
import { fileSample, jsonSample, requestSample, textSample } from '../samples/sample';
import { accessOf } from './access';
import { type Description, type Media, type Operation, type Placed, parameterOf, successesOf } from './description';
import { mainStatusOf } from './responses';

const JSON_TYPE = 'application/json';
const BINARY_TYPE = 'application/octet-stream';
const THREATS = 'threats.bin';

/** A request with its response. The title is that of the body, or of the response. */
type Example = { readonly title: string; readonly request: SampleRequest; readonly response: Markup | '' };

/** Returns the request of an operation without its body: with each required parameter, and those with an example. */
function requestOf(document: Description, { method, path, operation }: Placed): SampleRequest {
  const shown = operation.parameters
    .map((one) => parameterOf(document, one))
    .filter((one) => one.required || (one.in === 'query' && one.schema.examples !== undefined));
  const exampleOf = (name: string): string => {
    const schema = shown.find((one) => one.name === name)?.schema;
    const [example = name] = (schema?.examples ?? schema?.enum ?? []) as unknown[];
    return encodeURIComponent(String(example));
  };
  const query = shown.filter((one) => one.in === 'query').map(({ name }) => `${name}=${exampleOf(name)}`);
  const isUpload = operation.requestBody?.content[BINARY_TYPE] !== undefined;
  return {
    api: EXAMPLE_API,
    method,
    address: path.replace(/\{(\w+)\}/g, (_, name) => exampleOf(name)) + (query.length > 0 ? `?${query.join('&')}` : ''),
    access: accessOf(operation),
    answer: answerOf(operation),
    upload: isUpload ? { file: THREATS, type: BINARY_TYPE } : undefined,
    saveAs: successesOf(operation)[0]?.[1].content?.[BINARY_TYPE] === undefined ? undefined : THREATS,
  };
}

/** Returns the content of the first response. */
function answerOf({ responses }: Operation): SampleRequest['answer'] {
  const [first] = Object.values(responses);
  const types = Object.keys(first?.content ?? {});
  if (types.length === 0) return 'nothing';
  if (types.includes(JSON_TYPE)) return 'json';
  return types.some((type) => type.startsWith('image/')) ? 'picture' : 'text';
}

type JsonExample = { readonly status: string; readonly title: string; readonly value: unknown };

/** Returns the examples of JSON responses, those of the main status first. */
function jsonExamplesOf(operation: Operation): readonly JsonExample[] {
  const main = mainStatusOf(operation);
  return [...successesOf(operation)]
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
  const [status = '', { content = {} } = {}] = successesOf(operation)[0] ?? [];
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
  return successesOf(operation).flatMap(([status, { content = {} }]) =>
    Object.entries(content).flatMap(([type, { example }]) =>
      content[JSON_TYPE] === undefined || example === undefined
        ? []
        : {
            title: type.slice(type.indexOf('/') + 1).toUpperCase(),
            request: { ...request, headers: { Accept: type }, answer: 'text' as const },
            response: textSample(`Response ${status} · ${type}`, example),
          },
    ),
  );
}

/** Returns the examples of an operation. A body is followed by the response with its title. */
function examplesOf(document: Description, placed: Placed): readonly Example[] {
  const { operation } = placed;
  const request = requestOf(document, placed);
  const bodies = Object.entries(operation.requestBody?.content[JSON_TYPE]?.examples ?? {});
  const all = jsonExamplesOf(operation);
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
  const all = examplesOf(document, placed);
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
