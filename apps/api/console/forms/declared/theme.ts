/** The form that chooses light, dark or the system's appearance. It needs no session. */
import { defineForm } from '../form';

export const SET_THEME = defineForm({
  path: '/console/theme',
  page: '/console/account',
  fields: { theme: { label: 'Theme', kind: 'choice' } },
});
