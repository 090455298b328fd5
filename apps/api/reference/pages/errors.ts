/** The errors of the document: those of an operation, and the page of all errors. */
import { html } from 'hono/html';
import { Envelope } from '#api/http/fields';
import { ERRORS, type ErrorCode, listExtras } from '#domain/errors';
import { endpointNamed } from '../endpoints';
import { makeErrorExample } from '../openapi/error-bodies';
import { type JsonSchema, toTextSchema } from '../openapi/json-schemas';
import { filterField, inline, type Markup, type ReferencePage } from '../page';
import { jsonSample } from '../samples/sample';
import { type Description, listOperations, type Operation } from './description';
import { type Advice, ERROR_GROUPS, type ErrorGroup, OPERATOR_ERRORS } from './error-groups';
import { fields } from './fields';

type ErrorExample = { readonly statusCode: number; readonly errorType: string; readonly message: string };

/** Returns the errors of an operation, one per message, in the order of their statuses. */
export const listErrors = ({ responses }: Operation): readonly ErrorExample[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { content }]) => Object.values(content?.['application/json']?.examples ?? {}))
    .map(({ value }) => value as ErrorExample);

const linkToError = (errorType: string): string => `/docs/reference/errors#${errorType}`;

/** Shows the errors of an operation, one entry per status and type. */
export function operationErrors(operation: Operation): Markup {
  const all = listErrors(operation);
  const statuses = [...new Set(all.map(({ statusCode }) => statusCode))];
  const firsts = all.filter(
    ({ statusCode, errorType }, index) =>
      index === all.findIndex((one) => one.errorType === errorType && one.statusCode === statusCode),
  );
  return html`<details class="errors"><summary>Errors ${statuses.map(statusBadge)}</summary><ul>${firsts.map(
    ({ statusCode, errorType }) =>
      html`<li><b>${statusCode}</b> <a href="${linkToError(errorType)}"><code>${errorType}</code></a>${all
        .filter((one) => one.errorType === errorType && one.statusCode === statusCode)
        .map(({ message }) => html` <span>${message}</span>`)}</li>`,
  )}</ul></details>`;
}

type ErrorType = { readonly statuses: Set<number>; readonly extras: Set<string>; readonly messages: Set<string> };

/** Returns every error by its type: those of all operations, and those of visits, which no operation has. */
function collectErrorTypes(document: Description): ReadonlyMap<string, ErrorType> {
  const types = new Map<string, ErrorType>();
  const add = (errorType: string, statusCode: number, message: string, extras: readonly string[]) => {
    const known = types.get(errorType) ?? { statuses: new Set(), extras: new Set(), messages: new Set() };
    types.set(errorType, known);
    known.statuses.add(statusCode);
    known.messages.add(message);
    for (const extra of extras) known.extras.add(extra);
  };
  for (const { operation } of listOperations(document))
    for (const { errorType, statusCode, message } of listErrors(operation))
      add(errorType, statusCode, message, listExtraFields(document, errorType));
  for (const code of Object.keys(ERRORS) as ErrorCode[]) {
    const { errorType, status, message } = ERRORS[code];
    if (!message.includes('{}')) add(errorType, status, message, listExtras(code));
  }
  return types;
}

/** The fields that every error has. */
const COMMON = ['statusCode', 'timestamp', 'path', 'method', 'message', 'error', 'errorType'];

/** Makes the page of all errors. Each has an anchor, its errorType. */
export function errorsPage(document: Description): ReferencePage {
  const types = collectErrorTypes(document);
  const known = ERROR_GROUPS.flatMap(({ errors }) => Object.keys(errors));
  const missing = [...types.keys()].filter((type) => !known.includes(type));
  if (missing.length > 0) throw new Error(`pages/error-groups.ts lacks ${missing.join(', ')}`);
  return {
    title: 'Errors',
    path: '/docs/reference/errors',
    contentsIn: 'margin',
    contents: [FORMAT, { id: 'index', title: 'All errors' }, ...ERROR_GROUPS],
    lead: html`<h1>Errors</h1><p>Each error has a stable <code>errorType</code>. Find it here to see what it means and what to do.</p>`,
    main: html`<section id="${FORMAT.id}" aria-labelledby="envelope-title"><h2 id="envelope-title"><a href="#envelope">${FORMAT.title}</a></h2>
<p>Every error is a JSON object with the same fields. Base your code on <code>errorType</code>. <code>message</code> is for people,
and its wording may change.</p>
${jsonSample('Response 400', makeErrorExample(endpointNamed('shorten'), 'ALIAS_TAKEN'))}
${fields(document, ENVELOPE, 'response')}</section>
${showIndex(types)}
${ERROR_GROUPS.map((group) => groupSection(group, types))}`,
  };
}

