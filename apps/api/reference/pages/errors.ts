/** The errors of the document: those of an operation, and the page of all errors. */
import { html } from 'hono/html';
import { Envelope } from '#api/http/fields';
import { ERRORS, type ErrorCode, listExtras } from '#domain/errors';
import { endpointNamed } from '../endpoints';
import { makeErrorExample } from '../openapi/error-bodies';
import { type JsonSchema, toTextSchema } from '../openapi/json-schemas';
import { filterField, inline, type Markup, type ReferencePage } from '../page';
import { jsonSample } from '../samples/sample';
import { type Description, isPage, listOperations, type Operation, type Placed } from './description';
import { type Advice, ERROR_GROUPS, type ErrorGroup, OPERATOR_ERRORS } from './error-groups';
import { fields } from './fields';
import { findAddress } from './places';

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

type ErrorType = {
  readonly statuses: Set<number>;
  readonly extras: Set<string>;
  readonly messages: Set<string>;
  /** The operations that answer with it. */
  readonly operations: Set<Operation>;
};

/** Returns every error by its type: those of all operations, and those of visits, which no operation has. */
function collectErrorTypes(document: Description): ReadonlyMap<string, ErrorType> {
  const types = new Map<string, ErrorType>();
  const add = (errorType: string, statusCode: number, message: string, extras: readonly string[]) => {
    const known = types.get(errorType) ?? {
      statuses: new Set(),
      extras: new Set(),
      messages: new Set(),
      operations: new Set(),
    };
    types.set(errorType, known);
    known.statuses.add(statusCode);
    known.messages.add(message);
    for (const extra of extras) known.extras.add(extra);
    return known;
  };
  for (const { operation } of listOperations(document).filter((one) => !isPage(one)))
    for (const { errorType, statusCode, message } of listErrors(operation))
      add(errorType, statusCode, message, listExtraFields(document, errorType)).operations.add(operation);
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
    contents: [...ERROR_GROUPS, FORMAT],
    lead: html`<h1>Errors</h1><p>Each error has a stable <code>errorType</code>. Find it here to see what it means and what to do. All have the <a href="#${FORMAT.id}">same format</a>.</p>`,
    main: html`${filterField('error', 'Filter errors, e.g. alias')}
${ERROR_GROUPS.map((group) => groupSection(document, group, types))}
<section id="${FORMAT.id}" aria-labelledby="envelope-title"><h2 id="envelope-title"><a href="#envelope">${FORMAT.title}</a></h2>
<p>Every error is a JSON object with the same fields. Base your code on <code>errorType</code>. <code>message</code> is for people,
and its wording may change.</p>
${jsonSample('Response 400', makeErrorExample(endpointNamed('shorten'), 'ALIAS_TAKEN'))}
${fields(document, ENVELOPE, 'response')}</section>`,
  };
}

const FORMAT = { id: 'envelope', title: 'Error format' };

/** Shows the errors of a group. Those of the operator are collapsed. */
function groupSection(
  document: Description,
  { id, title, errors }: ErrorGroup,
  types: ReadonlyMap<string, ErrorType>,
): Markup {
  const list = html`<ul class="every-error">${Object.entries(errors).map(([type, advice]) => {
    const one = types.get(type);
    if (one === undefined) throw new Error(`pages/error-groups.ts has an unknown error: ${type}`);
    return errorItem(document, type, one, advice);
  })}</ul>`;
  const { length } = Object.keys(errors);
  return html`<section class="chapter" id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title"><a href="#${id}">${title}</a></h2>
${id === OPERATOR_ERRORS ? html`<details class="folded"><summary>Show ${length} errors of endpoints for operators</summary>${list}</details>` : list}</section>`;
}

const statusBadge = (status: number): Markup => html`<b class="status${status < 500 ? '' : ' failed'}">${status}</b> `;

/** Shows an error: what it means and what to do, and folded its messages and the endpoints that answer with it. */
function errorItem(document: Description, type: string, one: ErrorType, [meaning, remedy]: Advice): Markup {
  const { statuses, extras, messages } = one;
  const origin = describeOrigin(document, one);
  const count = messages.size === 1 ? 'Message' : `${messages.size} messages`;
  return html`<li id="${type}"><h3><a href="#${type}"><code>${type}</code></a> ${[...statuses].map(statusBadge)}</h3>
<p>${inline(meaning)}</p><p class="remedy"><b>Fix</b> ${inline(remedy)}</p>${extras.size > 0 ? extraLine(extras) : ''}
<details><summary>${count} and endpoints</summary>${messageList(messages)}<p class="origin"><b>From</b> ${origin}</p></details></li>`;
}

/** The most endpoints that are named as exceptions from all others. */
const MOST_EXCEPTIONS = 3;

/** Names the endpoints that answer with an error: all of them, all for API keys, with few exceptions, or each. */
function describeOrigin(document: Description, { operations }: ErrorType): Markup {
  if (operations.size === 0) return html`visits of short links`;
  const all = listOperations(document).filter((placed) => !isPage(placed));
  const answering = all.filter(({ operation }) => operations.has(operation));
  const ofKeys = all.filter(({ operation: { security } }) => security.some((one) => 'apiKey' in one));
  const groups = [
    ['every endpoint', all],
    ['every endpoint for API keys', ofKeys],
  ] as const;
  for (const [words, group] of groups) {
    const exceptions = group.filter(({ operation }) => !operations.has(operation));
    if (exceptions.length > MOST_EXCEPTIONS) continue;
    const others = answering.filter((placed) => !group.includes(placed));
    return html`${words}${exceptions.length > 0 ? html` but ${linkAll(exceptions)}` : ''}${others.length > 0 ? html`; ${linkAll(others)}` : ''}`;
  }
  return linkAll(answering);
}

const linkAll = (all: readonly Placed[]): Markup =>
  html`${all.map(
    (placed, index) => html`${index > 0 ? ', ' : ''}<a href="${findAddress(placed)}">${placed.operation.summary}</a>`,
  )}`;

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
  const description = `${errorType?.description} See the [list above](#${ERROR_GROUPS[0]?.id}).`;
  return {
    ...schema,
    properties: { errorType: { ...errorType, description }, message, statusCode, error: phrase, ...others },
  };
}
