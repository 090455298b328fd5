/** The forms of API keys. */
import { KeyName } from '#api/accounts/fields';
import { GRACE_CHOICES } from '../../graces';
import { defineForm, type Field } from '../form';
import { hidden } from './fields';

const keyName: Field = {
  label: 'Name',
  rule: (text) => KeyName.safeParse(text.trim()).error?.issues[0]?.message,
  input: { required: true, autocomplete: 'off' },
};

export const NEW_KEY = defineForm({
  path: '/console/keys',
  page: '/console/keys',
  fields: {
    name: { ...keyName, hint: 'What uses the key, e.g. “newsletter”. A header of every response names it.' },
  },
});

const KEY_PAGE = '/console/keys/:id';

export const NAME_KEY = defineForm({
  isRepeatable: true,
  path: `${KEY_PAGE}/name`,
  page: KEY_PAGE,
  fields: { name: keyName },
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
