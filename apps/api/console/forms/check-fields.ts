/** The errors that a form's declaration finds: broken rules of fields, and secrets that the user must type again. */
import { type FieldErrors, type Fields, type Form, lostSecrets, retypeMessage, withoutField } from './form';

export function checkFields(form: Form, sent: Fields): FieldErrors {
  const broken = Object.entries(form.fields).flatMap(([name, { rule }]) => {
    const words = rule?.(sent[name] ?? '');
    return words === undefined ? [] : [[name, words] as const];
  });
  const missing = lostSecrets(form, sent).filter((name) => !sent[name] && !sent[withoutField(name)]);
  return [...broken, ...missing.map((name) => [name, retypeMessage(form, name)] as const)];
}
