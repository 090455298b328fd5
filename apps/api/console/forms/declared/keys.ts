/** The forms of API keys. */
import { KeyName } from '#api/accounts/fields';
import { SCOPES } from '#domain/scopes';
import { GRACE_CHOICES } from '../../graces';
import { SCOPE_WORDS } from '../../key-rights';
import { defineForm, type Field } from '../form';
import { hidden } from './fields';

const keyName: Field = {
  label: 'Name',
  rule: (text) => KeyName.safeParse(text.trim()).error?.issues[0]?.message,
  input: { required: true, autocomplete: 'off' },
};

const words = { autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' };
const number = { inputmode: 'numeric', autocomplete: 'off' };

/** The fields that restrict a key. rights-form.ts has their rules. */
const rights: Readonly<Record<string, Field>> = {
  access: { label: 'What it may do', kind: 'choice' },
  ...Object.fromEntries(SCOPES.map((scope) => [scope, { label: `${SCOPE_WORDS[scope]} (${scope})`, kind: 'tick' }])),
  links: {
    label: 'Which links it reaches',
    kind: 'choice',
    hint: 'A key for its own links gets 404 for every other link, and no statistics of the account. Links that are made in the console belong to no key.',
  },
  origins: {
    label: 'Web pages that may use it',
    kind: 'lines',
    hint: 'One origin in each line, like https://app.example.com. Empty: browsers let no page of another site use it. The list does not stop programs that are no browser: everybody who opens the page can read the key.',
    input: { rows: 3, ...words },
  },
  perMinute: { label: 'Most calls a minute', input: number },
  perMonth: { label: 'Most calls a month', input: number },
  expiresAt: {
    label: 'Ends at, in UTC',
    hint: 'Like 2027-01-31 18:00. Calls get 401 from then on. Empty: it does not end.',
    input: words,
  },
};

export const NEW_KEY = defineForm({
  path: '/console/keys',
  page: '/console/keys',
  fields: {
    name: { ...keyName, hint: 'What uses the key, e.g. “newsletter”. A header of every response names it.' },
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
    current: hidden('The text as it was'),
    older: { label: 'What ends now', kind: 'choice' },
    grace: {
      label: 'The old text still works',
      kind: 'choice',
      rule: (text) => (GRACE_CHOICES.includes(text) ? undefined : 'Choose how long the old text still works.'),
    },
  },
});

export const END_TEXT = defineForm({
  isRepeatable: true,
  path: `${KEY_PAGE}/previous-text/end`,
  page: KEY_PAGE,
  fields: { mark: hidden('The older text') },
});

export const SWITCH_KEY = defineForm({
  isRepeatable: true,
  path: `${KEY_PAGE}/switch`,
  page: KEY_PAGE,
  fields: { status: hidden('Status') },
});

export const REVOKE_KEY = defineForm({ isRepeatable: true, path: `${KEY_PAGE}/revoke`, page: KEY_PAGE, fields: {} });
