/** What every form does: it is sent once, and Back and reload do not send it again. */
import { readParams } from './shared';

/** The button of a sent form is disabled until the response arrives, for at most this long. */
const UNLOCK_MS = 10_000;

/** Sends a form once. */
export function sendOnce(): void {
  const locked = new Map<HTMLButtonElement, string | null>();
  function unlock(button: HTMLButtonElement): void {
    if (!locked.has(button)) return;
    button.textContent = locked.get(button) ?? '';
    button.disabled = false;
    locked.delete(button);
  }
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || !form.matches('form[method=post]:not([data-passkey])')) return;
    const button = (event.submitter ?? form.querySelector('button[type=submit]')) as HTMLButtonElement;
    if ([...locked.keys()].some((one) => one.form === form)) return event.preventDefault();
    locked.set(button, button.textContent);
    button.textContent = 'Sending…';
    // The name of a disabled button would not be sent.
    setTimeout(() => {
      button.disabled = locked.has(button);
    });
    setTimeout(unlock, UNLOCK_MS, button);
  });
  // A page that comes back from the back/forward cache has no one-time notice, and its buttons work again.
  addEventListener('pagehide', () => {
    for (const note of document.querySelectorAll('[data-once]')) note.remove();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) for (const button of [...locked.keys()]) unlock(button);
  });
}

/** Where what was saved has the focus, its notice is put in once more, because only what changes is read out. */
export function sayNotice(): void {
  const words = document.querySelector('[data-once]:not([autofocus]) p');
  if (words) addEventListener('load', () => words.replaceWith(words.cloneNode(true)));
}

/** After a refused form, Back and reload request the form's page instead of sending the form again. */
export function nameRefused(): void {
  const summary = document.querySelector<HTMLElement>('[data-page]');
  if (summary) history.replaceState(null, '', summary.dataset.page);
}

/** Empty fields of a filter stay out of the address. */
export function leaveOutEmpty(): void {
  for (const form of document.querySelectorAll('form[method=get]')) {
    form.addEventListener('formdata', (event) => {
      const { formData } = event as FormDataEvent;
      for (const [name, value] of [...formData]) if (value === '') formData.delete(name);
    });
  }
}

/**
 * A chosen appearance, light, dark or the system's, applies at once. The form that stores it is sent beside the page,
 * because a reload would lose what is typed.
 */
export function applyTheme(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.theme')) {
    form.addEventListener('change', ({ target }) => {
      const { value } = target as HTMLInputElement;
      const body = readParams(form);
      if (value === 'system') delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = value;
      for (const other of document.querySelectorAll<HTMLInputElement>(`form.theme [value=${value}]`))
        other.checked = true;
      fetch(form.action, { method: 'POST', body, redirect: 'manual' });
    });
  }
}
