/** Fields that several forms have. */
import { nameError } from '../../names';
import type { Field } from '../form';

export const plainName = (label: string): Field => ({
  label,
  rule: (text) => nameError(text) ?? undefined,
  input: { required: true, autocomplete: 'off' },
});

/** The hidden field that the script fills with the passkey's response. */
export const credential: Field = { label: 'Passkey', kind: 'hidden', isFleeting: true };

/** A hidden value that the page sets anew each time it is shown. */
export const hidden = (label: string): Field => ({ label, kind: 'hidden', isFleeting: true });
