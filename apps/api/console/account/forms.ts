/**
 * The forms of the account: its name, passkeys, sessions, plan and deletion. Those for signing in, up and out need no
 * session.
 */
import { credential, defineForm, nameField } from '../forms/form';

const ACCOUNT = '/console/account';

export const NAME_ACCOUNT = defineForm({
  isRepeatable: true,
  path: `${ACCOUNT}/name`,
  page: ACCOUNT,
  fields: { name: nameField('Name of the account') },
});

/** The word that the user types to confirm the deletion of an account. */
const DELETION_WORD = 'delete';

export const DELETE_ACCOUNT = defineForm({
  isRepeatable: true,
  path: `${ACCOUNT}/delete`,
  page: ACCOUNT,
  fields: {
    confirmation: {
      label: `Type “${DELETION_WORD}” to confirm`,
      isTransient: true,
      rule: (text) => (text.trim().toLowerCase() === DELETION_WORD ? undefined : `Please type “${DELETION_WORD}”.`),
      input: { required: true, autocomplete: 'off', autocapitalize: 'none', spellcheck: 'false' },
    },
  },
});

export const ADD_PASSKEY = defineForm({
  path: '/console/passkeys',
  page: ACCOUNT,
  fields: { name: nameField('Name of the new passkey'), credential },
});

export const NAME_PASSKEY = defineForm({
  isRepeatable: true,
  path: '/console/passkeys/:id/name',
  page: ACCOUNT,
  fields: { name: nameField('Name') },
});

export const REMOVE_PASSKEY = defineForm({
  isRepeatable: true,
  path: '/console/passkeys/:id/remove',
  page: ACCOUNT,
  fields: {},
});

export const END_SESSION = defineForm({
  isRepeatable: true,
  path: '/console/sessions/:id/end',
  page: ACCOUNT,
  fields: {},
});

export const END_OTHER_SESSIONS = defineForm({
  isRepeatable: true,
  path: '/console/sessions/others/end',
  page: ACCOUNT,
  fields: {},
});

export const REQUEST_PLAN = defineForm({
  isRepeatable: true,
  path: '/console/plan/upgrade',
  page: '/console/plan',
  fields: {
    plan: { label: 'Plan', kind: 'hidden' },
    reason: {
      label: 'What do you need it for? (optional)',
      kind: 'lines',
      rule: (text) => (text.trim().length > 500 ? 'Please use at most 500 characters.' : undefined),
      input: { rows: 2, autocomplete: 'off', dir: 'auto' },
    },
  },
});

export const WITHDRAW_PLAN = defineForm({
  isRepeatable: true,
  path: '/console/plan/withdraw',
  page: '/console/plan',
  fields: {},
});

export const SIGN_OUT = defineForm({ path: '/console/sign-out', page: '/console', fields: {} });

export const SIGN_IN = defineForm({ path: '/console/sign-in', page: '/console/sign-in', fields: { credential } });

export const SIGN_IN_BY_LINK = defineForm({
  path: '/console/sign-in/:token',
  page: '/console/sign-in/:token',
  fields: {},
});

export const SIGN_UP = defineForm({
  path: '/console/sign-up',
  page: '/console/sign-up',
  fields: {
    name: {
      ...nameField('Account name'),
      hint: 'Yours, or that of your project.',
      input: { required: true, autocomplete: 'organization' },
    },
    credential,
  },
});
