/** Shows an operation: its request in several languages, parameters, body, responses and errors. */

import { html } from 'hono/html';
import { EXAMPLE_API } from '#api/docs/files';
import type { SampleRequest } from '#api/samples/request';
import type { JsonSchema } from '../openapi/json-schemas';
import { type Markup, OPERATOR } from '../page';
import { jsonSample, requestSample } from '../samples/sample';
import { type Description, type Media, type Operation, type Placed, parameterOf, schemaOf } from './description';
import { operationErrors } from './errors';
import { fieldHead, fields } from './fields';
import { inline, paragraphs } from './markdown';

const JSON_TYPE = 'application/json';

/** Returns the request of an operation that its page shows: with each required parameter, and those with an example. */
export function sampleRequestOf(document: Description, { method, path, operation }: Placed): SampleRequest {
  const shown = operation.parameters
    .map((one) => parameterOf(document, one))
    .filter((one) => one.required || (one.in === 'query' && one.schema.examples !== undefined));
  const exampleOf = (name: string): string => {
    const schema = shown.find((one) => one.name === name)?.schema;
    const [example = name] = (schema?.examples ?? schema?.enum ?? []) as unknown[];
    return encodeURIComponent(String(example));
  };
  const query = shown.filter((one) => one.in === 'query').map(({ name }) => `${name}=${exampleOf(name)}`);
  const [body] = Object.values(operation.requestBody?.content[JSON_TYPE]?.examples ?? {});
  return {
    api: EXAMPLE_API,
    method,
    address: path.replace(/\{(\w+)\}/g, (_, name) => exampleOf(name)) + (query.length > 0 ? `?${query.join('&')}` : ''),
    body: body?.value,
    access: accessOf(operation),
    answer: answerOf(operation),
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

/** The endpoint for older programs, whose callers have the options of the Free plan. */
const LEGACY = 'shortenWithoutKey';
const LEGACY_NOTE = html`<aside class="legacy"><p><strong>Don’t use this in new code.</strong> New programs use
<a href="/docs/reference/links#shorten"><code>POST /v2/shorten</code></a> with an API key.</p></aside>`;

function accessOf({ security: [first] }: Operation): SampleRequest['access'] {
  if (first === undefined) return undefined;
  if ('apiKey' in first) return 'key';
  return 'backupToken' in first ? 'backup' : 'operator';
}

const BACKUP = 'Also needs the backup token';

/** Shows which secret, with which scopes, the operation needs. */
function neededSecret(operation: Operation): Markup {
  const access = accessOf(operation);
  // The beginnings of the chapters say that no key is needed, or the operator’s token.
  if (access !== 'key') return access === 'backup' ? html`<span class="access">${BACKUP}</span>` : html``;
  const { security } = operation;
  const ways = security.map(({ apiKey = [] }) => apiKey).filter((scopes) => scopes.length > 0);
  return html`<span class="access">API key${ways.map(
    (scopes, index) =>
      html`${index === 0 ? ' with ' : ' or '}${scopes.map((scope) => html`<a href="/docs#scopes"><code>${scope}</code></a> `)}`,
  )}</span>`;
}

const PLACES = { path: 'Path', query: 'Query', header: 'Headers' } as const;

/** Returns the id of a field or parameter of an operation. */
export const fieldId = ({ operationId }: Operation, name: string): string => `${operationId}.${name}`;

/** Returns the ids of the parameters and the fields of the body, by name. */
function anchorsOf(document: Description, operation: Operation): ReadonlyMap<string, string> {
  const { schema } = operation.requestBody?.content[JSON_TYPE] ?? {};
  const { properties = {} } = schema === undefined ? {} : schemaOf(document, schema);
  const names = operation.parameters.map((one) => parameterOf(document, one).name);
  return new Map([...names, ...Object.keys(properties as object)].map((name) => [name, fieldId(operation, name)]));
}

function parameters(document: Description, operation: Operation): Markup {
  const all = operation.parameters.map((one) => parameterOf(document, one));
  return html`${Object.entries(PLACES).map(([place, title]) => {
    const here = all.filter((one) => one.in === place);
    return here.length === 0
      ? ''
      : html`<h3>${title}</h3><ul class="fields">${here.map(
          ({ name, schema, required, description }) =>
            html`<li id="${fieldId(operation, name)}">${fieldHead(document, name, schema, required ? 'required' : '', false, description)}</li>`,
        )}</ul>`;
  })}`;
}

function body(document: Description, operation: Operation): Markup {
  const { requestBody } = operation;
  const parameterNames = operation.parameters.map((one) => parameterOf(document, one).name);
  const idOf = (name: string) => (parameterNames.includes(name) ? undefined : fieldId(operation, name));
  const { schema } = requestBody?.content[JSON_TYPE] ?? {};
  if (schema === undefined) return html``;
  const { description } = schemaOf(document, schema);
  if (operation.operationId === LEGACY) return legacyBody(document, schema, idOf);
  return html`<h3>Body${requestBody?.required ? '' : ', optional'}</h3>${
    typeof description === 'string' ? html`<p>${inline(description)}</p>` : ''
  }${fields(document, schema, 'request', idOf)}`;
}

/** Lists media types. Only pages and files can have many of them. */
const listOf = (types: readonly string[]): string => types.join(types.length === 2 ? ' or ' : ', ');

/** Shows the only field that every deployment accepts, and closed the options that plans withhold. */
function legacyBody(document: Description, schema: JsonSchema, idOf: (name: string) => string | undefined): Markup {
  const { url, ...options } = schemaOf(document, schema).properties as Record<string, JsonSchema>;
  const fieldsOf = (properties: object, required: readonly string[]) =>
    fields(document, { type: 'object', properties, required }, 'request', idOf);
  return html`<h3>Body</h3>${fieldsOf({ url }, ['url'])}<details><summary>Options that the Free plan may lack</summary>${fieldsOf(options, [])}</details>`;
}

/** Shows the responses of an operation other than errors. An operation without input has room for their fields. */
function responses(document: Description, operation: Operation): Markup {
  const isOpen = operation.parameters.length === 0 && operation.requestBody === undefined;
  const successes = Object.entries(operation.responses).filter(([status]) => Number(status) < 400);
  return html`<h3>Responses</h3>${successes.map(([status, { description, headers = {}, content = {} }]) => {
    const { schema } = content[JSON_TYPE] ?? {};
    const all = Object.keys(content);
    const types = all.length > 1 || schema === undefined ? all : [];
    return html`<div class="response"><p><b>${status}</b> ${inline(description)}${
      types.length > 0 ? html` <span class="type">${listOf(types)}</span>` : ''
    }</p>${
      schema === undefined
        ? ''
        : html`<details${isOpen ? html` open` : ''}><summary>Fields</summary>${fields(document, schema, 'response')}</details>`
    }${
      Object.keys(headers).length === 0
        ? ''
        : html`<details><summary>Headers</summary><p class="headers">${Object.entries(headers).map(
            ([name, one]) =>
              html`<a href="/docs#${name}"><code>${name}</code></a>${one.description === undefined ? '' : ' (sometimes)'} `,
          )}</p></details>`
    }</div>`;
  })}`;
}

/** Shows the other examples of a body than the one of the sample. */
const otherBodies = (media: Media | undefined): Markup =>
  html`${Object.entries(media?.examples ?? {})
    .slice(1)
    .map(
      ([title, { value }]) => html`<details><summary>Body: ${title}</summary>${jsonSample('JSON', value)}</details>`,
    )}`;

/** Shows an example of each JSON response, and the others closed. */
function examples({ responses }: Operation): Markup {
  const all = Object.entries(responses)
    .filter(([status]) => Number(status) < 400)
    .flatMap(([status, { content }]) =>
      Object.entries(content?.[JSON_TYPE]?.examples ?? {}).map(([title, { value }]) => ({ status, title, value })),
    );
  const first = all.find(({ status }) => status !== '200' || all.every((one) => one.status === '200')) ?? all[0];
  return html`${first === undefined ? '' : jsonSample(`Response ${first.status}`, first.value)}${all
    .filter((one) => one !== first)
    .map(
      ({ status, title, value }) =>
        html`<details><summary>Response ${status}: ${title}</summary>${jsonSample('JSON', value)}</details>`,
    )}`;
}

/** The sentence that names the scopes. The page names them beside the address, and keeps what follows. */
const SCOPES_OF_KEY = /\n\nIt needs (?:no scope|the scope [^.]+)\.(?: (.+))?$/;

/** Shows what an operation does, and last, if it is so, that it refuses keys for their own links. */
function introduction(document: Description, operation: Operation): Markup {
  const [, reach] = SCOPES_OF_KEY.exec(operation.description) ?? [];
  const text = operation.description.replace(SCOPES_OF_KEY, '');
  return html`<div class="intro">${operation.operationId === LEGACY ? LEGACY_NOTE : ''}${paragraphs(text, anchorsOf(document, operation))}${
    reach === undefined ? '' : html`<p class="reach">${reach}</p>`
  }</div>`;
}

export const verb = (method: string): Markup => html`<span class="verb ${method.toLowerCase()}">${method}</span>`;

export function operationSection(document: Description, placed: Placed): Markup {
  const { method, path, operation } = placed;
  const { operationId: id, summary, requestBody, tags } = operation;
  // The samples of operators have long lines, and those of files are short: both stand in the column of the text.
  const isPlain = tags[0] === OPERATOR || tags[0] === 'Service';
  return html`<section class="operation${isPlain ? ' plain' : ''}" id="${id}" aria-labelledby="${id}-title">
<h2 id="${id}-title"><a href="#${id}">${summary}</a></h2>
<p class="route">${verb(method)} <code>${path}</code>${id === LEGACY ? html`<span class="plan">Legacy</span>` : ''}${neededSecret(operation)}</p>
${introduction(document, operation)}
<div class="shown">
${requestSample(sampleRequestOf(document, placed))}
${otherBodies(requestBody?.content[JSON_TYPE])}${examples(operation)}
</div>
<div class="told">
${parameters(document, operation)}${body(document, operation)}${responses(document, operation)}
${operationErrors(operation)}
</div>
</section>
`;
}
