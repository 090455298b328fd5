/** The fields that several forms share. */
import { nameError } from '../../names';
import type { Field } from '../form';

export const nameField = (label: string): Field => ({
  label,
  rule: (text) => nameError(text) ?? undefined,
  input: { required: true, autocomplete: 'off' },
});

/** The hidden field for the response of a passkey. The script of the page fills it in. */
export const credential: Field = { label: 'Passkey', kind: 'hidden', isTransient: true };

/** A hidden field. The page sets its value anew each time that it is shown. */
export const hidden = (label: string): Field => ({ label, kind: 'hidden', isTransient: true });
