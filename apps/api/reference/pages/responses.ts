/** Shows the responses of an operation other than errors: their statuses, headers and fields. */
import { html } from 'hono/html';
import type { JsonSchema } from '../openapi/json-schemas';
import { inline, type Markup } from '../page';
import {
  type Description,
  listOperations,
  listSuccesses,
  type Operation,
  type Placed,
  type ResponseObject,
} from './description';
import { fields } from './fields';
import { findAddress, findHome } from './places';

const JSON_TYPE = 'application/json';

/** Returns the headers that each response to an API key has. The overview describes them once. */
function commonHeaders(document: Description): readonly string[] {
  const all = listOperations(document)
    .filter(({ operation: { security } }) => security.some((one) => 'apiKey' in one))
    .flatMap(({ operation }) => listSuccesses(operation).map(([, { headers = {} }]) => Object.keys(headers)));
  return (all[0] ?? []).filter((name) => all.every((names) => names.includes(name)));
}

/** Returns the status of the response that the page shows first: that of a creation, else the usual one. */
export function findMainStatus(operation: Operation): string | undefined {
  const statuses = listSuccesses(operation).map(([status]) => status);
  return statuses.find((status) => status === '201') ?? statuses[0];
}

/** Lists media types. Only pages and files can have many of them. */
const joinTypes = (types: readonly string[]): string => types.join(types.length === 2 ? ' or ' : ', ');

function responseHead(status: string, { description, content = {} }: ResponseObject): Markup {
  const all = Object.keys(content);
  const types = all.length > 1 || content[JSON_TYPE]?.schema === undefined ? all : [];
  return html`<p><b class="status">${status}</b> ${inline(description)}${
    types.length > 0 ? html` <span class="type">${joinTypes(types)}</span>` : ''
  }</p>`;
}

/** Names the headers that only some operations have. */
function ownHeaders(document: Description, all: readonly ResponseObject[]): Markup {
  const common = commonHeaders(document);
  const own = new Map(
    all.flatMap(({ headers = {} }) => Object.entries(headers)).filter(([name]) => !common.includes(name)),
  );
  return own.size === 0
    ? html``
    : html`<p class="headers">${own.size === 1 ? 'Header' : 'Headers'}: ${[...own].map(
        ([name, { description }], index) =>
          html`${index > 0 ? ', ' : ''}<a href="/docs#${name}"><code>${name}</code></a>${description === undefined ? '' : ' (sometimes)'}`,
      )}</p>`;
}

/** Shows the fields of a body, or leads to the operation that shows them. */
function showFields(document: Description, { operation }: Placed, schema: JsonSchema): Markup {
  const home = findHome(document, schema);
  if (home !== undefined && home.operation !== operation)
    return html`<p class="same">The fields are those of <a href="${findAddress(home)}">${home.operation.summary}</a>.</p>`;
  return fields(document, schema, 'response');
}

/** Shows the responses, the main one first. Responses with the same fields show them once. */
export function responses(document: Description, placed: Placed): Markup {
  const { operation } = placed;
  const main = findMainStatus(operation);
  const sorted = [...listSuccesses(operation)].sort(([one], [other]) => Number(other === main) - Number(one === main));
  const writeSchema = ({ content }: ResponseObject) => JSON.stringify(content?.[JSON_TYPE]?.schema ?? null);
  const texts = [...new Set(sorted.map(([, response]) => writeSchema(response)))];
  return html`<h3>${sorted.length === 1 ? 'Response' : 'Responses'}</h3>${texts.map(
    (text) =>
      html`<div class="response">${sorted
        .filter(([, response]) => writeSchema(response) === text)
        .map(([status, response]) => responseHead(status, response))}${
        text === 'null' ? '' : showFields(document, placed, JSON.parse(text))
      }</div>`,
  )}${ownHeaders(
    document,
    sorted.map(([, response]) => response),
  )}`;
}
