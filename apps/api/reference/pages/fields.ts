/** Shows the fields of a JSON Schema. */
import { html } from 'hono/html';
import { namePlan } from '#api/console/words';
import { FEATURES, grants, PLAN_FEATURES, PLANS, type Plan } from '#domain/plans';
import type { JsonSchema } from '../openapi/json-schemas';
import { inline, type Markup } from '../page';
import { type Description, type Placed, resolveSchema } from './description';
import { findAddress, findHome } from './places';

const list = (value: unknown): readonly JsonSchema[] => (Array.isArray(value) ? value : []);
const isNull = ({ type, const: value }: JsonSchema): boolean => type === 'null' || value === null;

/** Returns the schemas that a value may match, each with its reference resolved. */
function findAlternatives(document: Description, schema: JsonSchema): readonly JsonSchema[] {
  const resolved = resolveSchema(document, schema);
  const alternatives = [...list(resolved.anyOf), ...list(resolved.oneOf)];
  return alternatives.length === 0 ? [resolved] : alternatives.flatMap((one) => findAlternatives(document, one));
}

/** Returns the type of a value in words, such as `list of strings or null`. */
function nameType(document: Description, schema: JsonSchema, plural = ''): string {
  const names = findAlternatives(document, schema).map((one) => {
    if (one.const !== undefined && typeof one.const !== 'string') return JSON.stringify(one.const);
    if (Array.isArray(one.type)) return one.type.join(' or ');
    if (one.type === 'array') return `list${plural} of ${nameType(document, (one.items ?? {}) as JsonSchema, 's')}`;
    if (one.type === undefined && one.const === undefined)
      return Array.isArray(one.enum) ? `string${plural}` : `any value${plural}`;
    return `${one.type}${plural}${one.format === undefined ? '' : `, ${one.format}`}`;
  });
  return [...new Set(names)].join(' or ');
}

/** Returns the values that a text, or each text of a list, may have. */
function listValues(document: Description, schema: JsonSchema): readonly unknown[] {
  return findAlternatives(document, schema).flatMap((one) => {
    if (one.type === 'array') return listValues(document, (one.items ?? {}) as JsonSchema);
    if (typeof one.const === 'string') return [one.const];
    return Array.isArray(one.enum) ? one.enum : [];
  });
}

const count = (amount: unknown): string => Number(amount).toLocaleString('en');
/** Whether a bound limits numbers more than JavaScript does. */
const isBound = (bound: unknown): boolean => typeof bound === 'number' && Math.abs(bound) < Number.MAX_SAFE_INTEGER;

/**
 * Writes a range, such as `1 to 50 characters`. Its words stay on one line. Returns nothing if neither end is bound.
 */
function describeRange(least: unknown, most: unknown, unit = ''): readonly string[] {
  const amount = isBound(most) ? most : least;
  const units = unit === '' ? '' : ` ${unit}${amount === 1 ? '' : 's'}`;
  const range = (text: string) => [`${text}${units}`.replaceAll(' ', '\u00a0')];
  if (isBound(least) && isBound(most)) return range(`${count(least)} to ${count(most)}`);
  if (isBound(most)) return range(`at most ${count(most)}`);
  return isBound(least) && least !== 0 ? range(`at least ${count(least)}`) : [];
}

/** Writes a default. An empty one says only that the value is optional. */
const describeDefault = (value: unknown): readonly string[] =>
  value === undefined || value === null || value === ''
    ? []
    : [`default\u00a0${typeof value === 'string' ? value : JSON.stringify(value)}`];

/** Returns what a value must satisfy beside its type. */
function describeBounds(document: Description, schema: JsonSchema): readonly string[] {
  const bounds = findAlternatives(document, schema)
    .filter((one) => !isNull(one))
    .flatMap((one) => [
      ...describeRange(one.minLength, one.maxLength, 'character'),
      ...describeRange(one.minItems, one.maxItems, 'item'),
      ...describeRange(one.minimum, one.maximum),
      ...describeDefault(one.default),
    ]);
  return [...new Set(bounds)];
}

/** Returns the schemas of the objects in a value: its own, and those of its items. */
function listObjects(document: Description, schema: JsonSchema): readonly JsonSchema[] {
  return findAlternatives(document, schema).flatMap((one) => {
    if (one.type === 'array') return listObjects(document, (one.items ?? {}) as JsonSchema);
    return one.properties === undefined ? [] : [one];
  });
}

/** Returns the smallest plan with an option of a link. A deployment may grant more (the guide has its plans). */
const findPlan = (name: string): Plan | undefined => {
  const feature = FEATURES.find((one) => one === name);
  const plan = feature && PLANS.find((one) => grants(PLAN_FEATURES.strict[one], feature));
  return plan === PLANS[0] ? undefined : plan;
};

