/** The choice of light, dark or the system's appearance, without a reload, which would lose what is typed. */
import { paramsOf } from './shared';

/** A chosen appearance applies at once, and the form that stores it is sent beside the page. */
export function theme(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>('form.theme')) {
    form.addEventListener('change', ({ target }) => {
      const { value } = target as HTMLInputElement;
      const body = paramsOf(form);
      if (value === 'system') delete document.documentElement.dataset.theme;
      else document.documentElement.dataset.theme = value;
      for (const other of document.querySelectorAll<HTMLInputElement>(`form.theme [value=${value}]`))
        other.checked = true;
      fetch(form.action, { method: 'POST', body, redirect: 'manual' });
    });
  }
}
