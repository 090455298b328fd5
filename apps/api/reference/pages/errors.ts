/** The errors of the document: those of an operation, and the page of all errors. */
import { html } from 'hono/html';
import type { JsonSchema } from '../openapi/json-schemas';
import type { Markup, ReferencePage } from '../page';
import { jsonSample } from '../samples/sample';
import { type Description, type Operation, operationsOf } from './description';
import { fields } from './fields';
import { inline } from './markdown';

type ErrorExample = { readonly statusCode: number; readonly errorType: string; readonly message: string };

/** Returns the errors of an operation, one per message, in the order of their statuses. */
export const errorsOf = ({ responses }: Operation): readonly ErrorExample[] =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([, { content }]) => Object.values(content?.['application/json']?.examples ?? {}))
    .map(({ value }) => value as ErrorExample);

const anchorOf = (errorType: string): string => `/docs/reference/errors#${errorType}`;

/** Shows the errors of an operation. */
export function operationErrors(operation: Operation): Markup {
  const all = errorsOf(operation);
  const statuses = [...new Set(all.map(({ statusCode }) => statusCode))];
  return html`<details class="errors"><summary>Errors <span class="soft">${statuses.join(', ')}</span></summary><ul>${all.map(
    ({ statusCode, errorType, message }) =>
      html`<li><b>${statusCode}</b> <a href="${anchorOf(errorType)}"><code>${errorType}</code></a> <span>${message}</span></li>`,
  )}</ul></details>`;
}

/** Returns the errors of all operations by type, each with an example and its messages. */
function errorTypesOf(document: Description) {
  const types = new Map<string, { readonly example: ErrorExample; readonly messages: Set<string> }>();
  for (const { operation } of operationsOf(document)) {
    for (const example of errorsOf(operation)) {
      const known = types.get(example.errorType) ?? { example, messages: new Set() };
      known.messages.add(example.message);
      types.set(example.errorType, known);
    }
  }
  return [...types].sort(([, one], [, other]) => one.example.statusCode - other.example.statusCode);
}

/** The fields that every error has. */
const COMMON = ['statusCode', 'timestamp', 'path', 'method', 'message', 'error', 'errorType'];

/** Makes the page of all errors. Each has an anchor, its errorType. */
export function errorsPage(document: Description): ReferencePage {
  const types = errorTypesOf(document);
  const [[, { example }] = ['', { example: {} }]] = types.filter(([type]) => type === 'ALIAS_TAKEN');
  return {
    title: 'Errors',
    path: '/docs/reference/errors',
    contents: [],
    main: html`<div class="lead">
<h1>Errors</h1>
<p>Every error is the same JSON envelope. Let your program read <code>errorType</code>, which is stable. <code>message</code> is for
people, and its wording may change.</p>
</div>
<div class="operation"><div class="told">${fields(document, envelopeOf(document), false)}</div>
<div class="shown">${jsonSample('Response 400', example)}</div></div>
<h2>Every errorType</h2>
<ul class="every-error">${types.map(
      ([
        type,
        {
          example: { statusCode },
          messages,
        },
      ]) =>
        html`<li id="${type}"><p><b>${statusCode}</b> <a href="#${type}"><code>${type}</code></a>${extrasOf(
          document,
          type,
        ).map(
          (name) => html` <span class="type">+ ${name}</span>`,
        )}</p>${[...messages].map((message) => html`<p>${inline(message)}</p>`)}</li>`,
    )}</ul>`,
  };
}

/** Returns the fields that an error has beside the common ones. */
const extrasOf = ({ components }: Description, type: string): readonly string[] =>
  Object.keys((components.schemas[type]?.properties as object | undefined) ?? {}).filter(
    (name) => !COMMON.includes(name),
  );

/** Returns the schema of the fields that all errors have, without the values of a certain error. */
function envelopeOf({ components }: Description): JsonSchema {
  const properties = Object.entries((components.schemas.ALIAS_TAKEN?.properties ?? {}) as Record<string, JsonSchema>);
  return {
    required: COMMON,
    properties: Object.fromEntries(properties.map(([name, { const: _, ...shown }]) => [name, shown])),
  };
}
