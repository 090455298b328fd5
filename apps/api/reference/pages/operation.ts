/** Shows an operation: its request in several languages, parameters, body, responses and errors. */

import { html } from 'hono/html';
import type { JsonSchema } from '../openapi/json-schemas';
import { inline, type Markup, paragraphs } from '../page';
import { type Description, type Operation, type Placed, resolveParameter, resolveSchema } from './description';
import { operationErrors } from './errors';
import { examples, neededSecret } from './examples';
import { fieldHead, fields } from './fields';
import { findAddress } from './places';
import { responses } from './responses';

const JSON_TYPE = 'application/json';

/** The endpoint for older programs, whose callers have the options of the Free plan. */
const LEGACY = 'shortenWithoutKey';
const LEGACY_NOTE = html`<aside class="caution"><p><strong>Don’t use this in new code.</strong> New programs use
<a href="/docs/reference/links/shorten"><code>POST /v2/shorten</code></a> with an API key.</p></aside>`;

const PLACES = { path: 'Path', query: 'Query', header: 'Headers' } as const;

/** Returns the id of a field or parameter of an operation. */
export const fieldId = ({ operationId }: Operation, name: string): string => `${operationId}.${name}`;

/** Returns the ids of the parameters and the fields of the body, by name. */
function listAnchors(document: Description, operation: Operation): ReadonlyMap<string, string> {
  const { schema } = operation.requestBody?.content[JSON_TYPE] ?? {};
  const { properties = {} } = schema === undefined ? {} : resolveSchema(document, schema);
  const names = operation.parameters.map((one) => resolveParameter(document, one).name);
  return new Map([...names, ...Object.keys(properties as object)].map((name) => [name, fieldId(operation, name)]));
}

function parameters(document: Description, operation: Operation): Markup {
  const all = operation.parameters.map((one) => resolveParameter(document, one));
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
  const parameterNames = operation.parameters.map((one) => resolveParameter(document, one).name);
  const idOf = (name: string) => (parameterNames.includes(name) ? undefined : fieldId(operation, name));
  if (requestBody === undefined) return html``;
  const { schema } = requestBody.content[JSON_TYPE] ?? {};
  if (schema === undefined)
    return html`<h3>Body</h3><p>The file, as <code>${Object.keys(requestBody.content)[0]}</code>.</p>`;
  const { description } = resolveSchema(document, schema);
  if (operation.operationId === LEGACY) return legacyBody(document, schema, idOf);
  return html`<h3>Body${requestBody.required ? '' : ', optional'}</h3>${
    typeof description === 'string' ? html`<p>${inline(description)}</p>` : ''
  }${fields(document, schema, 'request', idOf)}`;
}

/** Shows the only field that every deployment accepts, and closed the options that plans withhold. */
function legacyBody(document: Description, schema: JsonSchema, idOf: (name: string) => string | undefined): Markup {
  const { url, ...options } = resolveSchema(document, schema).properties as Record<string, JsonSchema>;
  const listFields = (properties: object, required: readonly string[]) =>
    fields(document, { type: 'object', properties, required }, 'request', idOf);
  return html`<h3>Body</h3>${listFields({ url }, ['url'])}<details><summary>Options that the Free plan may lack</summary>${listFields(options, [])}</details>`;
}

/** The paragraph about the key. The page says the same beside the address. */
const NEEDED_KEY = /\n\nIt needs (?:no scope|the scope [^.]+)\..*$/;

/** Shows what an operation does. */
function introduction(document: Description, operation: Operation): Markup {
  const text = operation.description.replace(NEEDED_KEY, '');
  return html`<div class="intro">${operation.operationId === LEGACY ? LEGACY_NOTE : ''}${paragraphs(text, listAnchors(document, operation))}</div>`;
}

/** Shows a path, which a narrow window breaks before a slash. */
export const breakable = (path: string): Markup =>
  html`${path
    .slice(1)
    .split('/')
    .map((part, index) => html`${index === 0 ? '' : html`<wbr>`}/${part}`)}`;

export const verb = (method: string): Markup => html`<span class="verb ${method.toLowerCase()}">${method}</span>`;

/**
 * Shows an operation, with its examples beside it in a wide window.
 * @param isAlone whether the page has no other one, and so has its title above the section
 */
export function operationSection(document: Description, placed: Placed, isAlone = false): Markup {
  const { method, path, operation } = placed;
  const { operationId: id, summary } = operation;
  return html`<section class="operation" id="${id}" aria-labelledby="${id}-title">
${isAlone ? '' : html`<h2 id="${id}-title"><a href="${findAddress(placed)}">${summary}</a></h2>`}
<p class="route">${verb(method)} <code>${breakable(path)}</code>${id === LEGACY ? html`<span class="plan">Legacy</span>` : ''}${neededSecret(operation)}</p>
${introduction(document, operation)}
<div class="shown">${examples(document, placed)}</div>
<div class="prose">
${parameters(document, operation)}${body(document, operation)}${responses(document, placed)}
${operationErrors(operation)}
</div>
</section>
`;
}
