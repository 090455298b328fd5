/** The errors that a form's declaration finds: broken rules of fields, and secrets that have to be typed again. */
import { type Fields, type Form, lostIn, type Wrong, withoutOf, wordsForLost } from './form';

export function wrongIn(form: Form, sent: Fields): Wrong {
  const broken = Object.entries(form.fields).flatMap(([name, { rule }]) => {
    const words = rule?.(sent[name] ?? '');
    return words === undefined ? [] : [[name, words] as const];
  });
  const missing = lostIn(form, sent).filter((name) => !sent[name] && !sent[withoutOf(name)]);
  return [...broken, ...missing.map((name) => [name, wordsForLost(form, name)] as const)];
}