/** Shows that an option of a link needs a larger plan than Free. */
function planNote(name: string): Markup {
  const plan = findPlan(name);
  return plan === undefined
    ? html``
    : html` <a class="plan" href="/docs/guide#limits">${namePlan(plan)}${plan === PLANS.at(-1) ? '' : ' and up'}</a>`;
}

/** The sentence that names the smallest plan. The page has a note beside the name instead. */
const SMALLEST_PLAN = / On the \w+ plan(?: and up)?\.$/;

/** Shows a name with its type, bounds and description. */
export function fieldHead(
  document: Description,
  name: string,
  schema: JsonSchema,
  note: '' | 'required' | 'optional',
  showsPlan: boolean,
  description: unknown = resolveSchema(document, schema).description,
): Markup {
  const values = listValues(document, schema);
  const facts = [
    ...(note === 'optional' ? [note] : []),
    nameType(document, schema),
    ...describeBounds(document, schema),
  ].join(' · ');
  return html`<div class="head"><code class="name">${name}</code>${note === 'required' ? html` <span class="required">required</span>` : ''}${showsPlan ? planNote(name) : ''} <span class="type">${facts}</span></div>${
    typeof description === 'string'
      ? html`<p>${inline(showsPlan ? description.replace(SMALLEST_PLAN, '') : description)}</p>`
      : ''
  }${values.length > 0 ? html`<p class="values">${values.map((value) => html`<code>${value}</code> `)}</p>` : ''}`;
}

/** The most fields of a nested object that are shown at once. */
const OPEN_FIELDS = 5;

/** Shows the fields of a field. Those of a component are shown once, and equal ones of two neighbors too. */
function innerFields(document: Description, [name, field]: Field, before: readonly Field[], side: Side): Markup {
  const objects = listObjects(document, field);
  if (objects.length === 0) return html``;
  const home = homesIn(document, field);
  if (home !== undefined) {
    const isList = findAlternatives(document, field).some(({ type }) => type === 'array');
    return html`<p class="same">${isList ? 'Each item has' : 'It has'} the fields of <a href="${findAddress(home)}">${home.operation.summary}</a>.</p>`;
  }
  const writeText = (schemas: readonly JsonSchema[]) => JSON.stringify(schemas.map(({ properties }) => properties));
  const twin = before.find(([, other]) => writeText(listObjects(document, other)) === writeText(objects));
  if (twin !== undefined) return html`<p class="same">The same fields as <code>${twin[0]}</code>.</p>`;
  const amount = objects.flatMap((one) => Object.keys(one.properties as object)).length;
  const shown = fields(document, field, side);
  return amount <= OPEN_FIELDS
    ? html`<div class="inner">${shown}</div>`
    : html`<details><summary>Fields of <code>${name}</code></summary>${shown}</details>`;
}

/** Returns the operation that shows the fields of a value, or of the items of a list. */
function homesIn(document: Description, field: JsonSchema): Placed | undefined {
  const parts = [field, ...list(field.anyOf), ...list(field.oneOf)];
  const items = parts.flatMap(({ items: one }) => (one === undefined ? [] : [one as JsonSchema]));
  return [...parts, ...items].map((one) => findHome(document, one)).find((one) => one !== undefined);
}

type Side = 'request' | 'response';
type Field = readonly [name: string, schema: JsonSchema];

/**
 * Shows the fields of the objects in a value, and the fields of those fields. If the value may be one of several
 * objects, it shows each of them. A note marks the required fields of a request, and the optional ones of a response.
 * @param idOf the id of a field, for links to it
 */
export function fields(
  document: Description,
  schema: JsonSchema,
  side: Side,
  idOf: (name: string) => string | undefined = () => undefined,
): Markup {
  const isRequest = side === 'request';
  return html`${listObjects(document, schema).map((one, index) => {
    const all = Object.entries(one.properties as Record<string, JsonSchema>);
    return html`${index > 0 ? html`<p class="or">or</p>` : ''}<ul class="fields">${all.map(([name, field], place) => {
      const isRequired = Array.isArray(one.required) && one.required.includes(name);
      const note = isRequest === isRequired ? (isRequest ? 'required' : 'optional') : '';
      const id = index === 0 ? idOf(name) : undefined;
      return html`<li${id === undefined ? '' : html` id="${id}"`}>${fieldHead(document, name, field, note, isRequest)}${innerFields(
        document,
        [name, field],
        all.slice(0, place),
        side,
      )}</li>`;
    })}</ul>`;
  })}`;
}
