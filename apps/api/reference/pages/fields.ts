/** Shows the fields of a JSON Schema. */
import { html } from 'hono/html';
import { FEATURES, grants, PLAN_FEATURES, PLANS } from '#domain/plans';
import type { JsonSchema } from '../openapi/json-schemas';
import type { Markup } from '../page';
import { type Description, schemaOf } from './description';
import { inline } from './markdown';

const list = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? value : []);
const isNull = ({ type, const: value }: JsonSchema): boolean => type === 'null' || value === null;

/** Returns the schemas that a value may match, each with its reference resolved. */
function alternativesOf(document: Description, schema: JsonSchema): readonly JsonSchema[] {
  const resolved = schemaOf(document, schema);
  const alternatives = [...list(resolved.anyOf), ...list(resolved.oneOf)];
  return alternatives.length === 0 ? [resolved] : alternatives.flatMap((one) => alternativesOf(document, one));
}

/** Returns the type of a value in words, such as `list of strings or null`. */
function typeOf(document: Description, schema: JsonSchema): string {
  const names = alternativesOf(document, schema).map((one) => {
    if (one.const !== undefined) return JSON.stringify(one.const);
    if (Array.isArray(one.enum) && one.enum.length > INLINE_VALUES) return String(one.type ?? 'string');
    if (Array.isArray(one.enum)) return one.enum.map((value) => JSON.stringify(value)).join(', ');
    if (Array.isArray(one.type)) return one.type.join(' or ');
    if (one.type === 'array') return `list of ${typeOf(document, (one.items ?? {}) as JsonSchema)}`;
    return one.format === undefined ? String(one.type ?? 'any value') : `${one.type}, ${one.format}`;
  });
  return [...new Set(names)].join(' or ');
}

/** The most values of a type that its line names. More of them are shown below it. */
const INLINE_VALUES = 4;

/** Returns the values that a text, or each text of a list, may have. */
function valuesOf(document: Description, schema: JsonSchema): readonly unknown[] {
  return alternativesOf(document, schema).flatMap((one) => {
    if (one.type === 'array') return valuesOf(document, (one.items ?? {}) as JsonSchema);
    return Array.isArray(one.enum) && one.enum.length > INLINE_VALUES ? one.enum : [];
  });
}

const count = (amount: unknown): string => Number(amount).toLocaleString('en');
/** Whether a bound limits numbers more than JavaScript does. */
const isBound = (bound: unknown): boolean => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

/** Writes a range, such as `1 to 50 characters`. Returns nothing if neither end is bound. */
function rangeOf(least: unknown, most: unknown, unit: string): readonly string[] {
  if (isBound(least) && isBound(most)) return [`${count(least)} to ${count(most)}${unit}`];
  if (isBound(most)) return [`at most ${count(most)}${unit}`];
  return isBound(least) && least !== 0 ? [`at least ${count(least)}${unit}`] : [];
}

/** Returns what a value must satisfy beside its type. */
function boundsOf(document: Description, schema: JsonSchema): readonly string[] {
  const bounds = alternativesOf(document, schema)
    .filter((one) => !isNull(one))
    .flatMap((one) => [
      ...rangeOf(one.minLength, one.maxLength, ' characters'),
      ...rangeOf(one.minItems, one.maxItems, ' items'),
      ...rangeOf(one.minimum, one.maximum, ''),
      ...(one.default === undefined ? [] : [`default ${JSON.stringify(one.default)}`]),
    ]);
  return [...new Set(bounds)];
}

/** Returns the schemas of the objects in a value: its own, and those of its items. */
function objectsOf(document: Description, schema: JsonSchema): readonly JsonSchema[] {
  return alternativesOf(document, schema).flatMap((one) => {
    if (one.type === 'array') return objectsOf(document, (one.items ?? {}) as JsonSchema);
    return one.properties === undefined ? [] : [one];
  });
}

/** Returns the smallest plan with an option of a link. A deployment may grant more (the guide has its plans). */
const planOf = (name: string): string | undefined => {
  const feature = FEATURES.find((one) => one === name);
  const plan = feature && PLANS.find((one) => grants(PLAN_FEATURES.strict[one], feature));
  return plan === PLANS[0] ? undefined : plan;
};

/** Shows that an option of a link needs a larger plan than FREE. */
function planNote(name: string): Markup {
  const plan = planOf(name);
  return plan === undefined
    ? html``
    : html` <a class="plan" href="/docs/guide#limits">${plan}${plan === PLANS.at(-1) ? '' : '+'}</a>`;
}

/** The sentence that names the smallest plan. The page has a note beside the name instead. */
const SMALLEST_PLAN = / From [A-Z]+ on\.$/;

/** Shows a name with its type, bounds and description. */
export function fieldHead(
  document: Description,
  name: string,
  schema: JsonSchema,
  note: '' | 'required' | 'optional',
  showsPlan: boolean,
  description: unknown = schemaOf(document, schema).description,
): Markup {
  const values = valuesOf(document, schema);
  const facts = [typeOf(document, schema), ...boundsOf(document, schema)].join(' · ');
  return html`<code class="name">${name}</code>${note === '' ? '' : html` <span class="${note}">${note}</span>`}${showsPlan ? planNote(name) : ''} <span class="type">${facts}</span>${
    typeof description === 'string'
      ? html`<p>${inline(showsPlan ? description.replace(SMALLEST_PLAN, '') : description)}</p>`
      : ''
  }${values.length > 0 ? html`<p class="values">${values.map((value) => html`<code>${value}</code> `)}</p>` : ''}`;
}

/**
 * Shows the fields of the objects in a value, and the fields of those fields. If the value may be one of several
 * objects, it shows each of them. A note marks the required fields of a request, and the optional ones of a response.
 * @param idOf the id of a field, for links to it
 */
export function fields(
  document: Description,
  schema: JsonSchema,
  side: 'request' | 'response',
  idOf: (name: string) => string | undefined = () => undefined,
): Markup {
  const isRequest = side === 'request';
  const objects = objectsOf(document, schema);
  return html`${objects.map(
    (one, index) =>
      html`${index > 0 ? html`<p class="or">or</p>` : ''}<ul class="fields">${Object.entries(
        one.properties as Record<string, JsonSchema>,
      ).map(([name, field]) => {
        const isRequired = Array.isArray(one.required) && one.required.includes(name);
        const note = isRequest === isRequired ? (isRequest ? 'required' : 'optional') : '';
        const inner = objectsOf(document, field).length > 0;
        const id = index === 0 ? idOf(name) : undefined;
        return html`<li${id === undefined ? '' : html` id="${id}"`}>${fieldHead(document, name, field, note, isRequest)}${
          inner
            ? html`<details><summary>Fields of <code>${name}</code></summary>${fields(document, field, side)}</details>`
            : ''
        }</li>`;
      })}</ul>`,
  )}`;
}
