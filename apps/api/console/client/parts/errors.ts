/**
 * The errors beside fields. One goes as soon as its field is changed. One that the browser can find by the attributes of
 * the field is said when the field is left.
 */
import { announce } from './shared';

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** The hints in whose places errors stand. */
const hints = new Map<Element, Element>();

const findLine = ({ id }: Field, kind: 'error' | 'hint') => document.getElementById(`${id}-${kind}`);

function clearError(field: Field): void {
  const line = findLine(field, 'error');
  const hint = hints.get(field);
  if (hint) line?.replaceWith(hint);
  else line?.remove();
  hints.delete(field);
  field.removeAttribute('aria-invalid');
  if (hint) field.setAttribute('aria-describedby', hint.id);
  else field.removeAttribute('aria-describedby');
}

/** The error takes the place of the hint, so that no button moves away from the pointer. */
function showError(field: Field, words: string): void {
  const line = Object.assign(document.createElement('p'), {
    id: `${field.id}-error`,
    className: 'bad',
    textContent: words,
  });
  const hint = findLine(field, 'hint');
  if (hint) {
    hints.set(field, hint);
    hint.replaceWith(line);
  } else (field.closest('.join') ?? field).after(line);
  field.setAttribute('aria-invalid', 'true');
  field.setAttribute('aria-describedby', line.id);
  announce(words);
}

/** Says what is wrong with a field that has words for it. @returns whether it is right */
function judge(field: Field): boolean {
  const { wrong } = field.dataset ?? {};
  if (!wrong || !(field.validity.tooShort || field.validity.patternMismatch)) return true;
  if (!field.matches('[aria-invalid]')) showError(field, wrong);
  return false;
}

/** A wrong secret is not sent, because it would not come back. What else is wrong the server says with all its errors. */
export function followErrors(): void {
  document.addEventListener('input', ({ target }) => {
    const field = target as Field;
    // Its parts are one question.
    const part = field.closest('.lifetime');
    for (const one of part?.querySelectorAll<Field>('[aria-invalid]') ?? [field])
      if (one.matches('[aria-invalid]')) clearError(one);
    if (field.type === 'radio') field.closest('fieldset')?.querySelector(':scope > .bad')?.remove();
  });
  document.addEventListener('change', ({ target }) => judge(target as Field));
  document.addEventListener(
    'submit',
    (event) => {
      const form = event.target as HTMLFormElement;
      const wrong = [...form.querySelectorAll<Field>('[data-unkept][data-wrong]')].find((field) => !judge(field));
      if (!wrong) return;
      event.preventDefault();
      wrong.focus();
    },
    true,
  );
}
