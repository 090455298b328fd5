/** The forms of links. */
import { MAX_BULK } from '#api/links/bulk-request';
import { defineForm, type Field } from '../form';

export const URL_FIELD: Field = {
  label: 'Destination',
  kind: 'url',
  hint: 'Where the link leads, with http:// or https://',
  input: { required: true, autocomplete: 'off', spellcheck: 'false' },
};

export const NUMBER = { inputmode: 'numeric', autocomplete: 'off' };

export const PASSWORD: Field = {
  label: 'Password',
  kind: 'secret',
  hint: 'Visitors have to type it. It is never shown again.',
  without: 'Make the link without a password',
  input: { autocomplete: 'new-password', spellcheck: 'false' },
};

/** The details of a link. Their text may be of any script, so the browser finds its direction. */
export const DETAIL_FIELDS = {
  title: { label: 'Title', input: { autocomplete: 'off', dir: 'auto' } },
  tags: {
    label: 'Tags',
    hint: 'With commas between them.',
    input: { autocomplete: 'off', autocapitalize: 'none', dir: 'auto' },
  },
  notes: { label: 'Notes', kind: 'lines', input: { rows: 3, autocomplete: 'off', dir: 'auto' } },
  externalId: {
    label: 'Your own id',
    hint: 'By which your application finds the link (externalId).',
    input: { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', dir: 'auto' },
  },
} as const satisfies Record<string, Field>;

export const LIFETIME_UNIT: Field = { label: 'Unit of time', kind: 'choice' };

export const NEW_LINK = defineForm({
  path: '/console/links',
  page: '/console/new-link',
  fields: {
    url: URL_FIELD,
    alias: {
      label: 'Alias',
      hint: 'Your own code: letters, digits and hyphens. Empty: a code is generated.',
      input: { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' },
    },
    password: PASSWORD,
    expiresIn: { label: 'Ends after', hint: 'Empty: never.', input: NUMBER },
    unit: LIFETIME_UNIT,
    maxClicks: {
      label: 'Click limit',
      hint: 'The link ends after this number of clicks. Empty: no limit.',
      input: NUMBER,
    },
    ...DETAIL_FIELDS,
  },
});

/** The address of the list, to which the browser returns. */
const list: Field = { label: 'The list', kind: 'hidden' };

/** What can be done to the links that are selected in the list, and the words of its button. */
export const CHANGES = {
  tag: 'Add tags',
  untag: 'Remove tags',
  extend: 'Set end',
  never: 'No end',
  stop: 'Stop now',
  delete: 'Delete',
} as const;

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
      rule: (text) => (Object.hasOwn(CHANGES, text) ? undefined : 'Choose what to do.'),
    },
    expiresIn: { label: 'Ends in', input: NUMBER },
    unit: LIFETIME_UNIT,
    tags: DETAIL_FIELDS.tags,
  },
});

export const DELETE_LINK = defineForm({
  isRepeatable: true,
  path: '/console/links/:code/delete',
  page: '/console/links/:code',
  fields: {},
});

export const UNDO_DELETION = defineForm({
  isRepeatable: true,
  path: '/console/links/undo',
  page: '/console/links',
  fields: {
    /** The due time of the deletion, epoch milliseconds. */
    due: {
      label: 'The deletion',
      kind: 'hidden',
      isTransient: true,
      rule: (text) => (/^\d{1,15}$/.test(text) ? undefined : 'Use the button beside it.'),
    },
    list,
  },
});
