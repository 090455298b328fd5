/**
 * The forms that make, change and delete links. Their fields are those of the properties (properties.tsx). A form names
 * its fields in the order of the page, which is also that of the summary of errors.
 */
import { MAX_ITEMS } from '#api/links/batch-record';
import { MAX_BULK } from '#api/links/bulk-body';
import type { ActKind } from '#api/links/scheduled-acts';
import type { Refusal } from '#domain/refusal';
import { defineForm, type Field, type Fields, type Form, hidden } from '../forms/form';
import type { Change, EditableName, PropertyName } from './link-property';
import { BULK, EDITABLE, EDITABLE_NAMES, PROPERTIES, PROPERTY_NAMES } from './properties';
import { UTM_FIELDS } from './utm';

/** The fields of a property. The field with its name has the words for its refusals. */
function listFields(name: PropertyName, fields = PROPERTIES[name].fields): Record<string, Field> {
  const refused: Field['refused'] = (refusal, sent) => {
    const words = PROPERTIES[name].refusals[refusal.code];
    return typeof words === 'function' ? words(refusal, sent) : (words ?? undefined);
  };
  return Object.fromEntries(
    Object.entries(fields).map(([key, field]) => [key, key === name ? { ...field, refused } : field]),
  );
}

/**
 * The body of POST /v2/shorten for a form. An empty field becomes null, except `url` and `tags`.
 * @param now epoch milliseconds
 */
export const readBody = (sent: Fields, now: number): Record<string, unknown> =>
  Object.fromEntries(PROPERTY_NAMES.map((name) => [name, PROPERTIES[name].read(sent, now)]));

/** The field of a refusal by the creation itself; `form` where the refusal concerns no single field. */
export function findField({ code }: Refusal): string {
  const [field, ...others] = PROPERTY_NAMES.filter((name) => Object.hasOwn(PROPERTIES[name].refusals, code));
  return field === undefined || others.length > 0 ? 'form' : field;
}

/** The name under which a refused form has the aliases that it suggests, with spaces between them. */
export const SUGGESTED = 'suggested';

export const NEW_LINK = defineForm({
  path: '/console/links',
  page: '/console/new-link',
  failed: 'The link was not created.',
  fields: Object.assign({}, ...PROPERTY_NAMES.map((name) => listFields(name))),
});

/** The properties that several links get together. */
export const SHARED = ['expiresIn', 'maxClicks', 'tags'] as const satisfies readonly EditableName[];

/** The addresses in the field of several links. */
export const listAddresses = (text: string): { readonly line: number; readonly url: string }[] =>
  text
    .split('\n')
    .map((line, index) => ({ line: index + 1, url: line.trim() }))
    .filter(({ url }) => url !== '');

export const SEVERAL_LINKS = defineForm({
  path: '/console/several-links',
  page: '/console/several-links',
  failed: 'No link was created.',
  fields: {
    urls: {
      label: 'Destinations',
      kind: 'lines',
      hint: `One address per line, at most ${MAX_ITEMS}.`,
      rule: (text) => {
        const { length } = listAddresses(text);
        if (length === 0) return 'Enter the addresses that the links lead to, one per line.';
        return length > MAX_ITEMS ? `Enter at most ${MAX_ITEMS} addresses at a time. These are ${length}.` : undefined;
      },
      input: {
        required: true,
        rows: 8,
        placeholder: 'https://example.com/spring\nhttps://example.com/summer',
        autocomplete: 'off',
        autocapitalize: 'none',
        spellcheck: 'false',
        wrap: 'off',
        'data-most': MAX_ITEMS,
      },
    },
    ...UTM_FIELDS,
    ...Object.assign({}, ...SHARED.map((name) => listFields(name))),
  },
});

/** A digest of the property as the page showed it. The handler detects a concurrent change by it (link-edits.ts). */
const SEEN: Field = { label: 'The link as it was', kind: 'hidden' };

const defineEdit = (name: EditableName): Form => {
  const { path, fields, editFields = fields } = EDITABLE[name];
  return defineForm({
    path: `/console/links/:code/${path}`,
    page: '/console/links/:code',
    failed: 'Nothing was changed.',
    fields: { seen: SEEN, ...listFields(name, editFields) },
  });
};

/** The form of each property that changes it. */
export const EDITS = Object.fromEntries(EDITABLE_NAMES.map((name) => [name, defineEdit(name)])) as Readonly<
  Record<EditableName, Form>
>;

/** The address of the list, to which the browser returns. */
const list: Field = { label: 'The list', kind: 'hidden' };

/** The changes of selected links, by the value of the button. Their deletion is no edit. */
export const CHANGES: ReadonlyMap<string, Change & { readonly name: EditableName }> = new Map(
  BULK.flatMap(({ name, changes, atOnce }) =>
    Object.entries({ ...changes, ...atOnce }).map(([value, change]) => [value, { ...change, name }] as const),
  ),
);
export const DELETE = 'delete';

export const isAct = (text: string | undefined): text is ActKind => text === 'delete' || text === 'expire';

export const CHANGE_LINKS = defineForm({
  path: '/console/links/selected',
  page: '/console/links',
  fields: {
    list,
    codes: {
      label: 'Links',
      kind: 'several',
      rule: (text) => {
        if (text === '') return 'Select the links that you want to change.';
        return text.split(' ').length > MAX_BULK ? `Select at most ${MAX_BULK} links.` : undefined;
      },
    },
    change: {
      label: 'What to do',
      kind: 'choice',
      isTransient: true,
      rule: (text) => (CHANGES.has(text) || text === DELETE ? undefined : 'Choose what to do.'),
    },
    ...Object.assign({}, ...BULK.map(({ name, fields }) => listFields(name, fields))),
  },
});

export const DELETE_LINK = defineForm({
  isRepeatable: true,
  path: '/console/links/:code/delete',
  page: '/console/links/:code',
  fields: {},
});

const USE_BUTTON = 'Use the button beside it.';

/** Undoes what another form has scheduled, or gives it more time. */
export const UNDO = defineForm({
  isRepeatable: true,
  path: '/console/links/undo',
  page: '/console/links',
  fields: {
    act: { ...hidden('What is undone'), rule: (text) => (isAct(text) ? undefined : USE_BUTTON) },
    /** The due time of the act, epoch milliseconds. */
    due: { ...hidden('When it is done'), rule: (text) => (/^\d{1,15}$/.test(text) ? undefined : USE_BUTTON) },
    answer: hidden('What to do'),
    list,
  },
});