const FORMAT = { id: 'envelope', title: 'Error format' };

/** Lists the errors of developers, with links to their entries. */
function showIndex(types: ReadonlyMap<string, ErrorType>): Markup {
  const groups = ERROR_GROUPS.filter(({ id }) => id !== OPERATOR_ERRORS);
  return html`<section id="index" aria-labelledby="index-title"><h2 id="index-title"><a href="#index">All errors</a></h2>
${filterField('error', 'Filter errors, e.g. alias')}
<table class="index"><thead><tr><th scope="col">errorType</th><th scope="col">Status</th><th scope="col">Meaning</th></tr></thead>${groups.map(
    ({ title, errors }) =>
      html`<tbody><tr><th colspan="3" scope="rowgroup">${title}</th></tr>${Object.entries(errors).map(
        ([type, [meaning]]) =>
          html`<tr><td><a href="#${type}"><code>${type}</code></a></td><td>${showStatuses(types.get(type))}</td><td>${inline(meaning)}</td></tr>`,
      )}</tbody>`,
  )}</table></section>`;
}

/** Shows the errors of a group. Those of the operator are collapsed. */
function groupSection({ id, title, errors }: ErrorGroup, types: ReadonlyMap<string, ErrorType>): Markup {
  const list = html`<ul class="every-error">${Object.entries(errors).map(([type, advice]) => {
    const one = types.get(type);
    if (one === undefined) throw new Error(`pages/error-groups.ts has an unknown error: ${type}`);
    return errorItem(type, one, advice);
  })}</ul>`;
  const { length } = Object.keys(errors);
  return html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title"><a href="#${id}">${title}</a></h2>
${id === OPERATOR_ERRORS ? html`<details><summary>Show ${length} errors of endpoints for operators</summary>${list}</details>` : list}</section>`;
}

const showStatuses = (type: ErrorType | undefined): Markup => html`${[...(type?.statuses ?? [])].map(statusBadge)}`;

const statusBadge = (status: number): Markup => html`<b class="status${status < 500 ? '' : ' failed'}">${status}</b> `;

function errorItem(type: string, one: ErrorType, [meaning, remedy]: Advice): Markup {
  const { extras, messages } = one;
  return html`<li id="${type}"><h3><a href="#${type}"><code>${type}</code></a> ${showStatuses(one)}</h3>
<p>${inline(meaning)}</p><p class="remedy"><b>Fix</b> ${inline(remedy)}</p>${extras.size > 0 ? extraLine(extras) : ''}${
    messages.size > 1
      ? html`<details><summary>${messages.size} messages</summary>${messageList(messages)}</details>`
      : messageList(messages)
  }</li>`;
}

/** Names the fields that an error has beside those of the envelope. */
const extraLine = (extras: ReadonlySet<string>): Markup =>
  html`<p class="extras"><b>Also has</b> ${[...extras].map((name, index) => html`${index > 0 ? ' and ' : ''}<code>${name}</code>`)}</p>`;

const messageList = (messages: ReadonlySet<string>): Markup =>
  html`${[...messages].map((message) => html`<p class="message"><b>message</b> ${message}</p>`)}`;

/** Returns the fields that an error has beside the common ones. */
const listExtraFields = ({ components }: Description, type: string): readonly string[] =>
  Object.keys((components.schemas[type]?.properties as object | undefined) ?? {}).filter(
    (name) => !COMMON.includes(name),
  );

/** The schema of the envelope, with the field that the page is about first. A list of all statuses would not help. */
const ENVELOPE = envelope();

function envelope(): JsonSchema {
  const schema = toTextSchema(Envelope);
  const { errorType, message, statusCode, error, ...others } = schema.properties as Record<string, JsonSchema>;
  const { enum: _, ...phrase } = error ?? {};
  const description = `${errorType?.description} See the [list below](#index).`;
  return {
    ...schema,
    properties: { errorType: { ...errorType, description }, message, statusCode, error: phrase, ...others },
  };
}
