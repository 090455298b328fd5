/** Fields that several forms share. */
import { nameError } from '../../names';
import type { Field } from '../form';

export const plainName = (label: string): Field => ({
  label,
  rule: (text) => nameError(text) ?? undefined,
  input: { required: true, autocomplete: 'off' },
});

/** What the script puts there; nobody sees it. */
export const credential: Field = { label: 'Passkey', kind: 'hidden', isFleeting: true };

/** What the page itself knows, and says anew each time it is shown. */
export const hidden = (label: string): Field => ({ label, kind: 'hidden', isFleeting: true });
