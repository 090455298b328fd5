/**
 * The forms that make, change and delete links, and the console's words for refused fields. A form names its fields in
 * the order of the page, which is also that of the summary of errors.
 */
import { MAX_BULK } from '#api/links/bulk-body';
import { MAX_CLICKS, MAX_EXPIRES_IN } from '#api/links/link-request';
import { MAX_EXTERNAL_ID, MAX_NOTES, MAX_TAG, MAX_TAGS, MAX_TITLE, MAX_URL_LENGTH } from '#domain/link';
import type { Refusal } from '#domain/refusal';
import { MAX_CODE_LENGTH } from '#domain/short-address';
import { formatCount } from '../components';
import { defineForm, type Field, type Fields } from '../forms/form';

/** The units of a duration in the forms of links: the seconds of one, as a text, and its name. */
export const UNITS = [
  ['60', 'minutes'],
  ['3600', 'hours'],
  ['86400', 'days'],
] as const;
export const DEFAULT_UNIT = '86400';

/** The choices of an expiry: never, after some seconds, or after an amount that is typed. */
export const NEVER = 'never';
export const OTHER = 'other';
export const LIFETIMES = [
  ['86400', '1 day'],
  ['604800', '7 days'],
  ['2592000', '30 days'],
] as const;

/** The words for a text that is not a number, or a number out of its range. */
const CLICKS_RULE = `Enter a whole number from 1 to ${formatCount(MAX_CLICKS)}.`;

function durationRule({ unit }: Fields): string {
  const [seconds, name] = UNITS.find(([known]) => known === unit) ?? UNITS[0];
  return `Enter a whole number of ${name}, up to ${formatCount(MAX_EXPIRES_IN / Number(seconds))}.`;
}

/** Why an address cannot be a destination, as far as its text shows. */
function destinationWords(text: string): string {
  if (text === '') return 'Enter the address that the link leads to.';
  if (text.length > MAX_URL_LENGTH) return `Use at most ${formatCount(MAX_URL_LENGTH)} characters.`;
  const [, scheme, host] = /^(?:([a-z][a-z\d+.-]*):)?\/*([^/?#:]*)/i.exec(text) ?? [];
  if (scheme && !/^https?$/i.test(scheme)) return 'Enter a web address. It begins with http:// or https://.';
  if (/\s/.test(text)) return 'Remove the spaces: an address has none.';
  if (host && !host.includes('.') && !host.startsWith('['))
    return `“${host}” is not a public host name. Enter a full one, such as example.com.`;
  return 'Enter a public web address, such as https://example.com/page.';
}

type Words = string | ((refusal: Refusal, sent: Fields) => string);

const WORDS: Readonly<Record<string, Readonly<Record<string, Words>>>> = {
  url: {
    URL_INVALID: (_, { url = '' }) => destinationWords(url.trim()),
    URL_OWN: 'This is an address of this service, such as a short link. Enter the address that it leads to.',
  },
  alias: {
    FIELD_INVALID: 'Use only letters, digits and hyphens.',
    ALIAS_LENGTH: ({ extras }) => `Use ${extras.detail} to ${MAX_CODE_LENGTH} characters.`,
    ALIAS_RESERVED: 'This alias is reserved. Choose another one.',
    ALIAS_TAKEN: 'This alias is already taken.',
  },
  expiresIn: {
    FIELD_INVALID: (_, sent) => durationRule(sent),
    EXPIRES_IN_TOO_SHORT: 'Enter at least one minute.',
  },
  maxClicks: { FIELD_INVALID: CLICKS_RULE },
  password: { PASSWORD_LENGTH: 'Use 4 to 100 characters.' },
  title: { FIELD_INVALID: `Use one line of at most ${MAX_TITLE} characters.` },
  notes: { FIELD_INVALID: `Use at most ${formatCount(MAX_NOTES)} characters.` },
  tags: {
    FIELD_INVALID: `Use at most ${MAX_TAGS} tags of at most ${MAX_TAG} characters each, and none named . or ..`,
  },
  externalId: {
    FIELD_INVALID: `Use one line of at most ${MAX_EXTERNAL_ID} characters.`,
    EXTERNAL_ID_TAKEN: 'Another link has this external ID.',
  },
};

/** Returns the function of a field that finds its words for a refusal. */
const refusedWords =
  (field: string): NonNullable<Field['refused']> =>
  (refusal, sent) => {
    const words = WORDS[field]?.[refusal.code];
    return typeof words === 'function' ? words(refusal, sent) : words;
  };

export const URL_FIELD: Field = {
  label: 'Destination',
  kind: 'url',
  hint: 'https:// is added if it is missing.',
  refused: refusedWords('url'),
  input: { required: true, placeholder: 'https://example.com/page', autocomplete: 'off', spellcheck: 'false' },
};

const NUMBER = { inputmode: 'numeric', autocomplete: 'off' };

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

/** The chosen tags of the account; tags/tag-choice.tsx encodes their names. */
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
    tags: { ...DETAIL_FIELDS.tags, label: 'New tags' },
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
