/** What is wrong with a form by its declaration: rules of single fields, and secrets that were lost on the way. */
import { type Fields, type Form, lostIn, type Wrong, withoutOf, wordsForLost } from './form';

export function wrongIn(form: Form, sent: Fields): Wrong {
  const broken = Object.entries(form.fields).flatMap(([name, { rule }]) => {
    const words = rule?.(sent[name] ?? '');
    return words === undefined ? [] : [[name, words] as const];
  });
  const missing = lostIn(form, sent).filter((name) => !sent[name] && !sent[withoutOf(name)]);
  return [...broken, ...missing.map((name) => [name, wordsForLost(form, name)] as const)];
}
