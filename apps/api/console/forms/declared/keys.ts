/** The forms of API keys. */
import { KeyName } from '#api/accounts/fields';
import { SCOPES } from '#domain/scopes';
import { GRACE_CHOICES } from '../../graces';
import { SCOPE_WORDS } from '../../key-rights';
import { defineForm, type Field } from '../form';
import { hidden } from './fields';

const keyName: Field = {
  label: 'Name',
  rule: (text) =>
    KeyName.safeParse(text.trim()).success
      ? undefined
      : 'Use plain letters, digits and signs (no accents), at most 100 characters.',
  input: { required: true, autocomplete: 'off' },
};

const words = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' };
const number = { inputmode: 'numeric', autocomplete: 'off' };

/** The fields that restrict a key. rights-form.ts has their rules. */
const rights: Readonly<Record<string, Field>> = {
  access: { label: 'Access', kind: 'radios' },
  ...Object.fromEntries(SCOPES.map((scope) => [scope, { label: SCOPE_WORDS[scope], kind: 'tick' }])),
  links: { label: 'Which links', kind: 'radios' },
  origins: {
    label: 'Browser origins',
    kind: 'lines',
    hint: 'One origin per line, like https://app.example.com. Only browsers follow this list, and anyone who opens such a page can read the key. So a key with origins cannot revoke itself through the API; you revoke it here.',
    input: { rows: 3, ...words },
  },
  perMinute: { label: 'Calls per minute', input: number },
  perMonth: { label: 'Calls per month', input: number },
  expiry: { label: 'Expiry', kind: 'radios' },
  expiresAt: { label: 'Date (UTC)', hint: 'For example 2027-01-31 18:00.', input: words },
};

export const NEW_KEY = defineForm({
  path: '/console/keys',
  page: '/console/keys',
  fields: {
    name: { ...keyName, hint: 'What uses the key, e.g. “newsletter”. Every response names it in a header.' },
    ...rights,
  },
});

const KEY_PAGE = '/console/keys/:id';

export const NAME_KEY = defineForm({
  isRepeatable: true,
  path: `${KEY_PAGE}/name`,
  page: KEY_PAGE,
  fields: { name: keyName },
});

export const RESTRICT_KEY = defineForm({
  path: `${KEY_PAGE}/rights`,
  page: KEY_PAGE,
  fields: {
    /** The version of the key that the page showed. The handler detects a concurrent change by it. */
    version: hidden('The key as it was'),
    ...rights,
  },
});

export const ROTATE_KEY = defineForm({
  path: `${KEY_PAGE}/rotate`,
  page: KEY_PAGE,
  fields: {
    /** The mark of the text that the page showed as the current one (accounts/key-texts.ts). */
    current: hidden('The secret as it was'),
    older: { label: 'A key has at most two secrets. Which one should end now?', kind: 'radios' },
    grace: {
      label: 'When should the current secret stop working?',
      kind: 'radios',
      rule: (text) => (GRACE_CHOICES.includes(text) ? undefined : 'Choose when the current secret stops working.'),
    },
  },
});

export const END_TEXT = defineForm({
  isRepeatable: true,
  path: `${KEY_PAGE}/previous-text/end`,
  page: KEY_PAGE,
  fields: { mark: hidden('The previous secret') },
});

export const SWITCH_KEY = defineForm({
  isRepeatable: true,
  path: `${KEY_PAGE}/switch`,
  page: KEY_PAGE,
  fields: { status: hidden('Status') },
});

export const REVOKE_KEY = defineForm({ isRepeatable: true, path: `${KEY_PAGE}/revoke`, page: KEY_PAGE, fields: {} });
