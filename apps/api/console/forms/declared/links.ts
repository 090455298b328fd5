/** The forms of links. The summary of errors has the order of the fields here, which is that of the page. */
import { MAX_BULK } from '#api/links/bulk-request';
import { refusedWords } from '../../field-words';
import { defineForm, type Field } from '../form';

export const URL_FIELD: Field = {
  label: 'Destination',
  kind: 'url',
  hint: 'https:// is added if it is missing.',
  refused: refusedWords('url'),
  input: { required: true, placeholder: 'https://example.com/page', autocomplete: 'off', spellcheck: 'false' },
};

export const NUMBER = { inputmode: 'numeric', autocomplete: 'off' };

export const EXPIRES_AFTER: Field = {
  label: 'Expires after',
  refused: refusedWords('expiresIn'),
  input: NUMBER,
};

export const CLICK_LIMIT: Field = {
  label: 'Click limit',
  refused: refusedWords('maxClicks'),
  input: NUMBER,
};

export const PASSWORD: Field = {
  label: 'Password',
  kind: 'secret',
  hint: 'Visitors must enter it. The console never shows it, so note it down.',
  without: 'Create the link without a password',
  refused: refusedWords('password'),
  input: { autocomplete: 'new-password', spellcheck: 'false' },
};

/** The details of a link. Their text may be of any script, so the browser finds its direction. */
export const DETAIL_FIELDS = {
  title: { label: 'Title', refused: refusedWords('title'), input: { autocomplete: 'off', dir: 'auto' } },
  tags: {
    label: 'New tags',
    hint: 'Separate with commas.',
    refused: refusedWords('tags'),
    input: { autocomplete: 'off', autocapitalize: 'none', dir: 'auto' },
  },
  notes: {
    label: 'Notes',
    kind: 'lines',
    refused: refusedWords('notes'),
    input: { rows: 3, autocomplete: 'off', dir: 'auto' },
  },
  externalId: {
    label: 'External ID',
    hint: 'The ID that your application uses for this link.',
    refused: refusedWords('externalId'),
    input: { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false', dir: 'auto' },
  },
} as const satisfies Record<string, Field>;

export const LIFETIME_UNIT: Field = { label: 'Unit of time', kind: 'choice' };

/** The choice of an expiry, before the amount that counts with one of them. */
export const LIFETIME: Field = { label: 'Expiry', kind: 'radios' };

/** The chosen tags of the account; tag-text.ts encodes their names. */
export const PICKED_TAGS: Field = { label: 'Tags', kind: 'several' };

/** The name under which a refused form has the aliases that it suggests, with spaces between them. */
export const SUGGESTED = 'suggested';

export const NEW_LINK = defineForm({
  path: '/console/links',
  page: '/console/new-link',
  failed: 'The link was not created.',
  fields: {
    url: URL_FIELD,
    alias: {
      label: 'Alias',
      hint: 'Leave empty for a random one.',
      refused: refusedWords('alias'),
      input: { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' },
    },
    lifetime: LIFETIME,
    expiresIn: EXPIRES_AFTER,
    unit: LIFETIME_UNIT,
    maxClicks: { ...CLICK_LIMIT, hint: 'Leave empty for no limit.' },
    password: PASSWORD,
    title: DETAIL_FIELDS.title,
    externalId: DETAIL_FIELDS.externalId,
    picked: PICKED_TAGS,
    tags: DETAIL_FIELDS.tags,
    notes: DETAIL_FIELDS.notes,
  },
});

/** The address of the list, to which the browser returns. */
const list: Field = { label: 'The list', kind: 'hidden' };

/** What can be done to the links that are selected in the list, and the words of its button. */
export const CHANGES = {
  tag: 'Add tags',
  untag: 'Remove tags',
  extend: 'Apply',
  never: 'Never expire',
  stop: 'Expire now',
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
    expiresIn: EXPIRES_AFTER,
    unit: LIFETIME_UNIT,
    picked: PICKED_TAGS,
    tags: { ...DETAIL_FIELDS.tags, label: 'Other tags' },
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
