/** The forms for signing in, signing up and signing out. They need no session. */
import { defineForm } from '../form';
import { credential, nameField } from './fields';

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
      ...nameField('Your name or project'),
      hint: 'Your device shows it beside the passkey.',
      input: { required: true, autocomplete: 'organization' },
    },
    credential,
  },
});
