/** The forms of UTM templates (templates.tsx). */
import { isOneLine } from '#domain/names';
import { defineForm, type Field, findTagNameError } from '../forms/form';
import { PARAMETERS, TEMPLATES } from '../links/utm';

/** The most characters of the parameters of a template, as an address has them. It leaves room for the address. */
export const MAX_QUERY = 2_048;

const FIELDS: Readonly<Record<string, Field>> = {
  name: {
    label: 'Name',
    rule: findTagNameError,
    input: { required: true, autocomplete: 'off', dir: 'auto', placeholder: 'Newsletter' },
  },
  ...Object.fromEntries(
    Object.entries(PARAMETERS).map(([name, field]) => [
      name,
      { ...field, rule: (text: string) => (isOneLine(text) ? undefined : 'Use one line of text.') },
    ]),
  ),
};

export const NEW_TEMPLATE = defineForm<string>({
  path: TEMPLATES,
  page: TEMPLATES,
  failed: 'The template was not saved.',
  fields: FIELDS,
});

export const CHANGE_TEMPLATE = defineForm<string>({
  path: `${TEMPLATES}/:id/change`,
  page: `${TEMPLATES}/:id`,
  failed: 'Nothing was changed.',
  fields: FIELDS,
});

export const DELETE_TEMPLATE = defineForm({ path: `${TEMPLATES}/:id/delete`, page: `${TEMPLATES}/:id`, fields: {} });
